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
 * The edits of a session that are in effect: of several edits of a node, the newest.
 *
 * <p>A log can extend another one with edits that are only planned: it contains both and does not change the other
 * one. Not thread-safe; the lease of the session guards it.
 */
public final class EditLog {
    private static final Edit.AddTools NO_TOOLS = new Edit.AddTools(List.of());

    private final @Nullable EditLog base;
    private final Map<Hash, Edit.Reword> rewords = new HashMap<>();
    private final Set<Hash> restored = new HashSet<>();
    private final Map<Hash, List<Edit.Replace>> replaces = new HashMap<>();
    private final Map<Hash, Edit.Prepend> prepends = new HashMap<>();
    private final Map<Hash, List<Edit.Insert>> inserts = new HashMap<>();
    private Edit.AddTools tools = NO_TOOLS;

    public EditLog() {
        this(null);
    }

    private EditLog(@Nullable EditLog base) {
        this.base = base;
    }

    /** A log that extends this one, which stays unchanged. */
    public EditLog with(List<Edit> edits) {
        EditLog planned = new EditLog(this);
        edits.forEach(planned::accept);
        return planned;
    }

    /** The edits whose texts exist. The others cannot be applied. */
    public EditLog where(Predicate<Hash> hasText) {
        EditLog rest = base == null ? new EditLog() : base.where(hasText);
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
     * This log for a branch with these nodes. An item is complete where the later item is missing that shows what was
     * left out of it:
     *
     * <pre>
     *   branch A   u  read 1 (note: read again below)   read 2   u
     *   branch B   u  read 1 (complete)                 u             continued before read 2
     * </pre>
     */
    public EditLog on(Iterable<Hash> branch) {
        Map<Hash, List<Hash>> shownLater = shownLater();
        if (shownLater.isEmpty()) {
            return this;
        }
        branch.forEach(shownLater::remove);
        return shownLater.isEmpty()
                ? this
                : with(shownLater.values().stream()
                        .flatMap(List::stream)
                        .<Edit>map(Edit.Restore::new)
                        .toList());
    }

    /** The nodes of which a later node shows a part, by the later node. */
    private Map<Hash, List<Hash>> shownLater() {
        Map<Hash, List<Hash>> shownLater = base == null ? new HashMap<>() : base.shownLater();
        shownLater
                .values()
                .forEach(nodes -> nodes.removeIf(node -> rewords.containsKey(node) || restored.contains(node)));
        for (Edit.Reword reword : rewords.values()) {
            reword.later()
                    .ifPresent(later -> shownLater
                            .computeIfAbsent(later, _ -> new ArrayList<>())
                            .add(reword.node()));
        }
        shownLater.values().removeIf(List::isEmpty);
        return shownLater;
    }

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

    /** Whether an item is reworded, or a text is put before it. */
    public boolean touches(Hash node) {
        return reword(node).isPresent() || prepend(node).isPresent();
    }

    public Optional<Edit.Reword> reword(Hash node) {
        Edit.Reword own = rewords.get(node);
        if (own != null || base == null || restored.contains(node)) {
            return Optional.ofNullable(own);
        }
        return base.reword(node);
    }

    /** Whether the newest edit of an item restored its original text. */
    public boolean isRestored(Hash node) {
        return restored.contains(node) || (base != null && !rewords.containsKey(node) && base.isRestored(node));
    }

    /** The replacements that begin at a node, the newest first. */
    public List<Edit.Replace> replacesFrom(Hash node) {
        List<Edit.Replace> own = replaces.getOrDefault(node, List.of());
        return base == null ? own : joined(own, base.replacesFrom(node));
    }

    public Optional<Edit.Prepend> prepend(Hash node) {
        Edit.Prepend own = prepends.get(node);
        return own != null || base == null ? Optional.ofNullable(own) : base.prepend(node);
    }

    /** The insertions after a node, the oldest first. */
    public List<Edit.Insert> insertsAfter(Hash node) {
        List<Edit.Insert> own = inserts.getOrDefault(node, List.of());
        return base == null ? own : joined(base.insertsAfter(node), own);
    }

    public boolean hasInserts() {
        return !inserts.isEmpty() || (base != null && base.hasInserts());
    }

    public boolean hasReplaces() {
        return !replaces.isEmpty() || (base != null && base.hasReplaces());
    }

    /** Whether exchanges were replaced so that the prompt fits. The model may miss them, unlike old ones. */
    public boolean hasForced() {
        return replaces.values().stream().anyMatch(all -> all.stream().anyMatch(replace -> !replace.isDrop()))
                || (base != null && base.hasForced());
    }

    /** Whether something was cleared or replaced, so that the model cannot read it. */
    public boolean hasHidden() {
        return hasReplaces()
                || rewords.values().stream().anyMatch(reword -> !reword.kind().isReadable())
                || (base != null && base.hasHidden());
    }

    /** Whether the history is unchanged. Local tools do not count. */
    public boolean isEmpty() {
        return rewords.isEmpty()
                && replaces.isEmpty()
                && prepends.isEmpty()
                && inserts.isEmpty()
                && (base == null || base.isEmpty());
    }

    /** The names of the local tools of the session. */
    public List<String> tools() {
        return added().names();
    }

    public Edit.AddTools added() {
        return tools.names().isEmpty() && base != null ? base.added() : tools;
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
