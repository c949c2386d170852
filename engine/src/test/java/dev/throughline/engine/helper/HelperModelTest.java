package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.model.Bytes;
import dev.throughline.wire.chat.ChatDialect;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class HelperModelTest {
    @Test
    void without_a_helper_model_no_question_is_answered() {
        HelperModel none = HelperModel.NONE;
        HelperPrompt prompt = new HelperPrompt("summary", ChatDialect.NAME, "m", Bytes.of("{}"), Duration.ofSeconds(5));
        assertEquals(new HelperAnswer.None<String>("off"), none.ask(Questions.session(1), Questions.word()));
        assertEquals(new HelperAnswer.None<String>("off"), none.continuePrompt(Questions.session(1), prompt));
        assertFalse(none.usesSessionModel());
        assertFalse(none.isAvailable(Questions.session(1)));
        assertFalse(none.canContinue(Questions.session(1)));
    }
}
