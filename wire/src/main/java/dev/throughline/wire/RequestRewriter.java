package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
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
public final class RequestRewriter {
    private static final Bytes COMMA = Bytes.of(",");

    private final Request request;
    private final List<Span> history;
    private final BitSet removed = new BitSet();
    private final List<RequestChange.Splice> splices = new ArrayList<>();

    /** New elements behind each old one; at index 0 those before the first. */
    private final List<List<Bytes>> added;

    private boolean isHistoryChanged;
    private final List<Part> parts = new ArrayList<>();

    /** A stretch of the result: a range of the old body, or new bytes. */
    private sealed interface Part {
        record Kept(int start, int end) implements Part {}

        record Fresh(Bytes bytes) implements Part {}
    }

    private RequestRewriter(Request request) {
        this.request = request;
        this.history = request.history();
        this.added = new ArrayList<>(Collections.nCopies(history.size() + 1, List.of()));
    }

    /**
     * The body of {@code request} with these changes.
     *
     * @throws IllegalArgumentException if two changes touch the same bytes, or one names an element that is not there
     */
    public static Bytes apply(Request request, List<RequestChange> changes) {
        if (changes.isEmpty()) {
            return request.body();
        }
        RequestRewriter rewriter = new RequestRewriter(request);
        changes.forEach(rewriter::take);
        rewriter.writeParts();
        rewriter.splice();
        return rewriter.bytes();
    }

    private void take(RequestChange change) {
        switch (change) {
            case RequestChange.Drop drop -> remove(drop.index());
            case RequestChange.Replace replace -> {
                remove(replace.index());
                addedAfter(replace.index()).addFirst(replace.element());
            }
            case RequestChange.InsertAfter insert -> addedAfter(insert.index()).add(insert.element());
            case RequestChange.Splice splice -> splices.add(splice);
        }
    }

    private void remove(int index) {
        if (index < 0 || index >= history.size()) {
            throw notThere(index);
        }
        if (removed.get(index)) {
            throw new IllegalArgumentException("expected one change that takes element " + index + " away, found two");
        }
        removed.set(index);
        isHistoryChanged = true;
    }

    private List<Bytes> addedAfter(int index) {
        if (index < -1 || index >= history.size()) {
            throw notThere(index);
        }
        isHistoryChanged = true;
        if (added.get(index + 1).isEmpty()) {
            added.set(index + 1, new ArrayList<>());
        }
        return added.get(index + 1);
    }

    private IllegalArgumentException notThere(int index) {
        return new IllegalArgumentException(
                "expected an element of a history of " + history.size() + ", found index " + index);
    }

    private void writeParts() {
        int end = request.body().length();
        if (!isHistoryChanged) {
            keep(0, end);
        } else if (history.isEmpty()) {
            int start = emptyArray().start() + 1;
            keep(0, start);
            writeElements();
            keep(start, end);
        } else {
            keep(0, history.getFirst().start());
            if (isPlainText()) {
                writePlainText();
            } else {
                writeElements();
            }
            keep(history.getLast().end(), end);
        }
    }

    private Span emptyArray() {
        return request.historyValue()
                .filter(span -> request.body().array()[request.body().offset() + span.start()] == '[')
                .orElseThrow(
                        () -> new IllegalArgumentException("expected a request with a history, found one without"));
    }

    /** Whether the history is one text without brackets around it. */
    private boolean isPlainText() {
        return history.size() == 1
                && request.historyValue().filter(history.getFirst()::equals).isPresent();
    }

    /** The elements between the brackets of an array. */
    private void writeElements() {
        boolean isFirst = true;
        for (int i = -1; i < history.size(); i++) {
            boolean isKept = i >= 0 && !removed.get(i);
            List<Bytes> fresh = added.get(i + 1);
            if (isKept) {
                separate(isFirst, i);
                keep(history.get(i).start(), history.get(i).end());
                isFirst = false;
            }
            for (int k = 0; k < fresh.size(); k++) {
                separate(isFirst, k == 0 && !isKept ? i : -1);
                parts.add(new Part.Fresh(fresh.get(k)));
                isFirst = false;
            }
        }
    }

    /** What stands before an element: if it has the place of an old one, what stood there, else a comma. */
    private void separate(boolean isFirst, int place) {
        if (!isFirst && place > 0) {
            keep(
                    /* start= */ history.get(place - 1).end(),
                    /* end= */ history.get(place).start());
        } else if (!isFirst) {
            parts.add(new Part.Fresh(COMMA));
        }
    }

    /**
     * A history that was one text without brackets. It stays so if one text is what is left; else it becomes a list, in
     * which a text must stand as a message.
     */
    private void writePlainText() {
        List<Part> left = new ArrayList<>();
        addFresh(0, left);
        if (!removed.get(0)) {
            left.add(
                    new Part.Kept(history.getFirst().start(), history.getFirst().end()));
        }
        addFresh(1, left);
        if (left.size() == 1 && isText(left.getFirst())) {
            add(left.getFirst());
            return;
        }
        String separator = "[";
        for (Part part : left) {
            boolean isText = isText(part);
            parts.add(new Part.Fresh(Bytes.of(isText ? separator + "{\"role\":\"user\",\"content\":" : separator)));
            add(part);
            separator = isText ? "}," : ",";
        }
        parts.add(new Part.Fresh(Bytes.of(left.isEmpty() ? "[]" : separator.replace(',', ']'))));
    }

    private void addFresh(int place, List<Part> target) {
        added.get(place).forEach(element -> target.add(new Part.Fresh(element)));
    }

    private boolean isText(Part part) {
        Bytes bytes = bytes(part);
        return !bytes.isEmpty() && bytes.array()[bytes.offset()] == '"';
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

    /** Carries out the splices in the order of their places, which is that of the kept ranges. */
    private void splice() {
        splices.sort(Comparator.comparingInt(splice -> splice.range().start()));
        int at = 0;
        int from = 0;
        for (RequestChange.Splice splice : splices) {
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

    private Bytes bytes(Part part) {
        return switch (part) {
            case Part.Kept kept -> request.body().slice(new Span(kept.start(), kept.end()));
            case Part.Fresh fresh -> fresh.bytes();
        };
    }
}
