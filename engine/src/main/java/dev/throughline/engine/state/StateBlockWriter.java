package dev.throughline.engine.state;

import dev.throughline.model.SessionRef;
import dev.throughline.workingset.fragment.StateBlock;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Writes the notes of a session and retrieved snippets into one block. Safe for use by many threads. */
public final class StateBlockWriter {
    private final StateNotes notes;
    private final StateBlock.Caps caps;
    private final UnaryOperator<String> summaryExcerpt;

    /** @param summaryExcerpt the part of a summary that goes into the block */
    public StateBlockWriter(StateNotes notes, StateBlock.Caps caps, UnaryOperator<String> summaryExcerpt) {
        this.notes = notes;
        this.caps = caps;
        this.summaryExcerpt = summaryExcerpt;
    }

    /** The current block; empty if it would have no content. The same notes and snippets give the same bytes. */
    public Optional<String> block(SessionRef session, boolean hasSummary, List<StateBlock.Snippet> snippets) {
        String summary = hasSummary ? summaryExcerpt.apply(note(session, NoteKind.SUMMARY)) : "";
        return StateBlock.of(
                new StateBlock.StateContent(
                        note(session, NoteKind.PINNED), summary, note(session, NoteKind.TODO), snippets),
                caps);
    }

    private String note(SessionRef session, NoteKind kind) {
        return notes.read(session, kind).orElse("");
    }
}
