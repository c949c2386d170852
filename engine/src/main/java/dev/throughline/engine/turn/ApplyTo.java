package dev.throughline.engine.turn;

/** Which requests get memory when they do not say so themselves. */
public enum ApplyTo {
    /** Those of agents: known programs, and whatever brings tools. */
    AGENTS,
    ALL,
    NONE
}
