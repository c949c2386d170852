package dev.throughline.engine.turn;

/** Selects the requests that get memory if they have no {@code X-Throughline-Memory} header. */
public enum ApplyTo {
    /** Requests of known programs and SDKs, with tools, under {@code throughline run}, or with a session header. */
    AGENTS,
    ALL,
    NONE
}
