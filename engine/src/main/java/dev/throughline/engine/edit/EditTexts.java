package dev.throughline.engine.edit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.Archive;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.edit.EditLog;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Finds the texts of edits by their hashes, in a cache or else in the archive. Safe for use by many threads. */
final class EditTexts {
    private static final long MAX_CHARACTERS = 16 << 20;

    /** How many sessions with a missing text are remembered. A session that is forgotten is detected again. */
    private static final int MAX_DAMAGED = 1024;

    private final Archive archive;
    private final Cache<Hash, String> recent = Caffeine.newBuilder()
            .maximumWeight(MAX_CHARACTERS)
            .executor(Runnable::run)
            .<Hash, String>weigher((_, text) -> text.length())
            .build();
    private final Cache<SessionRef, Boolean> damaged = Caffeine.newBuilder()
            .maximumSize(MAX_DAMAGED)
            .executor(Runnable::run)
            .build();

    EditTexts(Archive archive) {
        this.archive = archive;
    }

    /** Adds the texts of new edits, which are not in the archive yet. */
    void remember(Map<Hash, String> texts) {
        recent.putAll(texts);
    }

    /** Returns a text. Throws if it is missing; from then on {@link #readable} leaves out the edit. */
    String of(SessionRef session, Hash id) {
        Optional<String> text = find(session, id);
        if (text.isEmpty()) {
            damaged.put(session, true);
            throw new IllegalStateException("The text " + id + " of an edit in session " + session.id()
                    + " is missing in the archive. Run 'throughline doctor' to see what is damaged.");
        }
        return text.get();
    }

    /** {@link #of} for one session. */
    Function<Hash, String> in(SessionRef session) {
        return id -> of(session, id);
    }

    /** The edits of a log whose texts are in the archive. */
    EditLog readable(SessionRef session, EditLog log) {
        boolean isDamaged = damaged.getIfPresent(session) != null;
        return isDamaged ? log.where(id -> find(session, id).isPresent()) : log;
    }

    /** A text, if it is in the cache or in the archive. */
    Optional<String> find(SessionRef session, Hash id) {
        String known = recent.getIfPresent(id);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<String> text = archive.source(session, id).map(Bytes::utf8);
        text.ifPresent(found -> recent.put(id, found));
        return text;
    }
}
