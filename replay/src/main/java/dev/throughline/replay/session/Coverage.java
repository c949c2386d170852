package dev.throughline.replay.session;

import dev.throughline.replay.evidence.Evidence;
import dev.throughline.replay.evidence.Finder;
import dev.throughline.replay.evidence.Token;
import dev.throughline.replay.prompt.PromptItem;
import dev.throughline.replay.speech.Speaker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells which evidence stands in a prompt. A message that was forwarded whole covers all it says; only evidence whose
 * messages were all changed or dropped is searched for.
 */
final class Coverage {
    private final Map<Integer, List<Evidence>> evidence;
    private final Speaker speaker;
    private @Nullable Finder finder;

    Coverage(Map<Integer, List<Evidence>> evidence, Speaker speaker) {
        this.evidence = evidence;
        this.speaker = speaker;
    }

    /** What the prompt has of the evidence of one turn. */
    record Covered(int all, int old, Set<Integer> lostSources) {}

    Covered of(List<Evidence> used, List<PromptItem> prompt) {
        if (used.isEmpty()) {
            return new Covered(0, 0, Set.of());
        }
        Set<PromptItem> present = new HashSet<>(prompt);
        int all = 0;
        int old = 0;
        Set<Integer> lost = new HashSet<>();
        for (Evidence each : used) {
            if (isWhole(each, present) || finder().isIn(each.token(), present)) {
                all++;
                old += each.isOld() ? 1 : 0;
            } else {
                lost.add(each.sources().getLast());
            }
        }
        return new Covered(all, old, lost);
    }

    private boolean isWhole(Evidence each, Set<PromptItem> present) {
        for (int source : each.sources()) {
            List<PromptItem> items = speaker.itemsOf(source);
            if (!items.isEmpty() && present.containsAll(items)) {
                return true;
            }
        }
        return false;
    }

    private Finder finder() {
        if (finder == null) {
            List<Token> all = new ArrayList<>();
            evidence.values().forEach(used -> used.forEach(each -> all.add(each.token())));
            finder = new Finder(all);
        }
        return finder;
    }
}
