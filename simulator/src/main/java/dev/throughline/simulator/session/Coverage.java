package dev.throughline.simulator.session;

import dev.throughline.simulator.evidence.Evidence;
import dev.throughline.simulator.evidence.EvidenceSearch;
import dev.throughline.simulator.evidence.EvidenceToken;
import dev.throughline.simulator.prompt.PromptItem;
import dev.throughline.simulator.request.RequestWriter;
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
    private final RequestWriter requests;
    private @Nullable EvidenceSearch finder;

    Coverage(Map<Integer, List<Evidence>> evidence, RequestWriter requests) {
        this.evidence = evidence;
        this.requests = requests;
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
            List<PromptItem> items = requests.itemsOf(source);
            if (!items.isEmpty() && present.containsAll(items)) {
                return true;
            }
        }
        return false;
    }

    private EvidenceSearch finder() {
        if (finder == null) {
            List<EvidenceToken> all = new ArrayList<>();
            evidence.values().forEach(used -> used.forEach(each -> all.add(each.token())));
            finder = new EvidenceSearch(all);
        }
        return finder;
    }
}
