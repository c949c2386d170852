package dev.throughline.memory.admission;

import java.util.List;

/**
 * What came through the gate.
 *
 * @param lines whole lines with list mark and source, without line ends, in the order of the wishes
 * @param redactions how many secrets were taken out of them
 */
public record AdmissionResult(List<String> lines, List<Refused> refused, int redactions) {
    public AdmissionResult {
        lines = List.copyOf(lines);
        refused = List.copyOf(refused);
    }

    /** A wish that did not come through. */
    public record Refused(ProposedLine wish, Reason reason) {}

    /** Why a wish did not come through. */
    public enum Reason {
        /** Nothing is left of it. */
        EMPTY,
        /** It has a letter or two, which say nothing. */
        SHORT,
        /** Memory holds a line that says the same. */
        KNOWN,
        /** The session was shown it, so it is no news. */
        ECHO
    }
}
