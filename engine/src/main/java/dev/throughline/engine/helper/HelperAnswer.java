package dev.throughline.engine.helper;

import dev.throughline.model.Usage;
import java.util.Optional;
import java.util.Set;

/** The result of a question. A question may cost tokens even if there is no answer. */
public sealed interface HelperAnswer<T> {
    /** The reason if the savings are too small for a question. */
    String NO_FUNDS = "no_funds";

    /** The reason if no caller is known for the session. */
    String NO_CALLER = "no_caller";

    /** The reason if there was no time left for a question. */
    String NO_TIME = "no_time";

    Usage usage();

    /** The answer, if there is one. */
    default Optional<T> value() {
        return switch (this) {
            case Answered<T> answered -> Optional.of(answered.content());
            case None<T> _ -> Optional.empty();
        };
    }

    /** An answer that matches the schema. */
    record Answered<T>(T content, Usage usage) implements HelperAnswer<T> {}

    /**
     * No answer.
     *
     * @param reason for logs and counters, one of {@code off}, {@code no_caller}, {@code no_funds},
     *     {@code no_time}, {@code budget}, {@code breaker}, {@code timeout}, {@code status}, {@code unreachable},
     *     {@code incomplete}, {@code malformed}, {@code failed}
     */
    record None<T>(String reason, Usage usage) implements HelperAnswer<T> {
        public None(String reason) {
            this(reason, Usage.NONE);
        }

        /** Whether the question was not sent to a model. */
        public boolean wasNotSent() {
            return Set.of(NO_CALLER, NO_FUNDS, NO_TIME).contains(reason);
        }
    }
}
