package dev.throughline.simulator.answer;

import dev.throughline.simulator.dialect.SimulatedDialect;

/** The two companies whose habits the server has. */
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
