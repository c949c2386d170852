package dev.throughline.app.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WhereaboutsTest {
    @Test
    void every_agent_says_it_in_its_own_words() {
        Optional<Path> parser = Optional.of(Path.of("/home/ada/my parser"));
        assertEquals(
                parser,
                Whereabouts.folder("{\"text\":\"<environment_context>\\n  <cwd>/home/ada/my parser</cwd>\\n\"}"));
        assertEquals(
                parser,
                Whereabouts.folder(
                        "{\"text\":\"# Environment\\n - Primary working directory: /home/ada/my parser\\n - Is\"}"));
        assertEquals(
                parser, Whereabouts.folder("{\"text\":\"<env>\\nWorking directory: /home/ada/my parser\\nIs git\"}"));
        assertEquals(parser, Whereabouts.folder("{\"text\":\"Current working directory: /home/ada/my parser\"}"));
    }

    @Test
    void talk_about_folders_is_not_one() {
        assertEquals(
                Optional.empty(), Whereabouts.folder("{\"text\":\"Runs in the current working directory. Returns\"}"));
        assertEquals(Optional.empty(), Whereabouts.folder("{\"text\":\"look into /home/ada\"}"));
    }
}
