package dev.throughline.memory.consolidate;

import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.Workspace;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who reads which session, and which are read. For each session a line of {@code .state/stage-one}: a word and
 * three numbers,
 *
 * <pre>
 *   leased  1775400000000 1775383200000 2    somebody reads it, until then; up to what was said then; the second try
 *   done    0             1775383200000 0    it was read up to what was said then
 *   failed  1775403600000 1775383200000 2    not before then again; two tries failed
 * </pre>
 */
final class Leases {
    /** A lease that was not given back, because its holder died, ends after this. */
    static final Duration LEASE = Duration.ofMinutes(15);

    /** How long a session rests after a try that failed; twice as long after each further one. */
    static final Duration REST = Duration.ofHours(1);

    static final int MOST_TRIES = 4;

    private final Workspace workspace;
    private final KeyValueFile marks;

    Leases(Workspace workspace) {
        this.workspace = workspace;
        this.marks = new KeyValueFile(workspace, "stage-one");
    }

    private record State(String word, long until, long updated, int tries) {
        static final State NEW = new State("new", 0, 0, 0);

        private static final Pattern WRITTEN =
                Pattern.compile("(leased|done|failed) ([0-9]{1,15}) ([0-9]{1,15}) ([0-9]{1,6})");

        /** What cannot be read, since somebody edited it, is as if nobody had read the session. */
        static State of(@Nullable String text) {
            Matcher words = WRITTEN.matcher(text == null ? "" : text);
            return words.matches()
                    ? new State(
                            words.group(1),
                            Long.parseLong(words.group(2)),
                            Long.parseLong(words.group(3)),
                            Integer.parseInt(words.group(4)))
                    : NEW;
        }

        String text() {
            return word + " " + until + " " + updated + " " + tries;
        }
    }

    /** Takes the right to read a session, if nobody has it and it was not read up to its end. */
    boolean take(SessionSource.Candidate each) {
        long now = workspace.clock().millis();
        long updated = each.updated().toEpochMilli();
        return marks.update(facts -> {
            State state = State.of(facts.get(key(each)));
            boolean isNewer = updated > state.updated();
            boolean isFree =
                    switch (state.word()) {
                        case "done" -> isNewer;
                        case "leased" -> now >= state.until() && (isNewer || state.tries() < MOST_TRIES);
                        case "failed" -> isNewer || (now >= state.until() && state.tries() < MOST_TRIES);
                        default -> true;
                    };
            if (isFree) {
                int tries = isNewer ? 1 : state.tries() + 1;
                facts.put(key(each), new State("leased", now + LEASE.toMillis(), updated, tries).text());
            }
            return isFree;
        });
    }

    /** Whether a session that was taken is not tried again if it fails. */
    boolean isLastTry(SessionSource.Candidate each) {
        return State.of(marks.read().get(key(each))).tries() >= MOST_TRIES;
    }

    void done(SessionSource.Candidate each) {
        marks.update(facts ->
                facts.put(key(each), new State("done", 0, each.updated().toEpochMilli(), 0).text()));
    }

    void failed(SessionSource.Candidate each) {
        long now = workspace.clock().millis();
        marks.update(facts -> {
            int tries = Math.max(1, State.of(facts.get(key(each))).tries());
            long until = now + (REST.toMillis() << Math.min(tries - 1, MOST_TRIES));
            return facts.put(
                    key(each), new State("failed", until, each.updated().toEpochMilli(), tries).text());
        });
    }

    private static String key(SessionSource.Candidate each) {
        return each.session().id().toString();
    }
}
