package dev.throughline.wire.reply;

import dev.throughline.model.ItemKind;
import dev.throughline.wire.HiddenCalls.SeenItem;
import dev.throughline.wire.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the items that a client received among those that it sends back. They must be the same in the same order; only
 * what {@linkplain SeenItem#isOptional() clients leave out} may be missing, and results of calls may be between them.
 *
 * @param places for each seen item its index, or {@link #MISSING}
 */
public record SeenItemMatch(List<Integer> places) {
    public static final int MISSING = -1;

    public SeenItemMatch {
        places = List.copyOf(places);
    }

    /** The match at the beginning of these items; empty if they are not the items that were sent. */
    public static Optional<SeenItemMatch> of(List<SeenItem> seen, List<Item> items) {
        List<Integer> places = new ArrayList<>();
        int at = 0;
        while (places.size() < seen.size()) {
            SeenItem wanted = seen.get(places.size());
            boolean isEnd = at >= items.size();
            if (!isEnd && items.get(at).id().equals(wanted.id())) {
                places.add(at++);
            } else if (!isEnd && at > 0 && items.get(at).kind() == ItemKind.TOOL_RESULT) {
                at++;
            } else if (wanted.isOptional()) {
                places.add(MISSING);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new SeenItemMatch(places)).filter(found -> found.count() > 0);
    }

    /** The number of items that were found. */
    public int count() {
        return (int) places.stream().filter(place -> place != MISSING).count();
    }
}
