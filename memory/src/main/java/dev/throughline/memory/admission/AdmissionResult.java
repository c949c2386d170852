package dev.throughline.memory.admission;

import java.util.List;

/**
 * The lines that may be written, and the lines that were refused.
 *
 * @param lines whole lines with list mark and source, without line ends, in the order in which they were proposed
 * @param redactions how many secrets were removed from the lines
 */
public record AdmissionResult(List<String> lines, List<Refused> refused, int redactions) {
    public AdmissionResult {
        lines = List.copyOf(lines);
        refused = List.copyOf(refused);
    }

    public record Refused(ProposedLine line, RefusalReason reason) {}

    /** The reason for which a line was refused. */
    public enum RefusalReason {
        /** It has no letters and digits. */
        EMPTY,
        /** It has fewer than {@link Admission#MIN_LETTERS} letters. */
        SHORT,
        /** Memory contains a similar line. */
        KNOWN,
        /** It was in the session's prompt already. */
        ECHO
    }
}
