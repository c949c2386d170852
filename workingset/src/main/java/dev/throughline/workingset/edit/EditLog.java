package dev.throughline.workingset.edit;

import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The edits of a session in force, folded from all that were ever made: the newest word on a node holds.
 *
 * <p>Not safe for use by many threads; its session's lease guards it.
 */
public final class EditLog {
    private final Map<Hash, Edit.Reword> rewords = new HashMap<>();
    private final Map<Hash, List<Edit.Replace>> replaces = new HashMap<>();
    private final Map<Hash, Edit.Prepend> prepends = new HashMap<>();
    private final Map<Hash, List<Edit.Insert>> inserts = new HashMap<>();
    private final Set<String> tools = new HashSet<>();
    private List<String> toolNames = List.of();
    private long size;

    /** Takes the next edit. */
    public void accept(Edit edit) {
        size++;
        switch (edit) {
            case Edit.Reword reword -> rewords.put(reword.node(), reword);
            case Edit.Restore restore -> rewords.remove(restore.node());
            case Edit.Replace replace ->
                replaces.computeIfAbsent(replace.first(), _ -> new ArrayList<>()).addFirst(replace);
            case Edit.Prepend prepend -> prepends.put(prepend.node(), prepend);
            case Edit.Insert insert ->
                inserts.computeIfAbsent(insert.after(), _ -> new ArrayList<>()).add(insert);
            case Edit.AddTools added -> {
                toolNames = added.names();
                tools.addAll(added.names());
            }
        }
    }

    /** How many edits were ever made; grows with each. */
    public long size() {
        return size;
    }

    public Optional<Edit.Reword> reword(Hash node) {
        return Optional.ofNullable(rewords.get(node));
    }

    /** The replacements that begin at a node, the newest first. */
    public List<Edit.Replace> replacesFrom(Hash node) {
        return replaces.getOrDefault(node, List.of());
    }

    public Optional<Edit.Prepend> prepend(Hash node) {
        return Optional.ofNullable(prepends.get(node));
    }

    /** What was put in after a node, in the order in which it was. */
    public List<Edit.Insert> insertsAfter(Hash node) {
        return inserts.getOrDefault(node, List.of());
    }

    public boolean hasReplaces() {
        return !replaces.isEmpty();
    }

    /** The names of the tools that we added; empty if the session has none of ours. */
    public List<String> tools() {
        return toolNames;
    }

    public boolean isTool(String name) {
        return tools.contains(name);
    }
}
