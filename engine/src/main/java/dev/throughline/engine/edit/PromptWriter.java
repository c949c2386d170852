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
 * Writes a request under its edits: a pure function of the client's bytes and the log, whatever happened before.
 *
 * <pre>
 *   request   [ e0 ][ e1: call ][ e2: result ][ e3 ][ e4 ][ e5 ]
 *   log       Reword(e2)                      Replace(e3..e4)
 *   sent      [ e0 ][ e1: call ][ e2: stub   ][ user: block ][ e5 ]
 * </pre>
 *
 * <p>Elements without edits are raw slices of this request. One that was written before, and came in the same bytes, is
 * taken as it was written.
 */
final class PromptWriter {
    private static final Logger LOG = LoggerFactory.getLogger(PromptWriter.class);

    private static final int NOWHERE = -1;

    private final Wire wire;
    private final Request request;
    private final RequestChain chain;
    private final EditLog log;
    private final Function<Hash, String> texts;
    private final List<RequestChange> changes = new ArrayList<>();

    /** The writing of a request that the chain has followed last. */
    PromptWriter(Wire wire, Request request, RequestChain chain, EditLog log, Function<Hash, String> texts) {
        this.wire = wire;
        this.request = request;
        this.chain = chain;
        this.log = log;
        this.texts = texts;
    }

    /** The changes to the client's request. */
    List<RequestChange> changes() {
        Map<Hash, Integer> elementOf = log.hasReplaces() ? elementsByNode() : Map.of();
        int element = 0;
        while (element < chain.size()) {
            int last = replaced(element, elementOf);
            if (last >= element) {
                element = last + 1;
            } else {
                write(element);
                element++;
            }
        }
        return changes;
    }

    /** The elements with which replacements end. */
    private Map<Hash, Integer> elementsByNode() {
        Map<Hash, Integer> elements = new HashMap<>();
        for (Piece piece : chain.pieces()) {
            log.replacesFrom(piece.node()).forEach(replace -> elements.put(replace.last(), NOWHERE));
        }
        for (int i = 0; i < chain.size(); i++) {
            RequestChain.Element element = chain.element(i);
            if (!element.items().isEmpty()) {
                int at = i;
                int last = element.first() + element.items().size() - 1;
                elements.computeIfPresent(chain.pieces().get(last).node(), (_, _) -> at);
            }
        }
        return elements;
    }

    /** Replaces the range that begins with this element, and gives its last element; -1 if none begins here. */
    private int replaced(int element, Map<Hash, Integer> elementOf) {
        if (elementOf.isEmpty() || chain.element(element).items().isEmpty()) {
            return -1;
        }
        Hash first = chain.pieces().get(chain.element(element).first()).node();
        for (Edit.Replace replace : log.replacesFrom(first)) {
            Integer last = elementOf.get(replace.last());
            if (last != null && last >= element) {
                changes.add(new RequestChange.ReplaceElement(element, message(element, replace)));
                for (int i = element + 1; i <= last; i++) {
                    changes.add(new RequestChange.Drop(i));
                }
                return last;
            }
        }
        return -1;
    }

    /** The message in the place of a range. That it also names the range tells it from the element's own words. */
    private Bytes message(int element, Edit.Replace replace) {
        return chain.element(element)
                .written(
                        List.of(replace.text(), replace.last()),
                        () -> wire.editor().userMessage(texts.apply(replace.text())));
    }

    private void write(int element) {
        RequestChain.Element known = chain.element(element);
        if (!isTouched(known)) {
            return;
        }
        List<Edit.Reword> rewords = new ArrayList<>();
        List<Hash> said = new ArrayList<>();
        Edit.Prepend prepend = null;
        for (int i = 0; i < known.items().size(); i++) {
            Piece piece = chain.pieces().get(known.first() + i);
            Edit.Reword reword = log.reword(piece.node()).orElse(null);
            Edit.Prepend before = log.prepend(piece.node()).orElse(null);
            rewords.add(reword);
            prepend = before == null ? prepend : before;
            if (reword != null) {
                said.add(reword.text());
            }
        }
        if (prepend != null) {
            said.add(prepend.text());
        }
        Edit.Prepend last = prepend;
        changes.add(
                new RequestChange.ReplaceElement(element, known.written(said, () -> written(element, rewords, last))));
    }

    /** Whether an edit changes an element; of most none does, so nothing is built to find that out. */
    private boolean isTouched(RequestChain.Element known) {
        for (int i = 0; i < known.items().size(); i++) {
            if (log.touches(chain.pieces().get(known.first() + i).node())) {
                return true;
            }
        }
        return false;
    }

    private Bytes written(int element, List<Edit.@Nullable Reword> rewords, Edit.@Nullable Prepend prepend) {
        Bytes raw = request.raw(request.history().get(element));
        List<Item> items = chain.element(element).items();
        List<TextChange> rewordings = new ArrayList<>();
        for (int i = 0; i < rewords.size(); i++) {
            Edit.Reword reword = rewords.get(i);
            if (reword != null && wire.editor().isEditable(raw, items.get(i))) {
                rewordings.add(new TextChange(i, texts.apply(reword.text())));
            }
        }
        Bytes bytes = reworded(element, raw, rewordings);
        if (prepend != null) {
            bytes = wire.editor().prepend(bytes, texts.apply(prepend.text()));
        }
        return bytes;
    }

    /** An element that cannot be reworded goes as it came: one wrong edit must not undo all others. */
    private Bytes reworded(int element, Bytes raw, List<TextChange> rewordings) {
        try {
            Bytes bytes = wire.editor().replaceTexts(raw, rewordings);
            check(chain.element(element).items(), bytes);
            return bytes;
        } catch (RuntimeException e) {
            LOG.error("element {} cannot be reworded and goes as it came", element, e);
            return raw;
        }
    }

    /** A reworded element still holds the same items: the same kinds, calls and tools, in the same order. */
    private void check(List<Item> before, Bytes bytes) {
        List<Item> after = wire.itemise(bytes, new Span(0, bytes.length()));
        boolean isSame = before.size() == after.size();
        for (int i = 0; isSame && i < before.size(); i++) {
            isSame = before.get(i).kind() == after.get(i).kind()
                    && Objects.equals(before.get(i).call(), after.get(i).call())
                    && Objects.equals(before.get(i).tool(), after.get(i).tool());
        }
        if (!isSame) {
            throw new IllegalStateException("a reworded element holds other items than before");
        }
    }
}
