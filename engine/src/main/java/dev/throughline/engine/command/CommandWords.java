package dev.throughline.engine.command;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The words by which a person gives commands. A message is a command if its first word is one of them: {@code
 * /new/file} is none.
 */
public final class CommandWords {
    private final Map<ChatCommand, String> words = new EnumMap<>(ChatCommand.class);

    /** @param others the words that differ from the defaults */
    public CommandWords(Map<ChatCommand, String> others) {
        for (ChatCommand command : ChatCommand.values()) {
            words.put(command, plain(others.getOrDefault(command, "/" + command.word())));
        }
        if (words.values().stream().distinct().count() < words.size()) {
            throw new IllegalArgumentException("Each command needs a word of its own; they are " + words + ".");
        }
    }

    /** The command in a message, except for {@link ChatCommand#NEW}, which has words of its own. */
    public Optional<CommandCall> parse(String message) {
        String text = message.strip();
        int end = 0;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        String first = plain(text.substring(0, end));
        String rest = text.substring(end).strip();
        return words.entrySet().stream()
                .filter(word ->
                        word.getKey() != ChatCommand.NEW && word.getValue().equals(first))
                .findFirst()
                .map(word -> new CommandCall(word.getKey(), rest));
    }

    /** The list of commands for a person. */
    String help() {
        StringBuilder help = new StringBuilder("Commands:");
        words.forEach((command, word) -> help.append('\n')
                .append((word + " " + command.arguments()).strip())
                .append(": ")
                .append(command.about()));
        return help.toString();
    }

    /** How a command is written, for an answer to one that was not understood. */
    String usage(ChatCommand command) {
        return (words.get(command) + " " + command.arguments()).strip();
    }

    private static String plain(String word) {
        String plain = word.strip().toLowerCase(Locale.ROOT);
        if (plain.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("A command must be one word; it is '" + word + "'.");
        }
        return plain;
    }
}
