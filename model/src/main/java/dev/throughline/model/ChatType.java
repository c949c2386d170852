package dev.throughline.model;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The kind of chat or event that a session's messages come from. It decides who may see what is said there. */
public enum ChatType {
    /** One person. */
    DM,
    /** Many people. */
    GROUP,
    /** A thread or topic, usually of a group. */
    THREAD,
    /** A scheduled job. */
    CRON,
    /** A webhook. */
    HOOK,
    /** An agent that another agent started. */
    SUBAGENT,
    /** A device that is connected to the agent. */
    NODE;

    /** The name in headers, files and settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ChatType> find(String word) {
        String plain = word.strip().toLowerCase(Locale.ROOT);
        return Stream.of(values()).filter(type -> type.word().equals(plain)).findFirst();
    }
}
