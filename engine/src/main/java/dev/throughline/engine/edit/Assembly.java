package dev.throughline.engine.edit;

import com.dynatrace.hash4j.hashing.HashValue128;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.wire.Change;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.wording.Rewording;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
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
final class Assembly {
    private static final Logger LOG = LoggerFactory.getLogger(Assembly.class);

    private static final int NOWHERE = -1;

    private final Wire wire;
    private final Request request;
    private final LiveChain live;
    private final EditLog log;
    private final Function<Hash, String> texts;
    private final List<Change> changes = new ArrayList<>();

    /** The writing of a request that the chain has followed last. */
    Assembly(Wire wire, Request request, LiveChain live, EditLog log, Function<Hash, String> texts) {
        this.wire = wire;
        this.request = request;
        this.live = live;
        this.log = log;
        this.texts = texts;
    }

    /** The changes to the client's request. */
    List<Change> changes() {
        Map<Hash, Integer> elementOf = log.hasReplaces() ? elementsByNode() : Map.of();
        int element = 0;
        while (element < live.size()) {
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
        for (Piece piece : live.pieces()) {
            log.replacesFrom(piece.node()).forEach(replace -> elements.put(replace.last(), NOWHERE));
        }
        for (int i = 0; i < live.size(); i++) {
            LiveChain.Element element = live.element(i);
            if (!element.items().isEmpty()) {
                int at = i;
                int last = element.first() + element.items().size() - 1;
                elements.computeIfPresent(live.pieces().get(last).node(), (_, _) -> at);
            }
        }
        return elements;
    }

    /** Replaces the range that begins with this element, and gives its last element; -1 if none begins here. */
    private int replaced(int element, Map<Hash, Integer> elementOf) {
        if (elementOf.isEmpty() || live.element(element).items().isEmpty()) {
            return -1;
        }
        Hash first = live.pieces().get(live.element(element).first()).node();
        for (Edit.Replace replace : log.replacesFrom(first)) {
            Integer last = elementOf.get(replace.last());
            if (last != null && last >= element) {
                changes.add(new Change.Replace(element, message(element, replace)));
                for (int i = element + 1; i <= last; i++) {
                    changes.add(new Change.Drop(i));
                }
                return last;
            }
        }
        return -1;
    }

    /** The message in the place of a range. That it also names the range tells it from the element's own words. */
    private Bytes message(int element, Edit.Replace replace) {
        return asBefore(
                element,
                List.of(replace.text(), replace.last()),
                () -> wire.wording().userMessage(texts.apply(replace.text())));
    }

    private void write(int element) {
        LiveChain.Element known = live.element(element);
        if (!isTouched(known)) {
            return;
        }
        List<Edit.Reword> rewords = new ArrayList<>();
        List<Hash> said = new ArrayList<>();
        Edit.Prepend prepend = null;
        for (int i = 0; i < known.items().size(); i++) {
            Piece piece = live.pieces().get(known.first() + i);
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
        changes.add(new Change.Replace(element, asBefore(element, said, () -> written(element, rewords, last))));
    }

    /** Whether an edit changes an element; of most none does, so nothing is built to find that out. */
    private boolean isTouched(LiveChain.Element known) {
        for (int i = 0; i < known.items().size(); i++) {
            if (log.touches(live.pieces().get(known.first() + i).node())) {
                return true;
            }
        }
        return false;
    }

    /** What stands in the place of an element: as it was written before, if that was of the same and says the same. */
    private Bytes asBefore(int element, List<Hash> said, Supplier<Bytes> writing) {
        HashValue128 fingerprint = live.element(element).fingerprint();
        LiveChain.Written before = live.written().get(element);
        if (before != null
                && before.fingerprint().equals(fingerprint)
                && before.texts().equals(said)) {
            return before.bytes();
        }
        Bytes bytes = writing.get();
        live.written().put(element, new LiveChain.Written(fingerprint, said, bytes.compact()));
        return bytes;
    }

    private Bytes written(int element, List<Edit.@Nullable Reword> rewords, Edit.@Nullable Prepend prepend) {
        Bytes raw = request.raw(request.history().get(element));
        List<Item> items = live.element(element).items();
        List<Rewording> rewordings = new ArrayList<>();
        for (int i = 0; i < rewords.size(); i++) {
            Edit.Reword reword = rewords.get(i);
            if (reword != null && wire.wording().mayReword(raw, items.get(i))) {
                rewordings.add(new Rewording(i, texts.apply(reword.text())));
            }
        }
        Bytes bytes = reworded(element, raw, rewordings);
        if (prepend != null) {
            bytes = wire.wording().prepend(bytes, texts.apply(prepend.text()));
        }
        return bytes;
    }

    /** An element that cannot be reworded goes as it came: one wrong edit must not undo all others. */
    private Bytes reworded(int element, Bytes raw, List<Rewording> rewordings) {
        try {
            Bytes bytes = wire.wording().reword(raw, rewordings);
            check(live.element(element).items(), bytes);
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
