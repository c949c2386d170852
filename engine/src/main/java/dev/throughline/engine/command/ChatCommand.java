package dev.throughline.engine.command;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The commands that a person can give in a chat. */
public enum ChatCommand {
    HELP("", "lists the commands"),
    STATUS("", "shows the session, its model, its size and its cost"),
    CONTEXT("list", "lists what is in the prompt, in tokens"),
    COMPACT("[what to keep]", "replaces the history by a summary"),
    INDEX_SESSION("", "writes the name and the summary of the session anew"),
    SEND("on|off|inherit", "turns the sending of answers on or off for this session"),
    /** Any of the words for a reset. */
    NEW("[message]", "begins a new session");

    private final String arguments;
    private final String about;

    ChatCommand(String arguments, String about) {
        this.arguments = arguments;
        this.about = about;
    }

    /** The name in settings and headers. Its default in a chat is this name after a slash. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String arguments() {
        return arguments;
    }

    String about() {
        return about;
    }

    public static Optional<ChatCommand> find(String word) {
        return Stream.of(values())
                .filter(command -> command.word().equals(word))
                .findFirst();
    }
}
