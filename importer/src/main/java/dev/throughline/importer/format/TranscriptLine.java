package dev.throughline.importer.format;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Usage;
import dev.throughline.wire.Item;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A line of a session file in the terms of the archive.
 *
 * @param at when it was written; empty if it does not say so
 * @param source the bytes of which the items are ranges, if they are not those of the line
 */
public record TranscriptLine(
        TranscriptSession session, LinePlace place, Optional<Instant> at, LineContent content, Optional<Bytes> source) {
    /** A line of which the items are ranges. */
    TranscriptLine(TranscriptSession session, LinePlace place, Optional<Instant> at, LineContent content) {
        this(session, place, at, content, Optional.empty());
    }

    /**
     * The place of a line in the history of its session.
     *
     * @param id its name; unique in the session
     * @param parent the line that it follows; empty for the first of a history
     * @param replaced the last line of the history that this line continues after the client compacted it
     * @param isWithinTurn whether it belongs to the answer to an earlier line, and follows everything that was added to
     *     that answer, even if it names an earlier line as its parent. Claude Code writes the results of parallel calls
     *     so.
     */
    public record LinePlace(String id, Optional<String> parent, Optional<String> replaced, boolean isWithinTurn) {
        static LinePlace after(String id, Optional<String> parent) {
            return new LinePlace(id, parent, Optional.empty(), /* isWithinTurn= */ false);
        }
    }

    /**
     * What a line says.
     *
     * @param model the model that answered, if the line names it
     * @param items its items; each is a range of the line
     * @param usage the tokens of the model call that it belongs to, if the line names them
     * @param isSetting whether the line is archived although it has no items, because it names the working folder
     */
    public record LineContent(
            Dialect dialect, Optional<String> model, List<Item> items, Optional<Usage> usage, boolean isSetting) {
        public LineContent {
            items = List.copyOf(items);
        }

        static LineContent of(Dialect dialect, List<Item> items) {
            return new LineContent(dialect, Optional.empty(), items, Optional.empty(), /* isSetting= */ false);
        }

        static LineContent setting(Dialect dialect, Optional<String> model) {
            return new LineContent(dialect, model, List.of(), Optional.empty(), /* isSetting= */ true);
        }
    }
}
