package dev.throughline.memory.extract;

import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How far each session was looked at, and who looks at it now. For each session a line of {@code .state/extract}: the
 * place of the last piece that was looked at, {@code -} if none was, and how long somebody may look, in milliseconds,
 * while somebody does:
 *
 * <pre>
 *   s2:ab12…                  looked at up to this place
 *   s2:ab12… 1775400000000    and somebody looks on from there, until then
 *   - 1775400000000           somebody looks at it for the first time
 * </pre>
 *
 * <p>A look that was not given back, because its process died, ends by itself. One that follows it ends later, so the
 * end also tells whether a look is still the one that counts. Safe for use by many threads and processes.
 */
final class ExtractionCursors {
    /** Longer than the helper may take to answer. */
    static final Duration LONGEST_LEASE = Duration.ofMinutes(10);

    private static final String NOTHING = "-";
    private static final Pattern WRITTEN = Pattern.compile("(s2:[a-z2-7]{32}|-)(?: ([0-9]{1,15}))?");

    private final Workspace workspace;
    private final KeyValueFile marks;

    ExtractionCursors(Workspace workspace) {
        this.workspace = workspace;
        this.marks = new KeyValueFile(workspace, "extract");
    }

    /** Up to where a session was looked at, and until when somebody looks; what cannot be read is as nothing. */
    private record State(Optional<Hash> place, long until) {
        static State of(@Nullable String text) {
            Matcher matcher = WRITTEN.matcher(text == null ? "" : text);
            if (!matcher.matches()) {
                return new State(Optional.empty(), 0);
            }
            Optional<Hash> place =
                    matcher.group(1).equals(NOTHING) ? Optional.empty() : Optional.of(new Hash(matcher.group(1)));
            return new State(place, matcher.group(2) == null ? 0 : Long.parseLong(matcher.group(2)));
        }

        String text() {
            return place.map(Hash::text).orElse(NOTHING) + (until == 0 ? "" : " " + until);
        }
    }

    /**
     * The right to look at a session.
     *
     * @param place the last one that was looked at, if any was
     * @param until when it ends
     */
    record Lease(String session, Optional<Hash> place, long until) {}

    /** The last place of a session that was looked at, if any was. */
    Optional<Hash> read(SessionRef session) {
        return State.of(marks.read().get(session.id().toString())).place();
    }

    /** Takes the right to look at a session; nothing if somebody else has it. */
    Optional<Lease> take(SessionRef session) {
        String key = session.id().toString();
        long now = workspace.clock().millis();
        return marks.update(facts -> {
            State state = State.of(facts.get(key));
            if (now < state.until()) {
                return Optional.empty();
            }
            long until = Math.max(now + LONGEST_LEASE.toMillis(), state.until() + 1);
            facts.put(key, new State(state.place(), until).text());
            return Optional.of(new Lease(key, state.place(), until));
        });
    }

    /** Whether a look still counts: it took so long that somebody else may have begun one if not. */
    boolean isHeld(Lease lease) {
        return State.of(marks.read().get(lease.session())).until() == lease.until();
    }

    /** Ends a look; the session was looked at up to this place. A look that counts no longer moves nothing. */
    void finish(Lease lease, Optional<Hash> place) {
        marks.update(facts -> {
            if (State.of(facts.get(lease.session())).until() == lease.until()) {
                facts.put(lease.session(), new State(place, 0).text());
            }
            return true;
        });
    }
}
