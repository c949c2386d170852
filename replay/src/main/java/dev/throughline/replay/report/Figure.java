package dev.throughline.replay.report;

import dev.throughline.replay.session.Count;
import dev.throughline.replay.session.Tally;
import java.util.Locale;

/** One derived figure of a session, or of all. Its name in small letters is its name in files. */
public enum Figure {
    TURNS(Form.WHOLE),
    REQUESTS(Form.WHOLE),
    DIRECT_K(Form.FRACTION),
    FORWARDED_K(Form.FRACTION),
    FORWARDED_PCT(Form.FRACTION),
    DIRECT_COST_K(Form.FRACTION),
    COST_K(Form.FRACTION),
    COST_PCT(Form.FRACTION),
    NET_PCT(Form.FRACTION),
    REFETCHES(Form.WHOLE),
    UNCACHED_K(Form.FRACTION),
    READ_K(Form.FRACTION),
    WRITE_K(Form.FRACTION),
    EVIDENCE(Form.WHOLE),
    EVIDENCE_OLD(Form.WHOLE),
    COVERAGE_PCT(Form.FRACTION),
    OLD_COVERAGE_PCT(Form.FRACTION),
    TURNS_COVERED_PCT(Form.FRACTION),
    TARGETS(Form.WHOLE),
    READY_PCT(Form.FRACTION),
    EDITS_PER_TURN(Form.FRACTION),
    VIOLATIONS(Form.WHOLE),
    INVALID_REQUESTS(Form.WHOLE),
    OVERFLOWS(Form.WHOLE),
    REJECTED_UPSTREAM(Form.WHOLE),
    FAILED(Form.WHOLE),
    DAMAGED(Form.WHOLE),
    UNMATCHED(Form.WHOLE),
    AUXILIARY(Form.WHOLE),
    AUXILIARY_COST_K(Form.FRACTION),
    AUXILIARY_COST_PCT(Form.FRACTION),
    REPEATS(Form.WHOLE),
    REPEATS_SAME(Form.WHOLE),
    BYPASSES(Form.WHOLE);

    private static final double THOUSAND = 1000;
    private static final double HUNDRED = 100;

    private enum Form {
        WHOLE,
        FRACTION
    }

    private final Form form;

    Figure(Form form) {
        this.form = form;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its value as it stands in files: a whole number where it counts. */
    Number number(Tally tally) {
        return switch (form) {
            case WHOLE -> Math.round(of(tally));
            case FRACTION -> of(tally);
        };
    }

    /** Its value. */
    public double of(Tally tally) {
        return switch (this) {
            case TURNS -> tally.of(Count.TURNS);
            case REQUESTS -> tally.of(Count.REQUESTS);
            case DIRECT_K -> tally.of(Count.DIRECT_TOKENS) / THOUSAND;
            case FORWARDED_K -> tally.of(Count.FORWARDED_TOKENS) / THOUSAND;
            case FORWARDED_PCT -> percent(tally.of(Count.FORWARDED_TOKENS), tally.of(Count.DIRECT_TOKENS));
            case DIRECT_COST_K -> tally.of(Count.DIRECT_COST) / THOUSAND;
            case COST_K -> tally.of(Count.COST) / THOUSAND;
            case COST_PCT -> percent(tally.of(Count.COST), tally.of(Count.DIRECT_COST));
            case NET_PCT -> percent(tally.of(Count.COST) + tally.of(Count.REGRET), tally.of(Count.DIRECT_COST));
            case REFETCHES -> tally.of(Count.REFETCHES);
            case UNCACHED_K -> tally.of(Count.UNCACHED) / THOUSAND;
            case READ_K -> tally.of(Count.READ) / THOUSAND;
            case WRITE_K -> tally.of(Count.WRITE) / THOUSAND;
            case EVIDENCE -> tally.of(Count.EVIDENCE);
            case EVIDENCE_OLD -> tally.of(Count.EVIDENCE_OLD);
            case COVERAGE_PCT -> percent(tally.of(Count.COVERED), tally.of(Count.EVIDENCE));
            case OLD_COVERAGE_PCT -> percent(tally.of(Count.COVERED_OLD), tally.of(Count.EVIDENCE_OLD));
            case TURNS_COVERED_PCT -> percent(tally.of(Count.TURNS_COVERED), tally.of(Count.TURNS_WITH_EVIDENCE));
            case TARGETS -> tally.of(Count.TARGETS);
            case READY_PCT -> percent(tally.of(Count.READY), tally.of(Count.TARGETS));
            case EDITS_PER_TURN -> tally.of(Count.EDITS) / Math.max(1, tally.of(Count.TURNS));
            case VIOLATIONS -> tally.of(Count.VIOLATIONS);
            case INVALID_REQUESTS -> tally.of(Count.INVALID);
            case OVERFLOWS -> tally.of(Count.OVERFLOW);
            case REJECTED_UPSTREAM -> tally.of(Count.REJECTED);
            case FAILED -> tally.of(Count.FAILED) + tally.of(Count.DAMAGED) + tally.of(Count.UNMATCHED);
            case DAMAGED -> tally.of(Count.DAMAGED);
            case UNMATCHED -> tally.of(Count.UNMATCHED);
            case AUXILIARY -> tally.of(Count.AUXILIARY);
            case AUXILIARY_COST_K -> tally.of(Count.AUXILIARY_COST) / THOUSAND;
            case AUXILIARY_COST_PCT ->
                tally.of(Count.DIRECT_COST) == 0
                        ? 0
                        : percent(tally.of(Count.AUXILIARY_COST), tally.of(Count.DIRECT_COST));
            case REPEATS -> tally.of(Count.REPEATS);
            case REPEATS_SAME -> tally.of(Count.REPEATS_SAME);
            case BYPASSES -> tally.of(Count.BYPASSES);
        };
    }

    /** Of nothing, everything is there. */
    private static double percent(double part, double whole) {
        return whole == 0 ? HUNDRED : HUNDRED * part / whole;
    }
}
