package dev.throughline.engine.edit;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.TextChange;
import dev.throughline.wire.Wire;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a request with its edits applied. The result depends only on the client's bytes and the edit log, so the same
 * history always gives the same bytes.
 *
 * <pre>
 *   request   [ e0 ][ e1: call ][ e2: result ][ e3 ][ e4 ][ e5 ]
 *   log       Reword(e2)                      Replace(e3..e4)
 *   sent      [ e0 ][ e1: call ][ e2: stub   ][ user: block ][ e5 ]
 * </pre>
 *
 * <p>Elements without edits are slices of this request. An element that has the same bytes and edits as in the previous
 * request is not written again.
 */
final class PromptWriter {
    private static final Logger LOG = LoggerFactory.getLogger(PromptWriter.class);

    private static final int NONE = -1;

    private final Wire wire;
    private final Request request;
    private final RequestChain chain;
    private final EditLog log;
    private final Function<Hash, String> texts;
    private final List<RequestChange> changes = new ArrayList<>();

    /** {@code chain} is the chain of {@code request}. */
    PromptWriter(Wire wire, Request request, RequestChain chain, EditLog log, Function<Hash, String> texts) {
        this.wire = wire;
        this.request = request;
        this.chain = chain;
        this.log = log;
        this.texts = texts;
    }

    /** The changes to the request. */
    List<RequestChange> changes() {
        Map<Hash, Integer> lastElements = log.hasReplaces() ? lastElements() : Map.of();
        int index = 0;
        while (index < chain.elements().size()) {
            int last = replaceRange(index, lastElements);
            if (last == NONE) {
                rewordElement(index);
            }
            index = Math.max(index, last) + 1;
        }
        return changes;
    }

    /** The index of the last element of each replaced range, by the last node of the range. */
    private Map<Hash, Integer> lastElements() {
        Map<Hash, Integer> indexes = new HashMap<>();
        for (Piece piece : chain.pieces()) {
            log.replacesFrom(piece.node()).forEach(replace -> indexes.put(replace.last(), NONE));
        }
        for (int i = 0; i < chain.elements().size(); i++) {
            List<Piece> pieces = chain.elements().get(i).pieces();
            int index = i;
            if (!pieces.isEmpty()) {
                indexes.computeIfPresent(pieces.getLast().node(), (_, _) -> index);
            }
        }
        return indexes;
    }

    /**
     * Replaces the range that begins with an element, and returns the index of its last element; -1 if no range begins
     * there.
     */
    private int replaceRange(int index, Map<Hash, Integer> lastElements) {
        ChainElement element = chain.elements().get(index);
        if (lastElements.isEmpty() || element.pieces().isEmpty()) {
            return NONE;
        }
        for (Edit.Replace replace : log.replacesFrom(element.pieces().getFirst().node())) {
            int last = lastElements.getOrDefault(replace.last(), NONE);
            if (last >= index) {
                // The last node distinguishes this message from a reworded element with the same text.
                List<Hash> key = List.of(replace.text(), replace.last());
                Bytes message = element.written(key, () -> wire.editor().userMessage(texts.apply(replace.text())));
                changes.add(new RequestChange.ReplaceElement(index, message));
                for (int i = index + 1; i <= last; i++) {
                    changes.add(new RequestChange.Drop(i));
                }
                return last;
            }
        }
        return NONE;
    }

    private void rewordElement(int index) {
        ChainElement element = chain.elements().get(index);
        // Most elements have no edits, so this check allocates nothing.
        if (!hasEdits(element)) {
            return;
        }
        List<Edit.@Nullable Reword> rewords = new ArrayList<>();
        List<Hash> key = new ArrayList<>();
        Edit.Prepend prepend = null;
        for (Piece piece : element.pieces()) {
            Edit.Reword reword = log.reword(piece.node()).orElse(null);
            prepend = log.prepend(piece.node()).orElse(prepend);
            rewords.add(reword);
            if (reword != null) {
                key.add(reword.text());
            }
        }
        if (prepend != null) {
            key.add(prepend.text());
        }
        Edit.Prepend last = prepend;
        changes.add(new RequestChange.ReplaceElement(
                index,
                element.written(
                        key, () -> write(element, request.raw(request.history().get(index)), rewords, last))));
    }

    private boolean hasEdits(ChainElement element) {
        for (Piece piece : element.pieces()) {
            if (log.touches(piece.node())) {
                return true;
            }
        }
        return false;
    }

    private Bytes write(
            ChainElement element, Bytes raw, List<Edit.@Nullable Reword> rewords, Edit.@Nullable Prepend prepend) {
        List<TextChange> textChanges = new ArrayList<>();
        for (int i = 0; i < rewords.size(); i++) {
            Edit.Reword reword = rewords.get(i);
            if (reword != null && wire.editor().isEditable(raw, element.items().get(i))) {
                textChanges.add(new TextChange(i, texts.apply(reword.text())));
            }
        }
        Bytes bytes = reword(element.items(), raw, textChanges);
        return prepend == null ? bytes : wire.editor().prepend(bytes, texts.apply(prepend.text()));
    }

    /**
     * Rewords an element. If that fails, the element is sent as the client sent it, so that other edits still apply.
     */
    private Bytes reword(List<Item> items, Bytes raw, List<TextChange> textChanges) {
        try {
            Bytes bytes = wire.editor().replaceTexts(raw, textChanges);
            checkItems(items, bytes);
            return bytes;
        } catch (RuntimeException e) {
            LOG.error("an element cannot be reworded and is sent as the client sent it", e);
            return raw;
        }
    }

    /** Throws unless a reworded element contains the same items: the same kinds, calls and tools, in the same order. */
    private void checkItems(List<Item> before, Bytes bytes) {
        List<Item> after = wire.itemise(bytes, new Span(0, bytes.length()));
        boolean isSame = before.size() == after.size();
        for (int i = 0; isSame && i < before.size(); i++) {
            isSame = before.get(i).kind() == after.get(i).kind()
                    && Objects.equals(before.get(i).call(), after.get(i).call())
                    && Objects.equals(before.get(i).tool(), after.get(i).tool());
        }
        if (!isSame) {
            throw new IllegalStateException("A reworded element has different items than the original.");
        }
    }
}
