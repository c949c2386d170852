package dev.throughline.wire.request;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Writes a changed request and copies the unchanged parts.
 *
 * <pre>
 * body      {"model":"m","input":[A, B , C],"x":1e5}
 * changes   Drop(1), InsertAfter(1, D)
 * result    {"model":"m","input":[A, D , C],"x":1e5}
 * </pre>
 *
 * <p>Nothing is parsed and written again: kept elements, and everything around the history, are raw slices of the body,
 * odd numbers and spaces included. The bytes between two elements belong to the second one and are removed with it; a
 * new element in the place of an old one inherits them. Without changes the result is the body itself.
 */
public final class RequestRewriter {
    private final Request request;
    private final List<Span> history;
    private final BitSet removed = new BitSet();

    /** New elements after each old one; at index 0 those before the first. */
    private final List<List<Bytes>> added;

    private boolean isHistoryChanged;
    private final JsonEdits edits;

    private RequestRewriter(Request request) {
        this.request = request;
        this.history = request.history();
        this.added = new ArrayList<>(Collections.nCopies(history.size() + 1, List.of()));
        this.edits = new JsonEdits(request.body());
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
        if (rewriter.isHistoryChanged) {
            rewriter.editHistory();
        }
        return rewriter.edits.toBytes();
    }

    private void take(RequestChange change) {
        switch (change) {
            case RequestChange.Drop drop -> remove(drop.index());
            case RequestChange.ReplaceElement replace -> {
                remove(replace.index());
                addedAfter(replace.index()).addFirst(replace.element());
            }
            case RequestChange.InsertAfter insert -> addedAfter(insert.index()).add(insert.element());
            case RequestChange.Splice splice -> edits.replace(splice.range(), splice.bytes());
        }
    }

    private void remove(int index) {
        if (index < 0 || index >= history.size() || removed.get(index)) {
            throw new IllegalArgumentException("Element " + index + " of a history of " + history.size()
                    + " cannot be removed: it is missing or removed twice.");
        }
        removed.set(index);
        isHistoryChanged = true;
    }

    private List<Bytes> addedAfter(int index) {
        if (index < -1 || index >= history.size()) {
            throw new IllegalArgumentException(
                    "Nothing can be added behind element " + index + " of a history of " + history.size() + ".");
        }
        isHistoryChanged = true;
        if (added.get(index + 1).isEmpty()) {
            added.set(index + 1, new ArrayList<>());
        }
        return added.get(index + 1);
    }

    private void editHistory() {
        if (history.isEmpty()) {
            edits.insert(emptyArray().start() + 1, joined(added.getFirst()));
        } else if (request.historyValue().filter(history.getFirst()::equals).isPresent()) {
            edits.replace(history.getFirst(), plainText());
        } else {
            editElements();
        }
    }

    private Span emptyArray() {
        return request.historyValue()
                .filter(span -> RawObject.first(request.raw(span)) == '[')
                .orElseThrow(() -> new IllegalArgumentException("The request has no history that can be filled."));
    }

    /** Replaces what is between the kept elements of an array; {@code gap} is what stands there after the changes. */
    private void editElements() {
        JsonBuilder gap = new JsonBuilder();
        int gapStart = history.getFirst().start();
        boolean isFirst = true;
        for (int i = -1; i < history.size(); i++) {
            boolean isKept = i >= 0 && !removed.get(i);
            if (isKept) {
                gap.add(separator(isFirst, i));
                edits.replace(request.raw(new Span(gapStart, history.get(i).start())), gap.toBytes());
                gap = new JsonBuilder();
                gapStart = history.get(i).end();
                isFirst = false;
            }
            int place = isKept ? -1 : i;
            for (Bytes element : added.get(i + 1)) {
                gap.add(separator(isFirst, place)).add(element);
                place = -1;
                isFirst = false;
            }
        }
        edits.replace(request.raw(new Span(gapStart, history.getLast().end())), gap.toBytes());
    }

    /** The bytes before an element: those before the old element that it replaces, else a comma. */
    private Bytes separator(boolean isFirst, int place) {
        if (isFirst) {
            return Bytes.EMPTY;
        }
        if (place < 1) {
            return Bytes.of(",");
        }
        int start = history.get(place - 1).end();
        return request.raw(new Span(start, history.get(place).start()));
    }

    /**
     * A history that was one text without brackets. It stays so if one text is what is left; else it becomes a list, in
     * which a text must stand as a message.
     */
    private Bytes plainText() {
        List<Bytes> left = new ArrayList<>(added.getFirst());
        if (!removed.get(0)) {
            left.add(request.raw(history.getFirst()));
        }
        left.addAll(added.getLast());
        if (left.size() == 1 && isText(left.getFirst())) {
            return left.getFirst();
        }
        left.replaceAll(element -> isText(element) ? JsonBuilder.object("role", "user", "content", element) : element);
        return JsonBuilder.array(left);
    }

    private static boolean isText(Bytes element) {
        return RawObject.first(element) == '"';
    }

    private static Bytes joined(List<Bytes> elements) {
        return RawObject.inner(JsonBuilder.array(elements));
    }
}
