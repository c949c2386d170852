package dev.throughline.engine.turn;

import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way round. If a station that remembers breaks, and it is not the caller's fault, the turn goes on with the
 * client's own bytes and says so. Errors too: an archive that ran out of memory is no reason to fail a client.
 *
 * <p>What broke is logged once, and not turn by turn: a disk that is full would fill the log, too. It is over when a
 * turn of a session that it hit was remembered for certain. That other sessions are remembered says nothing, since
 * what broke may be in one session's files only. Each gateway has its own. Safe for use by many threads.
 */
final class PassThrough {
    private static final Logger LOG = LoggerFactory.getLogger(PassThrough.class);

    /** Sessions whose troubles are remembered. */
    private static final int MOST_SESSIONS = 256;

    private final SessionIdentifier identify;

    /** What was logged and is not over, by the session that it hit; the oldest first. */
    private final Map<SessionKey, Set<String>> troubles = new LinkedHashMap<>();

    PassThrough(SessionIdentifier identify) {
        this.identify = identify;
    }

    /** The way of one turn, with these headers, through the stations. Used by one thread. */
    Attempt attempt(Headers headers) {
        return new Attempt(headers);
    }

    final class Attempt {
        private final Headers headers;
        private boolean hasFailed;

        private Attempt(Headers headers) {
            this.headers = headers;
        }

        /** Walks through stations; when one breaks, that is a bypass with a reason and not a failure. */
        Optional<String> around(Runnable stations) {
            try {
                stations.run();
                return Optional.empty();
            } catch (ProxyException e) {
                return switch (e.kind()) {
                    case CALLER, LIMIT -> throw e;
                    case STORE, UPSTREAM -> bypass(e.code(), e);
                };
            } catch (Throwable e) {
                return bypass("internal_error", e);
            }
        }

        private Optional<String> bypass(String reason, Throwable cause) {
            hasFailed = true;
            String trouble = cause instanceof ProxyException ? reason : reason + ": " + cause;
            if (isTold(identify.of(headers).key(), trouble)) {
                LOG.debug("bypass ({}): the turn goes on without memory", reason, cause);
            } else {
                LOG.error("bypass ({}): this turn goes on without memory, and others until it is over", reason, cause);
            }
            return Optional.of(reason);
        }

        /** The turn is over, and what it said outlives this process. */
        void worked() {
            if (!hasFailed && !troubles().isEmpty()) {
                Set<String> over = over(identify.of(headers).key());
                if (!over.isEmpty()) {
                    LOG.info("turns are remembered again after {}", String.join(", ", over));
                }
            }
        }
    }

    /** What broke and is not known to be over. */
    synchronized Set<String> troubles() {
        return troubles.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    private synchronized boolean isTold(SessionKey session, String trouble) {
        boolean isTold = troubles().contains(trouble);
        troubles.computeIfAbsent(session, _ -> new TreeSet<>()).add(trouble);
        if (troubles.size() > MOST_SESSIONS) {
            troubles.remove(troubles.keySet().iterator().next());
        }
        return isTold;
    }

    /** What is over now that a session is remembered: what had hit that session, wherever else it did. */
    private synchronized Set<String> over(SessionKey session) {
        Set<String> over = troubles.remove(session);
        if (over == null) {
            return Set.of();
        }
        troubles.values().forEach(others -> others.removeAll(over));
        troubles.values().removeIf(Set::isEmpty);
        return over;
    }
}
