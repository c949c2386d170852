package dev.throughline.testkit.store;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which sessions a pruning selects, by its definition and without the code of the product.
 *
 * @param all the sessions of a tenant
 */
record NaivePruning(List<SessionCard> all) {
    /** Whether a pruning selects these sessions, in this order. */
    boolean isSelection(Store.Pruning pruning, List<SessionCard> found) {
        long expected = all.stream().filter(card -> isSelected(pruning, card)).count();
        return found.size() == expected
                && found.stream().distinct().count() == expected
                && found.stream().allMatch(card -> isSelected(pruning, card))
                && isOrdered(found);
    }

    private boolean isSelected(Store.Pruning pruning, SessionCard card) {
        SessionCard root = root(card);
        long newer = all.stream()
                .filter(other -> root(other).equals(other) && isNewer(other, root))
                .count();
        return pruning.before().filter(changed(root)::isBefore).isPresent()
                || (pruning.keep().isPresent() && newer >= pruning.keep().getAsInt());
    }

    private boolean isNewer(SessionCard one, SessionCard two) {
        int order = changed(one).compareTo(changed(two));
        return order > 0 || (order == 0 && one.ref().id().compareTo(two.ref().id()) > 0);
    }

    /** When a session or one of its sub-agents changed last. */
    private Instant changed(SessionCard root) {
        return all.stream()
                .filter(card -> root(card).equals(root))
                .map(SessionCard::updated)
                .max(Instant::compareTo)
                .orElseThrow();
    }

    private SessionCard root(SessionCard card) {
        Optional<SessionId> parent = card.parent();
        return all.stream()
                .filter(other -> parent.equals(Optional.of(other.ref().id())))
                .findFirst()
                .map(this::root)
                .orElse(card);
    }

    /** Whether the longest unchanged come first, and sub-agents before their parents. */
    private boolean isOrdered(List<SessionCard> found) {
        for (int i = 1; i < found.size(); i++) {
            SessionCard card = found.get(i);
            boolean isAfterParent = found.subList(0, i).stream()
                    .anyMatch(before ->
                            card.parent().equals(Optional.of(before.ref().id())));
            if (isAfterParent || isNewer(root(found.get(i - 1)), root(card))) {
                return false;
            }
        }
        return true;
    }
}
