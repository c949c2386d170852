package dev.throughline.memory.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.memory.Stage;
import dev.throughline.memory.conversation.NotesAnswer;
import dev.throughline.memory.flush.Flush;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class QuestionTemplateTest {
    private static final QuestionTemplate FLUSH =
            QuestionTemplate.of(Flush.class, "flush", "flush", 100, Duration.ofSeconds(1));

    @Test
    void the_answer_is_read_and_the_input_is_sent() {
        Stage.Prompter helper = new Stage.Prompter("{\"notes\":[{\"text\":\"a\",\"handle\":\"b\"}]}");
        assertEquals(
                Optional.of(List.of(new NotesAnswer.Note("a", "b"))),
                FLUSH.ask(helper, Stage.SESSION, "input", NotesAnswer::of).value());
        assertEquals(List.of("input"), helper.inputs());
    }

    @Test
    void a_missing_file_is_an_error() {
        assertThrows(
                IllegalStateException.class,
                () -> QuestionTemplate.of(Flush.class, "missing", "x", 100, Duration.ofSeconds(1)));
    }
}
