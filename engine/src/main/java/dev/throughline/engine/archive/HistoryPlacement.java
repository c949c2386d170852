package dev.throughline.engine.archive;

import dev.throughline.model.Hash;
import java.util.List;

/**
 * The position of a turn's history in its session, and the entries to append. Nothing is stored yet.
 *
 * @param entries the new entries, in the order in which to append them
 * @param leaf the last node of the history
 * @param knownElements how many leading elements of the history are in the session
 * @param isHeadKnown whether the session has the system text and the tools
 * @param isUnknown whether the session has a conversation, and the history has nothing in common with it
 * @param sharedSteps how many leading steps the history shares with the session's newest path
 * @param newSteps the steps after the shared ones
 */
record HistoryPlacement(
        Turn turn,
        List<Entry> entries,
        Hash leaf,
        int knownElements,
        boolean isHeadKnown,
        boolean isUnknown,
        int sharedSteps,
        List<RecordedTurn.Step> newSteps) {}
