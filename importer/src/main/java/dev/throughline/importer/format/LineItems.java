package dev.throughline.importer.format;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.RawObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads parts of a line: its items, and its time. */
final class LineItems {
    /** The times that a file can name. Others are damage, and the formats of the archive cannot express them. */
    private static final Instant EARLIEST = Instant.EPOCH;

    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private LineItems() {}

    /** The line as an object. */
    static RawObject object(Bytes line) {
        return RawObject.of(line).orElseThrow(() -> new UnreadableException("expected one JSON object"));
    }

    /** The range of a part of a line. */
    static Span span(Bytes line, Bytes part) {
        int start = part.offset() - line.offset();
        return new Span(start, start + part.length());
    }

    /** The items of a part of a line that is an element of a request as it is. */
    static List<Item> exact(Wire wire, Bytes line, Bytes part) {
        return wire.itemise(line, span(line, part));
    }

    /**
     * The item of a part of a line that a request contains in another form. The id is that of the other form, so that
     * the item is the same one in a request; the range is the part of the line.
     *
     * @param element the part as an element of a request, with one item
     */
    static Item converted(Wire wire, Bytes line, Bytes part, Bytes element) {
        Item item = wire.itemise(element, new Span(0, element.length())).getFirst();
        return new Item(item.id(), item.kind(), item.role(), span(line, part), item.tool(), item.call());
    }

    /** A time as text, or in milliseconds since 1970; empty if it is no possible time. */
    static Optional<Instant> time(RawObject object, String member) {
        try {
            OptionalLong millis = object.number(member);
            Optional<Instant> time = millis.isPresent()
                    ? Optional.of(Instant.ofEpochMilli(millis.getAsLong()))
                    : object.text(member).map(text -> DateTimeFormatter.ISO_DATE_TIME.parse(text, Instant::from));
            return time.filter(at -> !at.isBefore(EARLIEST) && at.isBefore(LATEST));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
