package dev.throughline.engine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ChatCommandTest {
    @ParameterizedTest
    @EnumSource
    void a_command_is_found_by_its_word(ChatCommand command) {
        assertEquals(Optional.of(command), ChatCommand.find(command.word()));
    }

    @Test
    void words_have_hyphens() {
        assertEquals("index-session", ChatCommand.INDEX_SESSION.word());
        assertEquals(Optional.empty(), ChatCommand.find("index_session"));
    }
}
