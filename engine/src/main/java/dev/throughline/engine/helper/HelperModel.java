package dev.throughline.engine.helper;

import dev.throughline.model.SessionRef;

/** The model that we ask. It may say nothing, at any time and for any reason, and it never throws. */
public interface HelperModel {
    /** The one that is not there. */
    HelperModel NONE = new Absent();

    /** Asks a question whose answer has a known shape. Blocks, no longer than the question's time. */
    <T> HelperAnswer<T> ask(SessionRef session, HelperQuestion<T> question);

    /** Lets the session's own model go on from the session's own prompt. Blocks, no longer than its time. */
    HelperAnswer<String> continuePrompt(SessionRef session, HelperPrompt prompt);

    /** Whether it can go on from a session's own prompt, which its provider then has in its cache. */
    boolean usesSessionModel();

    /** Whether there is one to ask about this session; if not, whoever would ask does without. */
    default boolean isAvailable(SessionRef session) {
        return true;
    }

    /** Whether it can go on from this session's own prompt. */
    default boolean canContinue(SessionRef session) {
        return isAvailable(session);
    }

    /** Nobody. */
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
