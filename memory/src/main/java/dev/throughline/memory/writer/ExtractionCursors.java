package dev.throughline.memory.writer;

import dev.throughline.memory.workspace.KeyValueFile;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.Map;
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

    /**
     * The state of a session.
     *
     * @param node the last node that was extracted
     * @param until the end of the lease in milliseconds; 0 if there is none
     */
    record Cursor(Optional<Hash> node, long until) {
        /** A text that cannot be parsed, because somebody edited it, means that nothing was extracted. */
        private static Cursor of(@Nullable String text) {
            Matcher matcher = WRITTEN.matcher(text == null ? "" : text);
            if (!matcher.matches()) {
                return new Cursor(Optional.empty(), 0);
            }
            Optional<Hash> node =
                    matcher.group(1).equals(NOTHING) ? Optional.empty() : Optional.of(new Hash(matcher.group(1)));
            return new Cursor(node, matcher.group(2) == null ? 0 : Long.parseLong(matcher.group(2)));
        }

        private String text() {
            return node.map(Hash::text).orElse(NOTHING) + (until == 0 ? "" : " " + until);
        }
    }

    /** The last node of a session that was extracted. */
    Optional<Hash> read(SessionRef session) {
        return cursor(file.read(), session).node();
    }

    private static Cursor cursor(Map<String, String> entries, SessionRef session) {
        return Cursor.of(entries.get(session.id().toString()));
    }

    /** Takes the lease of a session; empty if another process has it. */
    Optional<Cursor> take(SessionRef session) {
        long now = workspace.clock().millis();
        return file.update(entries -> {
            Cursor before = cursor(entries, session);
            if (now < before.until()) {
                return Optional.empty();
            }
            Cursor lease = new Cursor(before.node(), Math.max(now + LEASE.toMillis(), before.until() + 1));
            entries.put(session.id().toString(), lease.text());
            return Optional.of(lease);
        });
    }

    /** Whether the lease is still held: another process may take it after its end. */
    boolean isHeld(SessionRef session, Cursor lease) {
        return cursor(file.read(), session).until() == lease.until();
    }

    /** Releases a lease and stores the last node, unless another process has taken the lease. */
    void finish(SessionRef session, Cursor lease, Optional<Hash> node) {
        file.update(entries -> {
            if (cursor(entries, session).until() == lease.until()) {
                entries.put(session.id().toString(), new Cursor(node, 0).text());
            }
            return true;
        });
    }
}
