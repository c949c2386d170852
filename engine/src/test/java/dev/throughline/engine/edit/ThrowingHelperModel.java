package dev.throughline.engine.edit;

import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperPrompt;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.model.SessionRef;

/** A helper model with a bug. */
class ThrowingHelperModel implements HelperModel {
    int count;

    void asked() {
        count++;
        throw new IllegalStateException("broken on purpose");
    }

    @Override
    public <T> HelperAnswer<T> ask(SessionRef session, HelperQuestion<T> question) {
        asked();
        return new HelperAnswer.None<>("failed");
    }

    @Override
    public HelperAnswer<String> continuePrompt(SessionRef session, HelperPrompt prompt) {
        asked();
        return new HelperAnswer.None<>("failed");
    }

    @Override
    public boolean usesSessionModel() {
        return true;
    }
}
