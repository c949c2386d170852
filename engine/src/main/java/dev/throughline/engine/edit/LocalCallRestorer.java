package dev.throughline.engine.edit;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.Wire;
import dev.throughline.wire.reply.HiddenCallsCodec;
import dev.throughline.wire.request.RequestRewriter;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Puts the calls that we answered ourselves back into a client's request, which does not know of them. What comes out
 * is the history as the model knows it, and the one that is edited.
 */
public final class LocalCallRestorer {
    private final Wire wire;
    private final EditLog log;
    private final Function<Hash, String> texts;

    /** Restores the calls that a log names; {@code texts} gives a text by its hash. */
    public LocalCallRestorer(Wire wire, EditLog log, Function<Hash, String> texts) {
        this.wire = wire;
        this.log = log;
        this.texts = texts;
    }

    /** The request with what is missing in it; {@code ends} is the node of each element's last item. */
    public Request restore(Request request, List<Hash> ends) {
        if (!log.hasInserts()) {
            return request;
        }
        List<RequestChange> changes = new ArrayList<>();
        for (int i = 0; i < ends.size() - 1; i++) {
            changes.addAll(newest(request, i + 1, log.insertsAfter(ends.get(i))));
        }
        return changes.isEmpty() ? request : wire.decode(RequestRewriter.apply(request, changes));
    }

    /** The newest that fits what the client sent; an answer that was asked for again may have others. */
    private List<RequestChange> newest(Request request, int first, List<Edit.Insert> inserts) {
        for (Edit.Insert insert : inserts.reversed()) {
            List<RequestChange> back = HiddenCallsCodec.read(Bytes.of(texts.apply(insert.text())))
                    .map(hidden -> wire.localTools().restore(request, first, hidden))
                    .orElse(List.of());
            if (!back.isEmpty()) {
                return back;
            }
        }
        return List.of();
    }
}
