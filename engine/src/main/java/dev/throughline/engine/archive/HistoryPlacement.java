package dev.throughline.engine.archive;

import dev.throughline.model.Hash;
import java.util.List;

/**
 * Where a turn's history stands in its session, and what has to be kept to put it there. Nothing has happened yet.
 *
 * @param entries what is new, in the order in which it is appended
 * @param leaf the last node of the history
 * @param known what of the request the session knew
 * @param kept how many steps of the trail this history shares
 * @param steps the steps after those
 */
record HistoryPlacement(
        Turn turn, List<Entry> entries, Hash leaf, Known known, int kept, List<RecordedTurn.Step> steps) {
    /**
     * What a session knew of a request.
     *
     * @param elements how many leading elements of the history
     * @param isHead whether the system text and tools before it
     * @param isUnknown whether nothing that anybody said, while the session has a conversation
     */
    record Known(int elements, boolean isHead, boolean isUnknown) {}
}
