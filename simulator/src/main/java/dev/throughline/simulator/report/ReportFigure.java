package dev.throughline.simulator.report;

import dev.throughline.simulator.session.Counter;
import dev.throughline.simulator.session.Totals;
import java.util.Locale;

/** One derived figure of a session, or of all. Its name in small letters is its name in files. */
public enum ReportFigure {
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

    ReportFigure(Form form) {
        this.form = form;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its value as it stands in files: a whole number where it counts. */
    Number number(Totals totals) {
        return switch (form) {
            case WHOLE -> Math.round(of(totals));
            case FRACTION -> of(totals);
        };
    }

    /** Its value. */
    public double of(Totals totals) {
        return switch (this) {
            case TURNS -> totals.of(Counter.TURNS);
            case REQUESTS -> totals.of(Counter.REQUESTS);
            case DIRECT_K -> totals.of(Counter.DIRECT_TOKENS) / THOUSAND;
            case FORWARDED_K -> totals.of(Counter.FORWARDED_TOKENS) / THOUSAND;
            case FORWARDED_PCT -> percent(totals.of(Counter.FORWARDED_TOKENS), totals.of(Counter.DIRECT_TOKENS));
            case DIRECT_COST_K -> totals.of(Counter.DIRECT_COST) / THOUSAND;
            case COST_K -> totals.of(Counter.COST) / THOUSAND;
            case COST_PCT -> percent(totals.of(Counter.COST), totals.of(Counter.DIRECT_COST));
            case NET_PCT ->
                percent(totals.of(Counter.COST) + totals.of(Counter.REGRET), totals.of(Counter.DIRECT_COST));
            case REFETCHES -> totals.of(Counter.REFETCHES);
            case UNCACHED_K -> totals.of(Counter.UNCACHED) / THOUSAND;
            case READ_K -> totals.of(Counter.READ) / THOUSAND;
            case WRITE_K -> totals.of(Counter.WRITE) / THOUSAND;
            case EVIDENCE -> totals.of(Counter.EVIDENCE);
            case EVIDENCE_OLD -> totals.of(Counter.EVIDENCE_OLD);
            case COVERAGE_PCT -> percent(totals.of(Counter.COVERED), totals.of(Counter.EVIDENCE));
            case OLD_COVERAGE_PCT -> percent(totals.of(Counter.COVERED_OLD), totals.of(Counter.EVIDENCE_OLD));
            case TURNS_COVERED_PCT -> percent(totals.of(Counter.TURNS_COVERED), totals.of(Counter.TURNS_WITH_EVIDENCE));
            case TARGETS -> totals.of(Counter.TARGETS);
            case READY_PCT -> percent(totals.of(Counter.READY), totals.of(Counter.TARGETS));
            case EDITS_PER_TURN -> totals.of(Counter.EDITS) / Math.max(1, totals.of(Counter.TURNS));
            case VIOLATIONS -> totals.of(Counter.VIOLATIONS);
            case INVALID_REQUESTS -> totals.of(Counter.INVALID);
            case OVERFLOWS -> totals.of(Counter.OVERFLOW);
            case REJECTED_UPSTREAM -> totals.of(Counter.REJECTED);
            case FAILED -> totals.of(Counter.FAILED) + totals.of(Counter.DAMAGED) + totals.of(Counter.UNMATCHED);
            case DAMAGED -> totals.of(Counter.DAMAGED);
            case UNMATCHED -> totals.of(Counter.UNMATCHED);
            case AUXILIARY -> totals.of(Counter.AUXILIARY);
            case AUXILIARY_COST_K -> totals.of(Counter.AUXILIARY_COST) / THOUSAND;
            case AUXILIARY_COST_PCT ->
                totals.of(Counter.DIRECT_COST) == 0
                        ? 0
                        : percent(totals.of(Counter.AUXILIARY_COST), totals.of(Counter.DIRECT_COST));
            case REPEATS -> totals.of(Counter.REPEATS);
            case REPEATS_SAME -> totals.of(Counter.REPEATS_SAME);
            case BYPASSES -> totals.of(Counter.BYPASSES);
        };
    }

    /** Of nothing, everything is there. */
    private static double percent(double part, double whole) {
        return whole == 0 ? HUNDRED : HUNDRED * part / whole;
    }
}
