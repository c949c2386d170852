package dev.throughline.engine.archive;

import dev.throughline.model.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which sessions of a tenant are old enough to be deleted.
 *
 * <p>A session and its sub-agents, and those of the sub-agents, are one family, which changed when any of them changed
 * last. A family is deleted as a whole or not at all. A sub-agent whose parent no longer exists is a family of its own.
 */
final class PrunedSessions {
    /** Sessions that are deleted together: sub-agents before their parents. */
    private record Family(List<SessionCard> cards, Instant changed) {}

    private static final Comparator<Family> LONGEST_UNCHANGED_FIRST = Comparator.comparing(Family::changed)
            .thenComparing(family -> family.cards().getLast().ref().id());

    private PrunedSessions() {}

    static List<SessionCard> select(Collection<SessionCard> all, Store.Pruning pruning, int limit) {
        List<Family> families = families(all);
        int surplus = pruning.keep().isEmpty()
                ? 0
                : Math.max(0, families.size() - pruning.keep().getAsInt());
        List<SessionCard> selected = new ArrayList<>();
        for (int i = 0; i < families.size() && selected.size() < limit; i++) {
            Family family = families.get(i);
            boolean isOld = pruning.before().filter(family.changed()::isBefore).isPresent();
            if (i < surplus || isOld) {
                selected.addAll(family.cards());
            }
        }
        return List.copyOf(selected.subList(0, Math.min(limit, selected.size())));
    }

    private static List<Family> families(Collection<SessionCard> all) {
        Set<SessionId> known = new HashSet<>();
        all.forEach(card -> known.add(card.ref().id()));
        Map<SessionId, List<SessionCard>> children = new HashMap<>();
        List<SessionCard> roots = new ArrayList<>();
        for (SessionCard card : all) {
            if (card.parent().filter(known::contains).isPresent()) {
                children.computeIfAbsent(card.parent().get(), _ -> new ArrayList<>())
                        .add(card);
            } else {
                roots.add(card);
            }
        }
        List<Family> families = new ArrayList<>();
        for (SessionCard root : roots) {
            families.add(family(root, children));
        }
        families.sort(LONGEST_UNCHANGED_FIRST);
        return families;
    }

    private static Family family(SessionCard root, Map<SessionId, List<SessionCard>> children) {
        List<SessionCard> parentsFirst = new ArrayList<>(List.of(root));
        for (int i = 0; i < parentsFirst.size(); i++) {
            List<SessionCard> own = new ArrayList<>(
                    children.getOrDefault(parentsFirst.get(i).ref().id(), List.of()));
            own.sort(Comparator.comparing(card -> card.ref().id()));
            parentsFirst.addAll(own);
        }
        Instant changed = parentsFirst.stream()
                .map(SessionCard::updated)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new Family(parentsFirst.reversed(), changed);
    }
}
