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
 * Protects clients from failures of Throughline. If a step of a turn fails and the client is not at fault, the turn
 * continues with the client's own bytes. This includes JVM errors: if the archive runs out of memory, the client's
 * request must not fail.
 *
 * <p>A failure is logged once, not with every turn: otherwise a full disk would also fill the log. It counts as
 * resolved when a turn is recorded in a session that had the failure. Turns of other sessions do not resolve it,
 * because the cause may be in the files of one session. Safe for use by many threads.
 */
final class PassThrough {
    private static final Logger LOG = LoggerFactory.getLogger(PassThrough.class);

    /** How many sessions with errors are remembered. */
    private static final int MAX_SESSIONS = 256;

    private final SessionIdentifier identify;

    /** The logged and unresolved errors of each session. */
    private final Map<SessionKey, Set<String>> errors = Caffeine.newBuilder()
            .maximumSize(MAX_SESSIONS)
            .executor(Runnable::run)
            .<SessionKey, Set<String>>build()
            .asMap();

    PassThrough(SessionIdentifier identify) {
        this.identify = identify;
    }

    /** Starts an attempt to run the steps of the turn with these headers. */
    Attempt attempt(Headers headers) {
        return new Attempt(headers);
    }

    /**
     * Runs the steps of one turn, and stores the reason if the turn continues without memory. Used by the turn's own
     * thread.
     */
    final class Attempt {
        private final Headers headers;
        private Optional<String> bypass = Optional.empty();
        private boolean hasFailed;

        private Attempt(Headers headers) {
            this.headers = headers;
        }

        /**
         * Runs a step and returns its result. If the step fails and the client is not at fault, returns empty, and the
         * turn continues without memory.
         */
        <T> Optional<T> runOrBypass(Supplier<Optional<T>> step) {
            try {
                return step.get();
            } catch (Throwable e) {
                bypass = Optional.of(reason(e));
                return Optional.empty();
            }
        }

        /** Runs a step whose failure is only logged. If the client is at fault, the exception is thrown. */
        void runOrLog(Runnable step) {
            try {
                step.run();
            } catch (Throwable e) {
                var _ = reason(e);
            }
        }

        /** The reason why the turn continues without memory; empty if it has memory. */
        Optional<String> bypass() {
            return bypass;
        }

        void bypass(String reason) {
            bypass = Optional.of(reason);
        }

        private String reason(Throwable cause) {
            if (!(cause instanceof ProxyException known)) {
                return logFailure("internal_error", "internal_error: " + cause, cause);
            }
            return switch (known.kind()) {
                case CALLER, LIMIT -> throw known;
                case STORE, UPSTREAM -> logFailure(known.code(), known.code(), known);
            };
        }

        private String logFailure(String reason, String error, Throwable cause) {
            hasFailed = true;
            if (addError(identify.of(headers).key(), error)) {
                LOG.debug("bypass ({}): the turn continues without memory", reason, cause);
            } else {
                LOG.error("bypass ({}): turns continue without memory until this is resolved", reason, cause);
            }
            return reason;
        }

        /** Called when the turn has ended and its record is on disk. */
        void succeeded() {
            if (!hasFailed && !errors().isEmpty()) {
                Set<String> resolved = resolveErrors(identify.of(headers).key());
                if (!resolved.isEmpty()) {
                    LOG.info("turns are recorded again after {}", String.join(", ", resolved));
                }
            }
        }
    }

    /** The unresolved errors of all sessions. */
    synchronized Set<String> errors() {
        return errors.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    /** Adds an error to a session; returns whether it was logged before. */
    private synchronized boolean addError(SessionKey session, String error) {
        boolean wasLogged = errors().contains(error);
        errors.computeIfAbsent(session, _ -> new TreeSet<>()).add(error);
        return wasLogged;
    }

    /** Removes the errors of a session from all sessions, and returns them. */
    private synchronized Set<String> resolveErrors(SessionKey session) {
        Set<String> resolved = errors.remove(session);
        if (resolved == null) {
            return Set.of();
        }
        errors.values().forEach(others -> others.removeAll(resolved));
        errors.values().removeIf(Set::isEmpty);
        return resolved;
    }
}
