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

/**
 * What edits say, by its hash: from memory where it was used lately, else from the archive. Safe for use by many
 * threads.
 */
final class EditTexts {
    private static final long MOST_CHARACTERS = 16 << 20;

    /** Sessions that are remembered for having lost a text; one that is forgotten is found out again. */
    private static final int MOST_DAMAGED = 1024;

    private final Archive archive;
    private final Cache<Hash, String> recent = Caffeine.newBuilder()
            .maximumWeight(MOST_CHARACTERS)
            .executor(Runnable::run)
            .<Hash, String>weigher((_, text) -> text.length())
            .build();
    private final Cache<SessionRef, Boolean> damaged = Caffeine.newBuilder()
            .maximumSize(MOST_DAMAGED)
            .executor(Runnable::run)
            .build();

    EditTexts(Archive archive) {
        this.archive = archive;
    }

    /** Texts that are about to be used. */
    void remember(Map<Hash, String> texts) {
        recent.putAll(texts);
    }

    /** A text; if the archive does not hold it, what needs it fails this once, and its edit is no more from then on. */
    String of(SessionRef session, Hash id) {
        Optional<String> text = find(session, id);
        if (text.isEmpty()) {
            damaged.put(session, true);
            throw new IllegalStateException("An edit of session " + session.id() + " names the text " + id
                    + ", which the archive does not hold. 'throughline doctor' says what is damaged.");
        }
        return text.get();
    }

    /** The texts of a session, as {@link #of} gives them. */
    Function<Hash, String> in(SessionRef session) {
        return id -> of(session, id);
    }

    /** The edits of a log whose texts can be read: one without its text counts as not made. */
    EditLog readable(SessionRef session, EditLog log) {
        boolean isDamaged = damaged.getIfPresent(session) != null;
        return isDamaged ? log.where(id -> find(session, id).isPresent()) : log;
    }

    /** A text, if the archive holds it: what was only just decided is in none. */
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
