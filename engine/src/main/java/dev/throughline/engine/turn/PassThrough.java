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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps failures of Throughline away from clients. If a step fails and the client is not at fault, the turn continues
 * with the client's own bytes. JVM errors count too: an archive that ran out of memory must not fail a client.
 *
 * <p>A failure is logged once, not with every turn: a full disk would otherwise fill the log too. It is over when a
 * turn of a session that had it is recorded; other sessions prove nothing, because the cause may be in the files of one
 * session. Safe for use by many threads.
 */
final class PassThrough {
    private static final Logger LOG = LoggerFactory.getLogger(PassThrough.class);

    /** How many sessions with errors are remembered. */
    private static final int MAX_SESSIONS = 256;

    private final SessionIdentifier identify;

    /** The errors of each session that were logged and are not over. */
    private final Map<SessionKey, Set<String>> errors = Caffeine.newBuilder()
            .maximumSize(MAX_SESSIONS)
            .executor(Runnable::run)
            .<SessionKey, Set<String>>build()
            .asMap();

    PassThrough(SessionIdentifier identify) {
        this.identify = identify;
    }

    /** Runs the steps of one turn with these headers. */
    Attempt attempt(Headers headers) {
        return new Attempt(headers);
    }

    /** Runs the steps of one turn, and knows why the turn continues without memory. Used by the turn's own thread. */
    final class Attempt {
        private final Headers headers;
        private Optional<String> bypass = Optional.empty();
        private boolean hasFailed;

        private Attempt(Headers headers) {
            this.headers = headers;
        }

        /** The result of a step. If it fails and the client is not at fault, the turn continues without memory. */
        <T> Optional<T> around(Supplier<Optional<T>> step) {
            try {
                return step.get();
            } catch (Throwable e) {
                bypass = Optional.of(reason(e));
                return Optional.empty();
            }
        }

        /** Runs a step whose failure changes nothing else, unless the client is at fault. */
        void tolerate(Runnable step) {
            try {
                step.run();
            } catch (Throwable e) {
                var _ = reason(e);
            }
        }

        /** Why the turn continues without memory, if it does. */
        Optional<String> bypass() {
            return bypass;
        }

        void bypass(String reason) {
            bypass = Optional.of(reason);
        }

        private String reason(Throwable cause) {
            if (!(cause instanceof ProxyException known)) {
                return logged("internal_error", "internal_error: " + cause, cause);
            }
            return switch (known.kind()) {
                case CALLER, LIMIT -> throw known;
                case STORE, UPSTREAM -> logged(known.code(), known.code(), known);
            };
        }

        private String logged(String reason, String error, Throwable cause) {
            hasFailed = true;
            if (isLogged(identify.of(headers).key(), error)) {
                LOG.debug("bypass ({}): the turn continues without memory", reason, cause);
            } else {
                LOG.error(
                        "bypass ({}): this turn continues without memory, and others until it is over", reason, cause);
            }
            return reason;
        }

        /** The turn has ended, and its record is on disk. */
        void worked() {
            if (!hasFailed && !errors().isEmpty()) {
                Set<String> over = endErrors(identify.of(headers).key());
                if (!over.isEmpty()) {
                    LOG.info("turns are recorded again after {}", String.join(", ", over));
                }
            }
        }
    }

    /** The errors that are not known to be over. */
    synchronized Set<String> errors() {
        return errors.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    private synchronized boolean isLogged(SessionKey session, String error) {
        boolean isLogged = errors().contains(error);
        errors.computeIfAbsent(session, _ -> new TreeSet<>()).add(error);
        return isLogged;
    }

    /** Removes the errors of a session from all sessions, and returns them. */
    private synchronized Set<String> endErrors(SessionKey session) {
        Set<String> over = errors.remove(session);
        if (over == null) {
            return Set.of();
        }
        errors.values().forEach(others -> others.removeAll(over));
        errors.values().removeIf(Set::isEmpty);
        return over;
    }
}
