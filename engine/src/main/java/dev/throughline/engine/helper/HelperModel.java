package dev.throughline.engine.helper;

import dev.throughline.model.SessionRef;
import java.util.Optional;

/** The helper model. There may be no answer to a question. No method throws. */
public interface HelperModel {
    /** Used when there is no helper model. */
    HelperModel NONE = new Absent();

    /** Asks a question whose answer has a schema. Blocks at most for the question's timeout. */
    <T> HelperAnswer<T> ask(SessionRef session, HelperQuestion<T> question);

    /** Lets the session's own model continue the session's own prompt. Blocks at most for the prompt's timeout. */
    HelperAnswer<String> continuePrompt(SessionRef session, HelperPrompt prompt);

    /**
     * Whether each session's own model is the helper model, so that the provider has the session's prompt in its cache.
     */
    boolean usesSessionModel();

    /** Whether questions about this session can be asked now. */
    default boolean isAvailable(SessionRef session) {
        return true;
    }

    /** The model that questions about this session are asked now; empty if that is not known. */
    default Optional<String> model(SessionRef session) {
        return Optional.empty();
    }

    /** Whether this session's own prompt can be continued now. */
    default boolean canContinue(SessionRef session) {
        return isAvailable(session);
    }

    final class Absent implements HelperModel {
        private Absent() {}

        @Override
        public <T> HelperAnswer<T> ask(SessionRef session, HelperQuestion<T> question) {
            return new HelperAnswer.None<>("off");
        }

        @Override
        public HelperAnswer<String> continuePrompt(SessionRef session, HelperPrompt prompt) {
            return new HelperAnswer.None<>("off");
        }

        @Override
        public boolean usesSessionModel() {
            return false;
        }

        @Override
        public boolean isAvailable(SessionRef session) {
            return false;
        }
    }
}
