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
 * Stops compactions that do not help. If several compactions in a row (three by default) since the newest message of
 * the user left the prompt nearly full, there are no further ones until the user writes again. Until then, a prompt is
 * only made to fit the window. This is logged once.
 *
 * <p>The count is in memory only: after a restart, up to three more useless compactions are possible. Safe for use by
 * many threads.
 */
final class CompactionLimiter {
    private static final Logger LOG = LoggerFactory.getLogger(CompactionLimiter.class);
    private static final int MAX_SESSIONS = 1_024;

    /** The number of compactions in a row that did not help since this user text. */
    private record UselessCompactions(Hash userText, int count) {}

    private final Map<SessionRef, UselessCompactions> uselessCompactions = Caffeine.newBuilder()
            .maximumSize(MAX_SESSIONS)
            .executor(Runnable::run)
            .<SessionRef, UselessCompactions>build()
            .asMap();

    /** The user text after which compactions were stopped in this session; empty if they were not stopped. */
    Optional<Hash> stoppedAt(SessionRef session, Compact compact) {
        return Optional.ofNullable(uselessCompactions.get(session))
                .filter(row -> row.count() >= compact.refills())
                .map(UselessCompactions::userText);
    }

    /** Counts a compaction that did not help, from the decisions for a request that will be sent. */
    void count(SessionRef session, InformedCompact policy, PolicyInput input, List<Decision> decisions) {
        if (policy.isStopped(input) || !policy.isDue(input)) {
            return;
        }
        Hash userText = InformedCompact.newestUserText(input.chain());
        boolean isStillFull = policy.compact().isStillFull(input.with(decisions));
        UselessCompactions row = uselessCompactions.compute(session, (_, before) -> {
            int count = before != null && before.userText().equals(userText) ? before.count() : 0;
            return new UselessCompactions(userText, isStillFull ? count + 1 : 0);
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
