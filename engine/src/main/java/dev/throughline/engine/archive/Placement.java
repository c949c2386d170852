package dev.throughline.engine.archive;

import dev.throughline.model.Hash;
import java.util.List;

/**
 * Where a turn's history stands in its session, and what has to be kept to put it there. Nothing has happened yet.
 *
 * @param entries what is new, in the order in which it is appended
 * @param leaf the last node of the history
 * @param knownElements how many leading elements were known
 * @param kept how many steps of the trail this history shares
 * @param steps the steps after those
 * @param isStranger whether it shares nothing that anybody said with a session that has a conversation
 */
record Placement(
        Turn turn,
        List<Entry> entries,
        Hash leaf,
        int knownElements,
        int kept,
        List<Trail.Step> steps,
        boolean isStranger) {}
