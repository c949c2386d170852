package dev.throughline.engine.turn;

/** Which requests get memory when they do not say so themselves. */
public enum ApplyTo {
    /**
     * Those of agents: known programs and SDKs, whatever brings tools, whatever runs under {@code throughline run}, and
     * whatever names its session.
     */
    AGENTS,
    ALL,
    NONE
}
