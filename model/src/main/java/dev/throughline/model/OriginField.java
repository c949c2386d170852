package dev.throughline.model;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a chat gateway can say about the origin of a message, in a header or in a REST request. {@code PEER} is sent in
 * the header {@code X-Throughline-Peer}.
 */
public enum OriginField {
    /** The agent that the message is for. */
    AGENT,
    /** The service that the message came through, such as {@code discord}. */
    CHANNEL,
    /** The account of the bot in the channel. */
    ACCOUNT,
    /** The person at the other end of a direct chat. */
    PEER,
    GROUP,
    /** The thread or topic. */
    THREAD,
    /** The person who wrote this message, in a group. */
    SENDER,
    /** The id of a scheduled job. */
    JOB,
    /** The id of a webhook. */
    HOOK,
    /** The id of a sub-agent. */
    SUBAGENT,
    /** The id of a device. */
    NODE,
    /** A short description of the origin, for people. */
    LABEL,
    DISPLAY_NAME,
    SUBJECT,
    ROOM,
    SPACE,
    PROVIDER,
    FROM,
    TO,
    /** The folder that the agent works in. */
    FOLDER;

    /** The name in files and views. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The header, in lower case. */
    public String header() {
        return "x-throughline-" + word().replace('_', '-');
    }

    public static Optional<OriginField> find(String word) {
        return Stream.of(values()).filter(field -> field.word().equals(word)).findFirst();
    }
}
