package dev.throughline.engine.history;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Who holds the history of a session. */
public enum HistoryHolder {
    /** The client sends the whole history with each request. */
    CLIENT,
    /** The client sends only new messages, and the gateway puts the archived history before them. */
    GATEWAY;

    /** The name in settings and headers. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<HistoryHolder> find(String word) {
        String plain = word.strip().toLowerCase(Locale.ROOT);
        return Stream.of(values()).filter(holder -> holder.word().equals(plain)).findFirst();
    }
}
