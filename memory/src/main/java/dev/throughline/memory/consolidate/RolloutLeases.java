package dev.throughline.memory.consolidate;

import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.Workspace;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Records which sessions were read and which are being read. The file {@code .state/stage-one} has a line for each
 * session: its state, the end of the lease or of the pause, the time of the session's last turn that was read, and the
 * attempts:
 *
 * <pre>
 *   leased  1775400000000 1775383200000 2    a process reads it, in the second attempt
 *   done    0             1775383200000 0    it was read
 *   failed  1775403600000 1775383200000 2    two attempts failed; it is not read before the first time
 * </pre>
 */
final class RolloutLeases {
    /** A lease whose holder died ends after this time. */
    static final Duration LEASE = Duration.ofMinutes(15);

    /** The pause after a failure. It doubles with each further one. */
    static final Duration PAUSE = Duration.ofHours(1);

    static final int MAX_ATTEMPTS = 4;

    private final Workspace workspace;
    private final KeyValueFile file;

    RolloutLeases(Workspace workspace) {
        this.workspace = workspace;
        this.file = new KeyValueFile(workspace, "stage-one");
    }

    private record ReadState(String word, long until, long updated, int attempts) {
        private static final Pattern WRITTEN =
                Pattern.compile("(leased|done|failed) ([0-9]{1,15}) ([0-9]{1,15}) ([0-9]{1,6})");

        /** A text that cannot be parsed, because somebody edited it, means that the session was not read. */
        static ReadState of(@Nullable String text) {
            Matcher parts = WRITTEN.matcher(text == null ? "" : text);
            return parts.matches()
                    ? new ReadState(
                            parts.group(1),
                            Long.parseLong(parts.group(2)),
                            Long.parseLong(parts.group(3)),
                            Integer.parseInt(parts.group(4)))
                    : new ReadState("new", 0, 0, 0);
        }

        String text() {
            return word + " " + until + " " + updated + " " + attempts;
        }
    }

    /** Takes the lease of a session, unless another process has it or the session was read to its end. */
    boolean take(FinishedSession session) {
        long now = workspace.clock().millis();
        long updated = session.updated().toEpochMilli();
        return file.update(entries -> {
            ReadState state = ReadState.of(entries.get(session.key()));
            boolean isNewer = updated > state.updated();
            boolean isFree =
                    switch (state.word()) {
                        case "done" -> isNewer;
                        case "leased" -> now >= state.until() && (isNewer || state.attempts() < MAX_ATTEMPTS);
                        case "failed" -> isNewer || (now >= state.until() && state.attempts() < MAX_ATTEMPTS);
                        default -> true;
                    };
            if (isFree) {
                int attempts = isNewer ? 1 : state.attempts() + 1;
                entries.put(session.key(), new ReadState("leased", now + LEASE.toMillis(), updated, attempts).text());
            }
            return isFree;
        });
    }

    /** Whether a session is not read again if the current attempt fails. */
    boolean isLastAttempt(FinishedSession session) {
        return ReadState.of(file.read().get(session.key())).attempts() >= MAX_ATTEMPTS;
    }

    void done(FinishedSession session) {
        ReadState state = new ReadState("done", 0, session.updated().toEpochMilli(), 0);
        file.update(entries -> entries.put(session.key(), state.text()));
    }

    void failed(FinishedSession session) {
        long now = workspace.clock().millis();
        file.update(entries -> {
            int attempts = Math.max(1, ReadState.of(entries.get(session.key())).attempts());
            long until = now + (PAUSE.toMillis() << Math.min(attempts - 1, MAX_ATTEMPTS));
            ReadState state = new ReadState("failed", until, session.updated().toEpochMilli(), attempts);
            return entries.put(session.key(), state.text());
        });
    }
}
