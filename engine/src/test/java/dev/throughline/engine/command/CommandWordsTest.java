package dev.throughline.engine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CommandWordsTest {
    private static final CommandWords WORDS = new CommandWords(Map.of());

    @ParameterizedTest
    @CsvSource({
        "/status, STATUS, ''",
        "'  /STATUS  ', STATUS, ''",
        "/context list, CONTEXT, list",
        "'/compact the decisions\nand names', COMPACT, 'the decisions\nand names'",
        "/index-session, INDEX_SESSION, ''",
        "/send off, SEND, off",
        "/help, HELP, ''"
    })
    void a_command_is_the_first_word(String message, ChatCommand command, String argument) {
        assertEquals(Optional.of(new CommandCall(command, argument)), WORDS.parse(message));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/new/file",
                "/statuses",
                "status",
                "What does /status do?",
                "/etc/hosts",
                "",
                "/new",
                "/reset",
                "/new page"
            })
    void anything_else_is_for_the_model(String message) {
        assertEquals(Optional.empty(), WORDS.parse(message));
    }

    @Test
    void a_configured_word_replaces_the_default() {
        CommandWords words = new CommandWords(Map.of(ChatCommand.STATUS, "!state"));
        assertEquals(Optional.of(new CommandCall(ChatCommand.STATUS, "")), words.parse("!state"));
        assertEquals(Optional.empty(), words.parse("/status"));
        assertEquals("!state", words.usage(ChatCommand.STATUS));
    }

    @Test
    void each_command_needs_one_word_of_its_own() {
        assertThrows(IllegalArgumentException.class, () -> new CommandWords(Map.of(ChatCommand.STATUS, "/help")));
        assertThrows(IllegalArgumentException.class, () -> new CommandWords(Map.of(ChatCommand.STATUS, "two words")));
    }

    @Test
    void the_help_lists_every_command_with_its_arguments() {
        assertEquals("""
            Commands:
            /help: lists the commands
            /status: shows the session, its model, its size and its cost
            /context list: lists what is in the prompt, in tokens
            /compact [what to keep]: replaces the history by a summary
            /index-session: writes the name and the summary of the session anew
            /send on|off|inherit: turns the sending of answers on or off for this session
            /new [message]: begins a new session\
            """, WORDS.help());
    }
}
