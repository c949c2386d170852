package dev.throughline.memory.conversation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Stage;
import dev.throughline.memory.writer.Flush;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class QuestionTemplateTest {
    private static QuestionTemplate flush(HelperModel helper) {
        return QuestionTemplate.of(helper, Flush.class, "flush", 100, Duration.ofSeconds(1));
    }

    @Test
    void the_answer_is_read_and_the_input_is_sent() {
        Stage.Prompter helper = new Stage.Prompter("{\"notes\":[{\"text\":\"a\",\"handle\":\"b\"}]}");
        assertEquals(
                Optional.of(List.of(new NotesAnswer.Note("a", "b"))),
                flush(helper).ask(Stage.SESSION, () -> "input", NotesAnswer::of).value());
        assertEquals(List.of("input"), helper.inputs());
    }

    @Test
    void a_question_that_cannot_be_asked_has_no_input_and_was_not_sent() {
        HelperAnswer<List<NotesAnswer.Note>> answer = flush(HelperModel.NONE)
                .ask(
                        Stage.SESSION,
                        () -> {
                            throw new AssertionError("the input is not needed");
                        },
                        NotesAnswer::of);
        assertTrue(assertInstanceOf(HelperAnswer.None.class, answer).wasNotSent());
    }

    @Test
    void a_missing_file_is_an_error() {
        assertThrows(
                IllegalStateException.class,
                () -> QuestionTemplate.of(HelperModel.NONE, Flush.class, "missing", 100, Duration.ofSeconds(1)));
    }
}
