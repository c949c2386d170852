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
 * Stops compactions that do not help: after several in a row (three by default) since the newest message of the user
 * that left the prompt nearly full. Until the user writes again, a prompt is only made to fit. This is logged once.
 *
 * <p>The count is in memory only: after a restart, at most three more compactions are made in vain. Safe for use by
 * many threads.
 */
final class CompactionLimiter {
    private static final Logger LOG = LoggerFactory.getLogger(CompactionLimiter.class);
    private static final int MAX_SESSIONS = 1_024;

    /** How many compactions in a row did not help since this text of the user. */
    private record Row(Hash userText, int count) {}

    private final Map<SessionRef, Row> rows = Caffeine.newBuilder()
            .maximumSize(MAX_SESSIONS)
            .executor(Runnable::run)
            .<SessionRef, Row>build()
            .asMap();

    /** The user text at which compactions were stopped in this session; empty if they were not. */
    Optional<Hash> stoppedAt(SessionRef session, Compact compact) {
        return Optional.ofNullable(rows.get(session))
                .filter(row -> row.count() >= compact.refills())
                .map(Row::userText);
    }

    /** Counts the decisions for a request that will be sent. */
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
