package dev.throughline.engine.state;

import dev.throughline.model.SessionRef;
import dev.throughline.workingset.fragment.StateBlock;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Packs the notes of a session and what was brought back of it into one block. Safe for use by many threads. */
public final class StateBlockWriter {
    private final StateNotes notes;
    private final StateBlock.Caps caps;
    private final UnaryOperator<String> anchoring;

    /** @param anchoring makes of a summary as it is written one as it is told */
    public StateBlockWriter(StateNotes notes, StateBlock.Caps caps, UnaryOperator<String> anchoring) {
        this.notes = notes;
        this.caps = caps;
        this.anchoring = anchoring;
    }

    /**
     * The block as it is now; nothing if there is nothing to say. The same notes and snippets give the same bytes.
     *
     * @param isAnchored whether the summary of the session is told
     */
    public Optional<String> block(SessionRef session, boolean isAnchored, List<StateBlock.Snippet> snippets) {
        String anchor = isAnchored ? anchoring.apply(note(session, NoteKind.SUMMARY)) : "";
        StateBlock.Content content =
                new StateBlock.Content(note(session, NoteKind.PINNED), anchor, note(session, NoteKind.TODO), snippets);
        return StateBlock.of(content, caps);
    }

    private String note(SessionRef session, NoteKind note) {
        return notes.read(session, note).orElse("");
    }
}
