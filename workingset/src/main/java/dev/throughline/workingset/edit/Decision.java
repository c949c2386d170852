package dev.throughline.workingset.edit;

import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Edits that should be made together, the texts they name, and why. Nothing has happened yet.
 *
 * @param texts what the edits say, by its hash
 */
public record Decision(List<Edit> edits, Map<Hash, String> texts, DecisionReason reason) {
    public Decision {
        edits = List.copyOf(edits);
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts)); // In order, so that archives are alike.
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

        /** The decision, without what it took back itself and without texts that nobody names. */
        public Decision because(DecisionReason why) {
            Map<Hash, Integer> newest = new HashMap<>();
            for (int i = 0; i < edits.size(); i++) {
                int at = i;
                reworded(edits.get(i)).ifPresent(node -> newest.put(node, at));
            }
            List<Edit> last = new ArrayList<>();
            Map<Hash, String> named = new LinkedHashMap<>();
            for (int i = 0; i < edits.size(); i++) {
                int at = i;
                if (reworded(edits.get(i))
                        .map(node -> newest.getOrDefault(node, at) == at)
                        .orElse(true)) {
                    last.add(edits.get(i));
                    text(edits.get(i)).ifPresent(id -> named.put(id, texts.getOrDefault(id, "")));
                }
            }
            return new Decision(last, named, why);
        }

        private static Optional<Hash> reworded(Edit edit) {
            return switch (edit) {
                case Edit.Reword reword -> Optional.of(reword.node());
                case Edit.Restore restore -> Optional.of(restore.node());
                case Edit.Replace _, Edit.Prepend _, Edit.Insert _, Edit.AddTools _ -> Optional.empty();
            };
        }

        private static Optional<Hash> text(Edit edit) {
            return switch (edit) {
                case Edit.Reword reword -> Optional.of(reword.text());
                case Edit.Replace replace -> Optional.of(replace.text());
                case Edit.Prepend prepend -> Optional.of(prepend.text());
                case Edit.Insert insert -> Optional.of(insert.text());
                case Edit.AddTools added -> added.text();
                case Edit.Restore _ -> Optional.empty();
            };
        }
    }
}
