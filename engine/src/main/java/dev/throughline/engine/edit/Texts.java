package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Archive;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What edits say, by its hash: from memory where it was used lately, else from the archive. Safe for use by many
 * threads.
 */
final class Texts {
    private static final long MOST_CHARACTERS = 16 << 20;

    private final Archive archive;
    private final LinkedHashMap<Hash, String> recent = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
    private long characters;

    Texts(Archive archive) {
        this.archive = archive;
    }

    /** Texts that are about to be used. */
    synchronized void remember(Map<Hash, String> texts) {
        texts.forEach(this::put);
    }

    String of(SessionRef session, Hash id) {
        synchronized (this) {
            String known = recent.get(id);
            if (known != null) {
                return known;
            }
        }
        String text = archive.source(session, id)
                .map(Bytes::utf8)
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.STORE,
                        "edit_text_missing",
                        "An edit of session " + session.id() + " names the text " + id
                                + ", which the archive does not hold. 'throughline doctor' says what is damaged."));
        synchronized (this) {
            put(id, text);
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
