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
 * Inserts the calls that the gateway answered into a client's request, which does not contain them. The result is the
 * history that the model has seen. Edits apply to this history.
 */
public final class LocalCallRestorer {
    private final Wire wire;
    private final EditLog log;
    private final Function<Hash, String> texts;

    /** Restores the calls in a log; {@code texts} returns a text by its hash. */
    public LocalCallRestorer(Wire wire, EditLog log, Function<Hash, String> texts) {
        this.wire = wire;
        this.log = log;
        this.texts = texts;
    }

    /** The request with the restored calls; {@code ends} contains the node of each element's last item. */
    public Request restore(Request request, List<Hash> ends) {
        if (!log.hasInserts()) {
            return request;
        }
        List<RequestChange> changes = new ArrayList<>();
        for (int i = 0; i < ends.size() - 1; i++) {
            changes.addAll(newestMatching(request, i + 1, log.insertsAfter(ends.get(i))));
        }
        return changes.isEmpty() ? request : wire.decode(RequestRewriter.apply(request, changes));
    }

    /**
     * The newest calls that match the client's request. If a reply was requested twice, each reply may have had
     * different calls.
     */
    private List<RequestChange> newestMatching(Request request, int first, List<Edit.Insert> inserts) {
        for (Edit.Insert insert : inserts.reversed()) {
            List<RequestChange> changes = HiddenCallsCodec.read(Bytes.of(texts.apply(insert.text())))
                    .map(hidden -> wire.localTools().restore(request, first, hidden))
                    .orElse(List.of());
            if (!changes.isEmpty()) {
                return changes;
            }
        }
        return List.of();
    }
}
