package dev.throughline.workingset.edit;

import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The edits of a session in force, folded from all that were ever made: the newest word on a node holds.
 *
 * <p>A log may stand over another one and hold what is only planned: it answers for both and changes nothing below. Not
 * safe for use by many threads; its session's lease guards it.
 */
public final class EditLog {
    private static final Edit.AddTools NO_TOOLS = new Edit.AddTools(List.of());

    private final @Nullable EditLog below;
    private final Map<Hash, Edit.Reword> rewords = new HashMap<>();
    private final Set<Hash> restored = new HashSet<>();
    private final Map<Hash, List<Edit.Replace>> replaces = new HashMap<>();
    private final Map<Hash, Edit.Prepend> prepends = new HashMap<>();
    private final Map<Hash, List<Edit.Insert>> inserts = new HashMap<>();
    private Edit.AddTools tools = NO_TOOLS;

    /** An empty log. */
    public EditLog() {
        this(null);
    }

    private EditLog(@Nullable EditLog below) {
        this.below = below;
    }

    /** This log with further edits, which it does not take itself. */
    public EditLog with(List<Edit> edits) {
        EditLog planned = new EditLog(this);
        edits.forEach(planned::accept);
        return planned;
    }

    /** The edits of this log whose texts a test lets pass. */
    public EditLog where(Predicate<Hash> hasText) {
        EditLog rest = below == null ? new EditLog() : below.where(hasText);
        restored.forEach(node -> rest.accept(new Edit.Restore(node)));
        rewords.values().stream().filter(edit -> hasText.test(edit.text())).forEach(rest::accept);
        replaces.values()
                .forEach(all -> all.reversed().stream()
                        .filter(edit -> hasText.test(edit.text()))
                        .forEach(rest::accept));
        prepends.values().stream().filter(edit -> hasText.test(edit.text())).forEach(rest::accept);
        inserts.values()
                .forEach(all ->
                        all.stream().filter(edit -> hasText.test(edit.text())).forEach(rest::accept));
        Optional<Hash> text = tools.text().filter(hasText);
        rest.tools = tools.names().isEmpty() ? rest.tools : new Edit.AddTools(tools.names(), text);
        return rest;
    }

    /**
     * This log on a branch with these nodes. An item is whole again where the later one is missing that shows what was
     * left out of it:
     *
     * <pre>
     *   branch A   u  read 1 (note: read again below)   read 2   u
     *   branch B   u  read 1 (whole)                    u             taken up before read 2
     * </pre>
     */
    public EditLog on(Iterable<Hash> branch) {
        Map<Hash, List<Hash>> left = leftTo();
        if (left.isEmpty()) {
            return this;
        }
        branch.forEach(left::remove);
        return left.isEmpty()
                ? this
                : with(left.values().stream()
                        .flatMap(List::stream)
                        .<Edit>map(Edit.Restore::new)
                        .toList());
    }

    /** The nodes that leave something to a later one, by that one. */
    private Map<Hash, List<Hash>> leftTo() {
        Map<Hash, List<Hash>> left = below == null ? new HashMap<>() : below.leftTo();
        left.values().forEach(nodes -> nodes.removeIf(node -> rewords.containsKey(node) || restored.contains(node)));
        for (Edit.Reword reword : rewords.values()) {
            reword.later()
                    .ifPresent(later ->
                            left.computeIfAbsent(later, _ -> new ArrayList<>()).add(reword.node()));
        }
        left.values().removeIf(List::isEmpty);
        return left;
    }

    /** Takes the next edit. */
    public void accept(Edit edit) {
        switch (edit) {
            case Edit.Reword reword -> {
                rewords.put(reword.node(), reword);
                restored.remove(reword.node());
            }
            case Edit.Restore restore -> {
                rewords.remove(restore.node());
                restored.add(restore.node());
            }
            case Edit.Replace replace ->
                replaces.computeIfAbsent(replace.first(), _ -> new ArrayList<>())
                        .addFirst(replace);
            case Edit.Prepend prepend -> prepends.put(prepend.node(), prepend);
            case Edit.Insert insert ->
                inserts.computeIfAbsent(insert.after(), _ -> new ArrayList<>()).add(insert);
            case Edit.AddTools added -> tools = added;
        }
    }

    /** Whether a piece is reworded, or something is put before it. */
    public boolean touches(Hash node) {
        return reword(node).isPresent() || prepend(node).isPresent();
    }

    public Optional<Edit.Reword> reword(Hash node) {
        Edit.Reword own = rewords.get(node);
        if (own != null || below == null || restored.contains(node)) {
            return Optional.ofNullable(own);
        }
        return below.reword(node);
    }

    /** The replacements that begin at a node, the newest first. */
    public List<Edit.Replace> replacesFrom(Hash node) {
        List<Edit.Replace> own = replaces.getOrDefault(node, List.of());
        return below == null ? own : joined(own, below.replacesFrom(node));
    }

    public Optional<Edit.Prepend> prepend(Hash node) {
        Edit.Prepend own = prepends.get(node);
        return own != null || below == null ? Optional.ofNullable(own) : below.prepend(node);
    }

    /** What was put in after a node, in the order in which it was. */
    public List<Edit.Insert> insertsAfter(Hash node) {
        List<Edit.Insert> own = inserts.getOrDefault(node, List.of());
        return below == null ? own : joined(below.insertsAfter(node), own);
    }

    public boolean hasInserts() {
        return !inserts.isEmpty() || (below != null && below.hasInserts());
    }

    public boolean hasReplaces() {
        return !replaces.isEmpty() || (below != null && below.hasReplaces());
    }

    /** Whether whole exchanges had to go, so that the model may miss them; those that were old do not count. */
    public boolean hasForced() {
        return replaces.values().stream().anyMatch(all -> all.stream().anyMatch(replace -> !replace.isDrop()))
                || (below != null && below.hasForced());
    }

    /** Whether something was cleared or replaced, so that the model cannot read it any more. */
    public boolean hasHidden() {
        return hasReplaces()
                || rewords.values().stream().anyMatch(reword -> !reword.kind().isReadable())
                || (below != null && below.hasHidden());
    }

    /** Whether nothing was ever changed. */
    public boolean isEmpty() {
        return rewords.isEmpty()
                && replaces.isEmpty()
                && prepends.isEmpty()
                && inserts.isEmpty()
                && (below == null || below.isEmpty());
    }

    /** The names of the tools that we added; empty if the session has none of ours. */
    public List<String> tools() {
        return added().names();
    }

    /** The tools that we added, as they were kept. */
    public Edit.AddTools added() {
        return tools.names().isEmpty() && below != null ? below.added() : tools;
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        if (first.isEmpty() || second.isEmpty()) {
            return first.isEmpty() ? second : first;
        }
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
