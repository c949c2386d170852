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
 * The position up to which each session was extracted, and the leases for extraction. The file {@code .state/extract}
 * has a line for each session: the last node that was extracted, {@code -} if there is none, and the end of a lease in
 * milliseconds:
 *
 * <pre>
 *   s2:ab12…                  extracted up to this node
 *   s2:ab12… 1775400000000    a process extracts what follows, until this time
 *   - 1775400000000           a process extracts from the session for the first time
 * </pre>
 *
 * <p>The lease of a process that died ends by itself. A later lease has a later end, so the end identifies the lease.
 * Safe for use by many threads and processes.
 */
final class ExtractionCursors {
    /** Longer than the helper model may take to answer. */
    static final Duration LEASE = Duration.ofMinutes(10);

    private static final String NOTHING = "-";
    private static final Pattern WRITTEN = Pattern.compile("(s2:[a-z2-7]{32}|-)(?: ([0-9]{1,15}))?");

    private final Workspace workspace;
    private final KeyValueFile file;

    ExtractionCursors(Workspace workspace) {
        this.workspace = workspace;
        this.file = new KeyValueFile(workspace, "extract");
    }

    /** A text that cannot be parsed, because somebody edited it, means that nothing was extracted. */
    private record CursorState(Optional<Hash> cursor, long until) {
        static CursorState of(@Nullable String text) {
            Matcher matcher = WRITTEN.matcher(text == null ? "" : text);
            if (!matcher.matches()) {
                return new CursorState(Optional.empty(), 0);
            }
            Optional<Hash> cursor =
                    matcher.group(1).equals(NOTHING) ? Optional.empty() : Optional.of(new Hash(matcher.group(1)));
            return new CursorState(cursor, matcher.group(2) == null ? 0 : Long.parseLong(matcher.group(2)));
        }

        String text() {
            return cursor.map(Hash::text).orElse(NOTHING) + (until == 0 ? "" : " " + until);
        }
    }

    /**
     * The exclusive right to extract from a session.
     *
     * @param cursor the last node that was extracted
     * @param until the end of the lease in milliseconds
     */
    record ExtractionLease(String session, Optional<Hash> cursor, long until) {}

    /** The last node of a session that was extracted. */
    Optional<Hash> read(SessionRef session) {
        return CursorState.of(file.read().get(session.id().toString())).cursor();
    }

    /** Takes the lease of a session; empty if another process has it. */
    Optional<ExtractionLease> take(SessionRef session) {
        String key = session.id().toString();
        long now = workspace.clock().millis();
        return file.update(entries -> {
            CursorState state = CursorState.of(entries.get(key));
            if (now < state.until()) {
                return Optional.empty();
            }
            long until = Math.max(now + LEASE.toMillis(), state.until() + 1);
            entries.put(key, new CursorState(state.cursor(), until).text());
            return Optional.of(new ExtractionLease(key, state.cursor(), until));
        });
    }

    /** Whether the lease is still held: another process may take it after its end. */
    boolean isHeld(ExtractionLease lease) {
        return CursorState.of(file.read().get(lease.session())).until() == lease.until();
    }

    /** Releases a lease and stores the cursor, unless another process has taken the lease. */
    void finish(ExtractionLease lease, Optional<Hash> cursor) {
        file.update(entries -> {
            if (CursorState.of(entries.get(lease.session())).until() == lease.until()) {
                entries.put(lease.session(), new CursorState(cursor, 0).text());
            }
            return true;
        });
    }
}
