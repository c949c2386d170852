package dev.throughline.simulator.evidence;

/** A rare token of a text. */
public record EvidenceToken(Kind kind, String text) {
    /** The kind of a token. */
    public enum Kind {
        /** The last two components of a file path. */
        PATH,
        /** A code-like identifier of at least 8 characters. */
        IDENT,
        /** A number of at least 4 digits, or a hexadecimal string of at least 7, of which 12 are kept. */
        NUM,
        /** A whole line of 16 to 200 characters, without a line number before it. */
        LINE,
        /** A quoted phrase of 8 to 80 characters that holds a space. */
        QUOTED
    }
}
