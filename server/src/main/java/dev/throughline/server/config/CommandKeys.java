package dev.throughline.server.config;

import dev.throughline.engine.command.ChatCommand;
import dev.throughline.engine.command.CommandRule;
import dev.throughline.engine.command.CommandRule.CommandScope;
import dev.throughline.engine.command.CommandWords;
import dev.throughline.engine.send.SendRule;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The keys of commands in chats, and of whether answers are sent to chats. Part of {@link Keys#ALL}. */
public final class CommandKeys {
    private static final KeyGroup KEYS = new KeyGroup();

    public static final Key<CommandScope> COMMANDS = KEYS.key(
            "sessions.commands",
            ValueType.oneOf(CommandScope.class),
            CommandScope.DERIVED,
            "where a message like /status is a command: in sessions of a named origin (derived), all or off");
    public static final Key<List<String>> COMMAND_SENDERS =
            KEYS.unlisted("sessions.command_senders", ValueType.SENDERS, List.of());
    public static final Key<Map<String, String>> COMMAND_WORDS = KEYS.unlisted(
            "sessions.command_words",
            new ValueType<>(
                    "commands and words like 'status=/stat, index-session=/name'; words like /new are in"
                            + " 'sessions.reset_words'",
                    (text, _) -> commandWords(text),
                    words -> ValueType.shownPairs(words, ", ", word -> word)),
            Map.of());
    public static final Key<List<SendRule>> SEND = KEYS.unlisted("sessions.send", ValueType.SEND_RULES, List.of());

    static final List<Key<?>> ALL = KEYS.all();

    private CommandKeys() {}

    private static Map<String, String> commandWords(String text) {
        Map<String, String> words = ValueType.pairs(text, word -> word, new TreeMap<>());
        var _ = new CommandWords(byCommand(words));
        return words;
    }

    private static Map<ChatCommand, String> byCommand(Map<String, String> words) {
        Map<ChatCommand, String> byCommand = new EnumMap<>(ChatCommand.class);
        words.forEach((command, word) -> byCommand.put(
                ChatCommand.find(command)
                        .filter(known -> known != ChatCommand.NEW) // It has words of its own.
                        .orElseThrow(IllegalArgumentException::new),
                word));
        return byCommand;
    }

    /** Who may give commands. */
    public static CommandRule commandRule(Config config) {
        return new CommandRule(config.value(COMMANDS), Set.copyOf(config.value(COMMAND_SENDERS)));
    }

    public static CommandWords words(Config config) {
        return new CommandWords(byCommand(config.value(COMMAND_WORDS)));
    }
}
