package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemContent;
import dev.throughline.wire.ItemEditor;
import dev.throughline.wire.TextChange;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.util.List;

/** Reads and rewords elements that are written as texts with {@code '} for {@code "}, so that a test can be read. */
public record TextsOf(Dialect dialect) {
    public ItemContent content(String element, int item) {
        Bytes body = json(element);
        return wording().content(body, items(body).get(item));
    }

    public boolean mayReword(String element, int item) {
        Bytes body = json(element);
        return wording().isEditable(body, items(body).get(item));
    }

    /** The element becomes the other one when one item is reworded, and then says the new text. */
    public void assertReworded(String before, int item, String text, String after) {
        Bytes reworded = wording().replaceTexts(json(before), List.of(new TextChange(item, text)));
        assertEquals(json(after), reworded);
        assertEquals(
                text, wording().content(reworded, items(reworded).get(item)).text());
        assertEquals(reworded, wording().replaceTexts(reworded, List.of(new TextChange(item, text))));
    }

    /** The item is neither said to be rewordable nor taken. */
    public void assertNotReworded(String element, int item) {
        assertFalse(mayReword(element, item), element);
        assertRefused(element, item, "{}");
    }

    public void assertRefused(String element, int item, String text) {
        List<TextChange> change = List.of(new TextChange(item, text));
        assertThrows(IllegalArgumentException.class, () -> wording().replaceTexts(json(element), change), element);
    }

    public void assertPrepended(String before, String text, String after) {
        assertEquals(json(after), wording().prepend(json(before), text));
    }

    public void assertNotPrepended(String element) {
        assertThrows(IllegalArgumentException.class, () -> wording().prepend(json(element), "x"), element);
    }

    public ItemEditor wording() {
        return wire().editor();
    }

    public static Bytes json(String text) {
        return Bytes.of(text.replace('\'', '"'));
    }

    private List<Item> items(Bytes element) {
        return wire().itemise(element, new Span(0, element.length()));
    }

    private Wire wire() {
        return Dialects.of(dialect);
    }
}
