package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Archive;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.edit.EditLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What edits say, by its hash: from memory where it was used lately, else from the archive. Safe for use by many
 * threads.
 */
final class Texts {
    private static final long MOST_CHARACTERS = 16 << 20;

    /** Sessions that are remembered for having lost a text; one that is forgotten is found out again. */
    private static final int MOST_DAMAGED = 1024;

    private final Archive archive;
    private final LinkedHashMap<Hash, String> recent = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
    private final Map<SessionRef, Boolean> damaged = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, Boolean> eldest) {
            return size() > MOST_DAMAGED;
        }
    };
    private long characters;

    Texts(Archive archive) {
        this.archive = archive;
    }

    /** Texts that are about to be used. */
    synchronized void remember(Map<Hash, String> texts) {
        texts.forEach(this::put);
    }

    /** A text; if the archive does not hold it, what needs it fails this once, and its edit is no more from then on. */
    String of(SessionRef session, Hash id) {
        Optional<String> text = find(session, id);
        if (text.isEmpty()) {
            synchronized (this) {
                damaged.put(session, true);
            }
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
        boolean isDamaged;
        synchronized (this) {
            isDamaged = damaged.containsKey(session);
        }
        return isDamaged ? log.where(id -> find(session, id).isPresent()) : log;
    }

    /** A text, if the archive holds it: what was only just decided is in none. */
    Optional<String> find(SessionRef session, Hash id) {
        synchronized (this) {
            String known = recent.get(id);
            if (known != null) {
                return Optional.of(known);
            }
        }
        Optional<String> text = archive.source(session, id).map(Bytes::utf8);
        synchronized (this) {
            text.ifPresent(found -> put(id, found));
        }
        return text;
    }

    private void put(Hash id, String text) {
        String old = recent.put(id, text);
        characters += text.length() - (old == null ? 0 : old.length());
        while (characters > MOST_CHARACTERS && recent.size() > 1) {
            characters -= recent.pollFirstEntry().getValue().length();
        }
    }
}
