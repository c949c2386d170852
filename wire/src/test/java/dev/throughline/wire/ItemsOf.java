package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.wire.dialects.Dialects;
import java.util.List;

/** Shows the items of an element as readable lines: {@code kind role [tool] [#call] raw}. */
public record ItemsOf(Dialect dialect) {
    public List<Item> items(String element) {
        Bytes body = Bytes.of(element);
        return Dialects.of(dialect).itemise(body, new Span(0, body.length()));
    }

    public void assertItems(String element, String... lines) {
        assertEquals(
                List.of(lines),
                items(element).stream().map(item -> line(element, item)).toList());
    }

    /** Both elements have the same items, however they are written. */
    public void assertSame(String one, String other) {
        assertEquals(ids(one), ids(other), one + "\n" + other);
    }

    public void assertDifferent(String one, String other) {
        assertNotEquals(ids(one), ids(other), one + "\n" + other);
    }

    private List<Hash> ids(String element) {
        return items(element).stream().map(Item::id).toList();
    }

    private static String line(String element, Item item) {
        return item.kind().word()
                + " " + item.role()
                + item.tool().map(name -> " " + name).orElse("")
                + item.call().map(id -> " #" + id).orElse("")
                + " " + Bytes.of(element).slice(item.raw()).utf8();
    }
}
