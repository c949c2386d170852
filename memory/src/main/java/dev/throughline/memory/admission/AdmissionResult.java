package dev.throughline.memory.admission;

import java.util.List;

/**
 * Which lines may be written, and which not.
 *
 * @param lines whole lines with list mark and source, without line ends, in the order in which they were proposed
 * @param redactions how many secrets were removed from them
 */
public record AdmissionResult(List<String> lines, List<Refused> refused, int redactions) {
    public AdmissionResult {
        lines = List.copyOf(lines);
        refused = List.copyOf(refused);
    }

    public record Refused(ProposedLine line, RefusalReason reason) {}

    /** Why a line was refused. */
    public enum RefusalReason {
        /** It has no letters and digits. */
        EMPTY,
        /** It has fewer than {@link Admission#MIN_LETTERS} letters. */
        SHORT,
        /** Memory contains a line that says the same. */
        KNOWN,
        /** It was in the session's prompt already. */
        ECHO
    }
}
