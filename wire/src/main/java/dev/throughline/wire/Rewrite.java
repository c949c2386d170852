package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes a changed request by copying what stays.
 *
 * <pre>
 * body      {"model":"m","input":[A, B , C],"x":1e5}
 * changes   Drop(1), InsertAfter(1, D)
 * result    {"model":"m","input":[A, D , C],"x":1e5}
 * </pre>
 *
 * <p>Nothing is parsed and written again: kept elements, and everything around the history, are raw slices of the body,
 * odd numbers and spaces included. The bytes between two elements belong to the second one and go when it goes; a new
 * element that starts where an old one stood inherits them. No change gives the very same bytes.
 */
public final class Rewrite {
    private static final Bytes COMMA = Bytes.of(",");

    private final Request request;
    private final List<Part> parts = new ArrayList<>();

    /** A stretch of the result: a range of the old body, or new bytes. */
    private sealed interface Part {
        record Kept(int start, int end) implements Part {}

        record Fresh(Bytes bytes) implements Part {}
    }

    private Rewrite(Request request) {
        this.request = request;
    }

    /**
     * The body of {@code request} with these changes.
     *
     * @throws IllegalArgumentException if two changes touch the same bytes, or one names an element that is not there
     */
    public static Bytes apply(Request request, List<Change> changes) {
        if (changes.isEmpty()) {
            return request.body();
        }
        Rewrite rewrite = new Rewrite(request);
        rewrite.history(changes);
        rewrite.splice(changes.stream()
                .filter(Change.Splice.class::isInstance)
                .map(Change.Splice.class::cast)
                .sorted(Comparator.comparingInt(splice -> splice.range().start()))
                .toList());
        return rewrite.bytes();
    }

    private void history(List<Change> changes) {
        List<Slot> slots = Slot.of(request.history(), changes);
        int end = request.body().length();
        if (slots.stream().noneMatch(Slot::isChanged)) {
            keep(0, end);
            return;
        }
        HistoryFrame frame = HistoryFrame.of(request);
        keep(0, frame.start());
        if (frame.isBare()) {
            bare(slots);
        } else {
            elements(slots);
        }
        keep(frame.end(), end);
    }

    /** The elements between the brackets of an array. */
    private void elements(List<Slot> slots) {
        boolean isFirst = true;
        for (Slot slot : slots) {
            boolean startsSlot = true;
            for (Part part : partsOf(slot)) {
                if (!isFirst && startsSlot && slot.gap().length() > 0) {
                    keep(slot.gap().start(), slot.gap().end());
                } else if (!isFirst) {
                    parts.add(new Part.Fresh(COMMA));
                }
                add(part);
                isFirst = false;
                startsSlot = false;
            }
        }
    }

    /**
     * A history that was one text without brackets. It stays so if one text is what is left; else it becomes a list, in
     * which a text must stand as a message.
     */
    private void bare(List<Slot> slots) {
        List<Part> left = slots.stream().flatMap(slot -> partsOf(slot).stream()).toList();
        if (left.size() == 1 && isText(left.getFirst())) {
            add(left.getFirst());
            return;
        }
        String separator = "[";
        for (Part part : left) {
            parts.add(new Part.Fresh(Bytes.of(separator)));
            if (isText(part)) {
                parts.add(new Part.Fresh(Bytes.of("{\"role\":\"user\",\"content\":")));
                add(part);
                parts.add(new Part.Fresh(Bytes.of("}")));
            } else {
                add(part);
            }
            separator = ",";
        }
        parts.add(new Part.Fresh(Bytes.of(left.isEmpty() ? "[]" : "]")));
    }

    private boolean isText(Part part) {
        Bytes bytes = bytes(part);
        return !bytes.isEmpty() && bytes.array()[bytes.offset()] == '"';
    }

    private static List<Part> partsOf(Slot slot) {
        if (!slot.isChanged()) {
            return slot.isKept()
                    ? List.of(
                            new Part.Kept(slot.element().start(), slot.element().end()))
                    : List.of();
        }
        List<Part> found = new ArrayList<>();
        if (slot.isKept()) {
            found.add(new Part.Kept(slot.element().start(), slot.element().end()));
        }
        slot.fresh().forEach(bytes -> found.add(new Part.Fresh(bytes)));
        return found;
    }

    private void add(Part part) {
        switch (part) {
            case Part.Kept kept -> keep(kept.start(), kept.end());
            case Part.Fresh fresh -> parts.add(fresh);
        }
    }

    /** Keeps a range; ranges that touch become one, so that a splice may lie across them. */
    private void keep(int start, int end) {
        if (!parts.isEmpty() && parts.getLast() instanceof Part.Kept before && before.end() == start) {
            parts.set(parts.size() - 1, new Part.Kept(before.start(), end));
        } else {
            parts.add(new Part.Kept(start, end));
        }
    }

    /** Carries out the splices, which stand in the order of their places, as the kept ranges do. */
    private void splice(List<Change.Splice> splices) {
        int at = 0;
        int from = 0;
        for (Change.Splice splice : splices) {
            Span range = splice.range();
            while (at < parts.size() && !holds(parts.get(at), range)) {
                at++;
            }
            if (at == parts.size() || range.start() < from) {
                throw new IllegalArgumentException("expected a range that no other change touches, found " + range);
            }
            Part.Kept kept = (Part.Kept) parts.remove(at);
            parts.addAll(
                    at,
                    List.of(
                            new Part.Kept(kept.start(), range.start()),
                            new Part.Fresh(splice.bytes()),
                            new Part.Kept(range.end(), kept.end())));
            at += 2;
            from = range.end();
        }
    }

    private static boolean holds(Part part, Span range) {
        return part instanceof Part.Kept kept && kept.start() <= range.start() && range.end() <= kept.end();
    }

    private Bytes bytes(Part part) {
        return switch (part) {
            case Part.Kept kept -> request.body().slice(new Span(kept.start(), kept.end()));
            case Part.Fresh fresh -> fresh.bytes();
        };
    }

    private Bytes bytes() {
        List<Bytes> stretches = parts.stream().map(this::bytes).toList();
        long total = stretches.stream().mapToLong(Bytes::length).sum();
        byte[] result = new byte[Math.toIntExact(total)];
        int at = 0;
        for (Bytes stretch : stretches) {
            System.arraycopy(stretch.array(), stretch.offset(), result, at, stretch.length());
            at += stretch.length();
        }
        return Bytes.of(result);
    }
}
