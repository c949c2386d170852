package dev.throughline.importer.session;

import dev.throughline.engine.archive.Entry;
import dev.throughline.importer.format.TranscriptLine.LinePlace;
import dev.throughline.model.Hash;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The last node of each line of a session's file. Used by one thread.
 *
 * <pre>
 *   prompt ── call 1 ── call 2 ── result 1 ── result 2 ── answer   one part
 *  prompt ── answer                                               a prompt begins another one
 * </pre>
 */
final class LinePositions {
    /** The lines from a prompt to the end of the answer to it. */
    private static final class Part {
        private Hash end = Entry.ROOT;
    }

    private record Position(Hash node, Part part) {}

    private final Map<String, Position> lines = new HashMap<>();
    private Position newest = new Position(Entry.ROOT, new Part());

    /** The node that the first item of a line follows. */
    Hash before(LinePlace place) {
        Position parent = parent(place);
        return place.isWithinTurn() ? parent.part().end : parent.node();
    }

    /** Notes the last node of a line. */
    void add(LinePlace place, Hash end) {
        Part part = place.isWithinTurn() ? parent(place).part() : new Part();
        part.end = end;
        newest = new Position(end, part);
        lines.put(place.id(), newest);
    }

    /** The line that a line names as its parent. If that line was damaged, the line before it in the file. */
    private Position parent(LinePlace place) {
        Optional<String> parent = place.parent();
        return parent.isPresent() ? lines.getOrDefault(parent.get(), newest) : new Position(Entry.ROOT, new Part());
    }

    /** The last node of the history that a line's history replaces. */
    Optional<Hash> replaced(LinePlace place) {
        return place.replaced()
                .map(id -> lines.getOrDefault(id, newest).node())
                .filter(node -> !node.equals(Entry.ROOT));
    }

    /** The last node of a line; empty if the file has no such line. */
    Optional<Hash> of(String line) {
        return Optional.ofNullable(lines.get(line)).map(Position::node);
    }

    /** The last node of the newest line. */
    Hash newest() {
        return newest.node();
    }
}
