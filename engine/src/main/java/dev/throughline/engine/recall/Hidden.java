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
 * The nodes of a conversation that the model no longer sees as they came: shortened, deduplicated, cleared, replaced by a
 * digest, or left behind when the client compacted its history.
 */
public final class Hidden implements Predicate<Entry.Node> {
    private final Set<Hash> nodes;

    private Hidden(Set<Hash> nodes) {
        this.nodes = nodes;
    }

    /** What is hidden of a session now. */
    public static Hidden in(Transcript transcript) {
        List<Entry.Node> path = transcript.path(transcript.leaf());
        Set<Hash> hidden = new HashSet<>();
        transcript.conversation().forEach(node -> hidden.add(node.id()));
        path.forEach(node -> hidden.remove(node.id()));
        edited(path, transcript.log(), hidden);
        return new Hidden(hidden);
    }

    private static void edited(List<Entry.Node> path, EditLog log, Set<Hash> hidden) {
        Map<Hash, Integer> places = new HashMap<>();
        for (int i = 0; i < path.size(); i++) {
            places.put(path.get(i).id(), i);
        }
        for (int i = 0; i < path.size(); i++) {
            Hash node = path.get(i).id();
            if (log.reword(node).isPresent()) {
                hidden.add(node);
            }
            for (Edit.Replace replace : log.replacesFrom(node)) {
                int last = places.getOrDefault(replace.last(), -1);
                for (int j = i; j <= last; j++) {
                    hidden.add(path.get(j).id());
                }
            }
        }
    }

    @Override
    public boolean test(Entry.Node node) {
        return nodes.contains(node.id());
    }
}
