package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Hash;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the nodes of a conversation that the model no longer sees in their original form: they were shortened,
 * superseded, cleared, replaced by a digest, or removed when the client compacted its history.
 */
public final class HiddenNodes {
    private HiddenNodes() {}

    /** Tests whether a node of a session is hidden now. */
    public static Predicate<Entry.Node> in(Recall recall) {
        return under(recall.transcript().log(), recall);
    }

    /** Tests whether a node of a session is hidden by these edits, some of which may not be stored yet. */
    public static Predicate<Entry.Node> under(EditLog log, Recall recall) {
        Transcript transcript = recall.transcript();
        Set<Hash> hidden = new HashSet<>();
        transcript.conversation().forEach(node -> hidden.add(node.id()));
        transcript.path(transcript.leaf()).forEach(node -> hidden.remove(node.id()));
        transcript.newest().ifPresent(turn -> addEdited(ModelHistory.of(recall, turn, transcript.leaf()), log, hidden));
        return node -> hidden.contains(node.id());
    }

    private static void addEdited(List<ModelHistory.PlacedItem> items, EditLog all, Set<Hash> hidden) {
        Map<Hash, Integer> indexes = new HashMap<>();
        for (int i = 0; i < items.size(); i++) {
            indexes.put(items.get(i).node(), i);
        }
        EditLog log = all.on(indexes.keySet());
        for (int i = 0; i < items.size(); i++) {
            Hash id = items.get(i).node();
            boolean isCut =
                    log.reword(id).filter(reword -> !reword.kind().keepsAll()).isPresent();
            int last = isCut ? i : -1;
            for (Edit.Replace replace : log.replacesFrom(id)) {
                last = Math.max(last, indexes.getOrDefault(replace.last(), -1));
            }
            for (int j = i; j <= last; j++) {
                items.get(j).archived().ifPresent(node -> hidden.add(node.id()));
            }
        }
    }
}
