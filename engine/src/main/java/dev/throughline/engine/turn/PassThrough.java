package dev.throughline.engine.turn;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps failures of memory away from clients. If a step fails, and it is not the caller's fault, the turn goes on with
 * the client's own bytes and says so. JVM errors count too: an archive that ran out of memory must not fail a client.
 *
 * <p>A failure is logged once and not with every turn: a full disk would fill the log, too. It is over when a turn of a
 * session that had it was recorded for certain; other sessions prove nothing, since the cause may be in one session's
 * files only. Safe for use by many threads.
 */
final class PassThrough {
    private static final Logger LOG = LoggerFactory.getLogger(PassThrough.class);

    /** How many sessions with errors are remembered. */
    private static final int MOST_SESSIONS = 256;

    private final SessionIdentifier identify;

    /** What was logged and is not over, by session. */
    private final Map<SessionKey, Set<String>> errors = Caffeine.newBuilder()
            .maximumSize(MOST_SESSIONS)
            .executor(Runnable::run)
            .<SessionKey, Set<String>>build()
            .asMap();

    PassThrough(SessionIdentifier identify) {
        this.identify = identify;
    }

    /** The steps of one turn with these headers. Used by one thread. */
    Attempt attempt(Headers headers) {
        return new Attempt(headers);
    }

    final class Attempt {
        private final Headers headers;
        private boolean hasFailed;

        private Attempt(Headers headers) {
            this.headers = headers;
        }

        /** Runs a step; if it fails and the caller is not at fault, returns why the turn goes on without memory. */
        Optional<String> around(Runnable step) {
            try {
                step.run();
                return Optional.empty();
            } catch (Throwable e) {
                return Optional.of(reason(e));
            }
        }

        /** The result of a step; if it fails and the caller is not at fault, {@code bypass} gets the reason. */
        <T> Optional<T> around(Supplier<Optional<T>> step, Consumer<String> bypass) {
            try {
                return step.get();
            } catch (Throwable e) {
                bypass.accept(reason(e));
                return Optional.empty();
            }
        }

        private String reason(Throwable cause) {
            if (!(cause instanceof ProxyException known)) {
                return bypass("internal_error", cause);
            }
            return switch (known.kind()) {
                case CALLER, LIMIT -> throw known;
                case STORE, UPSTREAM -> bypass(known.code(), known);
            };
        }

        private String bypass(String reason, Throwable cause) {
            hasFailed = true;
            String error = cause instanceof ProxyException ? reason : reason + ": " + cause;
            if (isLogged(identify.of(headers).key(), error)) {
                LOG.debug("bypass ({}): the turn goes on without memory", reason, cause);
            } else {
                LOG.error("bypass ({}): this turn goes on without memory, and others until it is over", reason, cause);
            }
            return reason;
        }

        /** The turn is over, and its record outlives this process. */
        void worked() {
            if (!hasFailed && !errors().isEmpty()) {
                Set<String> over = over(identify.of(headers).key());
                if (!over.isEmpty()) {
                    LOG.info("turns are remembered again after {}", String.join(", ", over));
                }
            }
        }
    }

    /** Errors that are not known to be over. */
    synchronized Set<String> errors() {
        return errors.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    private synchronized boolean isLogged(SessionKey session, String error) {
        boolean isLogged = errors().contains(error);
        errors.computeIfAbsent(session, _ -> new TreeSet<>()).add(error);
        return isLogged;
    }

    /** The errors that are over now that a turn of a session was recorded: those of this session, in all sessions. */
    private synchronized Set<String> over(SessionKey session) {
        Set<String> over = errors.remove(session);
        if (over == null) {
            return Set.of();
        }
        errors.values().forEach(others -> others.removeAll(over));
        errors.values().removeIf(Set::isEmpty);
        return over;
    }
}
