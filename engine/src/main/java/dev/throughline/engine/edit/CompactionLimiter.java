package dev.throughline.engine.edit;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.PolicyInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops compacting where it is of no use: when some compactions in a row (three by default), since the user wrote last,
 * left the prompt nearly as full as it was. It is logged once, and compacting goes on when the user writes again; until
 * then a prompt is only made to fit.
 *
 * <p>The count lives in memory. A restart forgets it, which costs at most three more compactions. Safe for use by many
 * threads.
 */
final class CompactionLimiter {
    private static final Logger LOG = LoggerFactory.getLogger(CompactionLimiter.class);
    private static final int MOST_SESSIONS = 1_024;

    /** Compactions in a row that were of no use since this text of the user. */
    private record Row(Hash userText, int count) {}

    private final Map<SessionRef, Row> rows = Caffeine.newBuilder()
            .maximumSize(MOST_SESSIONS)
            .executor(Runnable::run)
            .<SessionRef, Row>build()
            .asMap();

    /** The newest user text at which compacting has stopped in this session; nothing if it has not. */
    Optional<Hash> stoppedAt(SessionRef session, Compact compact) {
        return Optional.ofNullable(rows.get(session))
                .filter(row -> row.count() >= compact.refills())
                .map(Row::userText);
    }

    /** Counts what was decided for an input that is now sent. */
    void count(SessionRef session, InformedCompact policy, PolicyInput input, List<Decision> decisions) {
        if (policy.isStopped(input) || !policy.isDue(input)) {
            return;
        }
        Hash userText = InformedCompact.newestUserText(input.chain());
        boolean isStillFull = policy.compact().isStillFull(input.with(decisions));
        Row row = rows.compute(session, (_, before) -> {
            int count = before != null && before.userText().equals(userText) ? before.count() : 0;
            return new Row(userText, isStillFull ? count + 1 : 0);
        });
        if (isStillFull && row.count() == policy.compact().refills()) {
            LOG.warn(
                    "session {}: {} compactions in a row left the prompt nearly full; it is not compacted again until"
                            + " the user writes",
                    session.id(),
                    row.count());
        }
    }
}
