package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * The place of one old element in a rewritten history: what stood before it, whether it stays, and what is new there.
 *
 * @param gap the bytes between the element before and this one, comma and spaces; empty for the first
 * @param element the old element; empty for the place before the first
 * @param isKept whether the old element stays
 * @param isChanged whether anything differs here
 * @param fresh new elements, in order
 */
record Slot(Span gap, Span element, boolean isKept, boolean isChanged, List<Bytes> fresh) {
    private static final Span NOTHING = new Span(0, 0);

    /** The slots of a history under these changes; the first one is the place before the first element. */
    static List<Slot> of(List<Span> history, List<Change> changes) {
        List<Slot> slots = new ArrayList<>(history.size() + 1);
        slots.add(new Slot(NOTHING, NOTHING, false, false, List.of()));
        for (int i = 0; i < history.size(); i++) {
            Span gap = i == 0
                    ? NOTHING
                    : new Span(
                            /* start= */ history.get(i - 1).end(),
                            /* end= */ history.get(i).start());
            slots.add(new Slot(gap, history.get(i), true, false, List.of()));
        }
        for (Change change : changes) {
            switch (change) {
                case Change.Drop drop ->
                    slots.set(at(drop.index(), slots), old(drop.index(), slots).without());
                case Change.Replace replace ->
                    slots.set(
                            at(replace.index(), slots),
                            old(replace.index(), slots).without().first(replace.element()));
                case Change.InsertAfter insert -> {
                    int at = at(insert.index(), slots);
                    slots.set(at, slots.get(at).last(insert.element()));
                }
                case Change.Splice _ -> {}
            }
        }
        return slots;
    }

    private static int at(int index, List<Slot> slots) {
        if (index < -1 || index + 1 >= slots.size()) {
            throw new IllegalArgumentException(
                    "expected an element of a history of " + (slots.size() - 1) + ", found index " + index);
        }
        return index + 1;
    }

    /** The slot of an old element that no change has taken away yet. */
    private static Slot old(int index, List<Slot> slots) {
        Slot slot = slots.get(at(index, slots));
        if (!slot.isKept) {
            throw new IllegalArgumentException("expected one change that takes element " + index + " away, found two");
        }
        return slot;
    }

    private Slot without() {
        return new Slot(gap, element, false, true, fresh);
    }

    private Slot first(Bytes bytes) {
        List<Bytes> more = new ArrayList<>(fresh);
        more.addFirst(bytes);
        return new Slot(gap, element, isKept, true, more);
    }

    private Slot last(Bytes bytes) {
        List<Bytes> more = new ArrayList<>(fresh);
        more.add(bytes);
        return new Slot(gap, element, isKept, true, more);
    }
}
