package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.wire.Change;
import dev.throughline.wire.Request;
import dev.throughline.wire.Rewrite;
import dev.throughline.wire.join.HiddenFormat;
import dev.throughline.wire.join.Loom;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Puts the calls that we answered ourselves back into a client's request, which does not know of them. What comes out
 * is
 * the history as the model knows it, and the one that is edited.
 */
final class Weaving {
    private Weaving() {}

    static Request weave(Recorded recorded, EditLog log, Function<Hash, String> texts) {
        Turn turn = recorded.turn();
        if (!log.hasInserts()) {
            return turn.request();
        }
        Loom loom = turn.wire().loom();
        List<Change> changes = new ArrayList<>();
        List<Recorded.Step> path = recorded.path();
        for (int i = 0; i < path.size() - 1; i++) {
            for (Edit.Insert insert : log.insertsAfter(path.get(i).node()).reversed()) {
                List<Change> back = putBack(loom, turn.request(), i + 1, texts.apply(insert.text()));
                if (!back.isEmpty()) {
                    changes.addAll(
                            back); // The newest that fits what the client sent; a retried answer may have others.
                    break;
                }
            }
        }
        return changes.isEmpty() ? turn.request() : turn.wire().decode(Rewrite.apply(turn.request(), changes));
    }

    private static List<Change> putBack(Loom loom, Request request, int first, String hidden) {
        return HiddenFormat.read(Bytes.of(hidden))
                .map(known -> loom.putBack(request, first, known))
                .orElse(List.of());
    }
}
