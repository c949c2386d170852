package dev.throughline.simulator.answer;

import dev.throughline.simulator.dialect.SimulatedDialect;

/** The two simulated providers. */
public enum Provider {
    OPENAI,
    ANTHROPIC;

    public static Provider of(SimulatedDialect dialect) {
        return switch (dialect) {
            case RESPONSES, CHAT -> OPENAI;
            case MESSAGES -> ANTHROPIC;
        };
    }
}
