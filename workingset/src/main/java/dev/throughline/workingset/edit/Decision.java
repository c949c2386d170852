package dev.throughline.workingset.edit;

import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Edits that belong together, their texts, and the reason. They are not stored yet.
 *
 * @param texts the texts of the edits by hash, in the order of the edits so that equal archives have equal bytes
 */
public record Decision(List<Edit> edits, Map<Hash, String> texts, DecisionReason reason) {
    public Decision {
        edits = List.copyOf(edits);
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    }

    /** Collects edits and their texts. */
    public static final class Draft {
        private final List<Edit> edits = new ArrayList<>();
        private final Map<Hash, String> texts = new LinkedHashMap<>();

        /** Adds a text and returns its hash. */
        public Hash text(String text) {
            Hash id = Hash.of(text);
            texts.put(id, text);
            return id;
        }

        public void add(Edit edit) {
            edits.add(edit);
        }

        public boolean isEmpty() {
            return edits.isEmpty();
        }

        /** The decision, without rewordings that a later one replaced, and without texts that no edit names. */
        public Decision because(DecisionReason why) {
            Set<Hash> later = new HashSet<>();
            List<Edit> newest = new ArrayList<>();
            for (Edit edit : edits.reversed()) {
                if (reworded(edit).map(later::add).orElse(true)) {
                    newest.addFirst(edit);
                }
            }
            Map<Hash, String> named = new LinkedHashMap<>();
            newest.forEach(edit -> edit.addedText().ifPresent(text -> named.put(text, texts.getOrDefault(text, ""))));
            return new Decision(newest, named, why);
        }

        private static Optional<Hash> reworded(Edit edit) {
            return switch (edit) {
                case Edit.Reword reword -> Optional.of(reword.node());
                case Edit.Restore restore -> Optional.of(restore.node());
                case Edit.Replace _, Edit.Prepend _, Edit.Insert _, Edit.AddTools _ -> Optional.empty();
            };
        }
    }
}
