package dev.throughline.wire.wording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Wire;
import dev.throughline.wire.Wires;
import java.util.List;

/** Reads and rewords elements that are written as texts with {@code '} for {@code "}, so that a test can be read. */
public record WordsOf(Dialect dialect) {
    public Content content(String element, int item) {
        Bytes body = json(element);
        return wording().content(body, items(body).get(item));
    }

    public boolean mayReword(String element, int item) {
        Bytes body = json(element);
        return wording().mayReword(body, items(body).get(item));
    }

    /** The element becomes the other one when one item is reworded, and then says the new text. */
    public void assertReworded(String before, int item, String text, String after) {
        Bytes reworded = wording().reword(json(before), List.of(new Rewording(item, text)));
        assertEquals(json(after), reworded);
        assertEquals(
                text, wording().content(reworded, items(reworded).get(item)).text());
        assertEquals(reworded, wording().reword(reworded, List.of(new Rewording(item, text))));
    }

    /** The item is neither said to be rewordable nor taken. */
    public void assertNotReworded(String element, int item) {
        assertFalse(mayReword(element, item), element);
        assertRefused(element, item, "{}");
    }

    public void assertRefused(String element, int item, String text) {
        List<Rewording> change = List.of(new Rewording(item, text));
        assertThrows(IllegalArgumentException.class, () -> wording().reword(json(element), change), element);
    }

    public void assertPrepended(String before, String text, String after) {
        assertEquals(json(after), wording().prepend(json(before), text));
    }

    public void assertNotPrepended(String element) {
        assertThrows(IllegalArgumentException.class, () -> wording().prepend(json(element), "x"), element);
    }

    public Wording wording() {
        return wire().wording();
    }

    public static Bytes json(String text) {
        return Bytes.of(text.replace('\'', '"'));
    }

    private List<Item> items(Bytes element) {
        return wire().itemise(element, new Span(0, element.length()));
    }

    private Wire wire() {
        return Wires.of(dialect);
    }
}
