package dev.throughline.engine.edit;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.PolicyInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops compacting where it is of no use: when some compactions in a row (three, as a rule), since the user spoke last,
 * left the prompt nearly as full as it was. It says so once, and goes on when the user speaks again; until then a
 * prompt is only made to fit.
 *
 * <p>The count lives in memory. A restart forgets it, which costs at most three more compactions; what they decided is
 * kept with the session as ever. Safe for use by many threads.
 */
final class CompactionLimiter {
    private static final Logger LOG = LoggerFactory.getLogger(CompactionLimiter.class);
    private static final int MOST_SESSIONS = 1_024;

    /** Compactions in a row that were of no use since these words. */
    private record Row(Hash words, int count) {}

    private final Map<SessionRef, Row> rows = Caffeine.newBuilder()
            .maximumSize(MOST_SESSIONS)
            .executor(Runnable::run)
            .<SessionRef, Row>build()
            .asMap();

    /** Whether compacting has stopped in this session. */
    synchronized boolean isStopped(SessionRef session, Compact compact, PolicyInput input) {
        Row row = rows.get(session);
        return row != null && row.count() >= compact.refills() && row.words().equals(words(input.chain()));
    }

    /** What the rule decides, unless it has stopped. */
    List<Decision> decide(SessionRef session, Compact compact, PolicyInput input, Optional<Compact.Summary> summary) {
        if (isStopped(session, compact, input)) {
            return compact.fit(input);
        }
        boolean isDue = compact.rangeToSummarize(input).isPresent();
        List<Decision> decisions = compact.decide(input, summary);
        if (isDue) {
            count(session, compact, input.with(decisions));
        }
        return decisions;
    }

    private synchronized void count(SessionRef session, Compact compact, PolicyInput input) {
        Hash words = words(input.chain());
        Row row = rows.get(session);
        int before = row != null && row.words().equals(words) ? row.count() : 0;
        int now = compact.isStillFull(input) ? before + 1 : 0;
        rows.put(session, new Row(words, now));
        if (now == compact.refills()) {
            LOG.warn(
                    "session {}: {} compactions in a row left the prompt nearly full; it is not compacted again until"
                            + " the user speaks",
                    session.id(),
                    now);
        }
    }

    /** The newest words of the user. */
    private static Hash words(Chain chain) {
        int at = chain.size() - 1;
        while (at > 0 && !chain.piece(at).isUserText()) {
            at--;
        }
        return chain.piece(Math.max(at, 0)).node();
    }
}
