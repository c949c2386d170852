package dev.throughline.workingset.edit;

import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Edits that should be made together, the texts they name, and why. Nothing has happened yet.
 *
 * @param texts what the edits say, by its hash
 */
public record Decision(List<Edit> edits, Map<Hash, String> texts, Why why) {
    public Decision {
        edits = List.copyOf(edits);
        texts = Map.copyOf(texts);
    }

    /** Gathers edits and their texts. */
    public static final class Draft {
        private final List<Edit> edits = new ArrayList<>();
        private final Map<Hash, String> texts = new LinkedHashMap<>();

        /** Notes a text and gives its name. */
        public Hash text(String text) {
            Hash id = Hash.of(text);
            texts.put(id, text);
            return id;
        }

        public void add(Edit edit) {
            edits.add(edit);
        }

        public void addAll(Draft other) {
            edits.addAll(other.edits);
            texts.putAll(other.texts);
        }

        public boolean isEmpty() {
            return edits.isEmpty();
        }

        public List<Edit> edits() {
            return edits;
        }

        public Decision because(Why why) {
            return new Decision(edits, texts, why);
        }
    }
}
