package dev.throughline.memory.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WorkingFolderTest {
    @Test
    void the_format_of_every_agent_is_recognised() {
        Optional<Path> parser = Optional.of(Path.of("/home/ada/my parser"));
        assertEquals(
                parser, WorkingFolder.of("{\"text\":\"<environment_context>\\n  <cwd>/home/ada/my parser</cwd>\\n\"}"));
        assertEquals(
                parser,
                WorkingFolder.of(
                        "{\"text\":\"# Environment\\n - Primary working directory: /home/ada/my parser\\n - Is\"}"));
        assertEquals(
                parser, WorkingFolder.of("{\"text\":\"<env>\\nWorking directory: /home/ada/my parser\\nIs git\"}"));
        assertEquals(parser, WorkingFolder.of("{\"text\":\"<cwd>\\n/home/ada/my parser\\n</cwd>\\n\"}"));
        assertEquals(parser, WorkingFolder.of("{\"text\":\"Current working directory: /home/ada/my parser\"}"));
    }

    @Test
    void a_mention_of_a_folder_is_not_the_working_folder() {
        assertEquals(
                Optional.empty(), WorkingFolder.of("{\"text\":\"Runs in the current working directory. Returns\"}"));
        assertEquals(Optional.empty(), WorkingFolder.of("{\"text\":\"look into /home/ada\"}"));
    }

    @Test
    void the_folder_in_a_line_of_a_session_file_is_found_as_a_member_only() {
        Optional<Path> parser = Optional.of(Path.of("/home/ada/parser"));
        assertEquals(parser, WorkingFolder.ofFileLine(Bytes.of("{\"type\":\"user\",\"cwd\":\"/home/ada/parser\"}")));
        assertEquals(parser, WorkingFolder.ofFileLine(Bytes.of("{\"payload\":{\"cwd\":\"/home/ada/parser\"}}")));
        assertEquals(
                Optional.empty(), WorkingFolder.ofFileLine(Bytes.of("{\"message\":{\"cwd\":\"/home/ada/parser\"}}")));
        assertEquals(Optional.empty(), WorkingFolder.ofFileLine(Bytes.of("{\"cwd\":\"parser\"}")));
        assertEquals(Optional.empty(), WorkingFolder.ofFileLine(Bytes.of("{\"cwd\":\"/home")));
    }
}
