package dev.throughline.engine.helper;

import dev.throughline.model.Usage;
import java.util.Optional;

/** What came of a question. Either way it may have cost something. */
public sealed interface HelperAnswer<T> {
    /** The reason where a question cannot be paid out of what was saved. */
    String NO_FUNDS = "no_funds";

    /** The reason where nobody is known who could be asked. */
    String NO_CALLER = "no_caller";

    Usage usage();

    /** The answer, if there is one. */
    default Optional<T> value() {
        return switch (this) {
            case Answer<T> answer -> Optional.of(answer.content());
            case None<T> _ -> Optional.empty();
        };
    }

    /** An answer of the shape that was asked for. Whether it is true is another question. */
    record Answer<T>(T content, Usage usage) implements HelperAnswer<T> {}

    /**
     * No answer.
     *
     * @param reason one word of a few, for logs and counters: {@code off}, {@code no_caller}, {@code no_funds},
     *     {@code budget}, {@code breaker}, {@code timeout}, {@code status}, {@code unreachable}, {@code incomplete},
     *     {@code malformed}, {@code failed}
     */
    record None<T>(String reason, Usage usage) implements HelperAnswer<T> {
        public None(String reason) {
            this(reason, Usage.NONE);
        }

        /** Whether nobody could be asked, so that it is no use to wait and to ask again. */
        public boolean wasNotSent() {
            return reason.equals(NO_CALLER) || reason.equals(NO_FUNDS);
        }
    }
}
