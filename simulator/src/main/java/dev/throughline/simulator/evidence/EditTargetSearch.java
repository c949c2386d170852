package dev.throughline.simulator.evidence;

import dev.throughline.simulator.prompt.PromptItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells which edit targets stand in a prompt: verbatim, in one item, line numbers aside.
 *
 * <p>Few turns edit, and what they edit was usually read shortly before. So prompts are searched from their end, for
 * one target at a time, and only the texts to search are kept per item. Used by one thread at a time.
 */
public final class EditTargetSearch {
    private final Map<PromptItem, Searchable> texts = new HashMap<>();

    /** What a reader finds in an item, as it is and without line numbers. */
    private record Searchable(String text, String unnumbered) {
        private static Searchable of(PromptItem item) {
            String text = item.search();
            return new Searchable(text, LineNumbers.without(text));
        }

        @SuppressWarnings("ReferenceEquality") // The very same text need not be searched twice.
        private boolean contains(String target) {
            return text.contains(target) || (unnumbered != text && unnumbered.contains(target));
        }
    }

    /** Those of the targets that stand in a prompt made of these items. */
    public List<String> standing(List<String> targets, List<PromptItem> prompt) {
        return targets.stream().filter(target -> stands(target, prompt)).toList();
    }

    private boolean stands(String target, List<PromptItem> prompt) {
        for (PromptItem item : prompt.reversed()) {
            if (texts.computeIfAbsent(item, Searchable::of).contains(target)) {
                return true;
            }
        }
        return false;
    }
}
