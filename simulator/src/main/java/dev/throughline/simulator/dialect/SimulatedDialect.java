package dev.throughline.simulator.dialect;

import dev.throughline.model.Dialect;
import java.util.Locale;

/** A dialect that the simulated model server understands. */
public enum SimulatedDialect {
    /** OpenAI Responses, {@code POST /v1/responses}. */
    RESPONSES,
    /** OpenAI Chat Completions, {@code POST /v1/chat/completions}. */
    CHAT,
    /** Anthropic Messages, {@code POST /v1/messages}. */
    MESSAGES;

    public static SimulatedDialect of(Dialect dialect) {
        return valueOf(dialect.name().toUpperCase(Locale.ROOT));
    }

    /** The name as it is written in files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The same dialect in the product. */
    public Dialect dialect() {
        return new Dialect(word());
    }
}
