package dev.throughline.engine.state;

import java.util.Locale;

/** The kinds of notes of a session. */
public enum NoteKind {
    TODO,
    PINNED,
    /** The rolling summary of the session. */
    SUMMARY,
    /** The name and the description of the session, as JSON that Throughline writes. */
    INDEX,
    /** Whether answers of the session are sent: {@code on} or {@code off}; none if the rules decide. */
    SEND;

    /** The name in addresses and logs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name of its file. */
    public String fileName() {
        return this == INDEX ? "index.json" : word() + ".md";
    }
}
