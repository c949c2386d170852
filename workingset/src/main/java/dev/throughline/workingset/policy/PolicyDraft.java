package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.edit.Edit;
import java.util.Optional;

/** The edits that a policy collects while it decides, and the prompt with them. */
final class PolicyDraft {
    private final WorkingSet.EditableWorkingSet set;
    private final PolicyInput current;
    private Decision.Draft edits = new Decision.Draft();
    private int firstChanged = Integer.MAX_VALUE;
    private long before;

    PolicyDraft(PolicyInput input) {
        this.set = new WorkingSet.EditableWorkingSet(input.workingSet());
        this.current = new PolicyInput(input.chain(), set, input.state());
        this.before = total();
    }

    /** The input with all edits of this draft; it changes with the draft. */
    PolicyInput current() {
        return current;
    }

    Chain chain() {
        return current.chain();
    }

    WorkingSet workingSet() {
        return set;
    }

    RequestState state() {
        return current.state();
    }

    long total() {
        return current.total();
    }

    /** The tokens of the prompt at the last decision. */
    long before() {
        return before;
    }

    /** The tokens that were removed since the last decision. */
    long removed() {
        return before - total();
    }

    long tokens(String text) {
        return current.tokens(text);
    }

    Edit.Reword reword(int index, Edit.RewordKind kind, String text, long tokens) {
        return reword(index, kind, text, tokens, Optional.empty());
    }

    Edit.Reword reword(int index, Edit.RewordKind kind, String text, long tokens, Optional<Hash> later) {
        Hash node = chain().piece(index).node();
        Edit.Reword reword = new Edit.Reword(node, kind, edits.text(text), tokens, later);
        edits.add(reword);
        set.apply(index, reword);
        firstChanged = Math.min(firstChanged, index);
        return reword;
    }

    /**
     * Replaces a range by one message.
     *
     * @param isDrop whether because of its age, and not so that the prompt fits
     */
    void replace(PieceRange range, String text, long tokens, boolean isDrop) {
        Hash first = chain().piece(range.first()).node();
        Hash last = chain().piece(range.last()).node();
        Edit.Replace replace = new Edit.Replace(first, last, edits.text(text), tokens, isDrop);
        edits.add(replace);
        set.apply(range, replace);
        firstChanged = Math.min(firstChanged, range.first());
    }

    /** The first piece that was changed since the last decision; the number of pieces if none. */
    int firstChanged() {
        return Math.min(firstChanged, chain().size());
    }

    /**
     * The edits since the last decision as one decision; empty if there are none.
     *
     * @param rewritten cached tokens that the provider has to write to its cache again
     */
    Optional<Decision> decision(Trigger trigger, long rewritten, String sentence) {
        return decision(new DecisionReason(trigger, before, total(), rewritten, 0, 0, sentence));
    }

    Optional<Decision> decision(DecisionReason reason) {
        Optional<Decision> decision = edits.isEmpty() ? Optional.empty() : Optional.of(edits.because(reason));
        edits = new Decision.Draft();
        firstChanged = Integer.MAX_VALUE;
        before = total();
        return decision;
    }
}
