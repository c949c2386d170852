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

/** Reads and edits elements; for readability, tests write {@code '} instead of {@code "}. */
public record TextsOf(Dialect dialect) {
    public ItemContent content(String element, int item) {
        Bytes body = json(element);
        return editor().content(body, items(body).get(item));
    }

    public boolean isEditable(String element, int item) {
        Bytes body = json(element);
        return editor().isEditable(body, items(body).get(item));
    }

    /** Replacing the text of one item gives the other element, whose item then has the new text. */
    public void assertReplaced(String before, int item, String text, String after) {
        Bytes replaced = editor().replaceTexts(json(before), List.of(new TextChange(item, text)));
        assertEquals(json(after), replaced);
        assertEquals(text, editor().content(replaced, items(replaced).get(item)).text());
        assertEquals(replaced, editor().replaceTexts(replaced, List.of(new TextChange(item, text))));
    }

    /** The item is not editable, and a replacement is rejected. */
    public void assertNotEditable(String element, int item) {
        assertFalse(isEditable(element, item), element);
        assertRejected(element, item, "{}");
    }

    public void assertRejected(String element, int item, String text) {
        List<TextChange> change = List.of(new TextChange(item, text));
        assertThrows(IllegalArgumentException.class, () -> editor().replaceTexts(json(element), change), element);
    }

    public void assertPrepended(String before, String text, String after) {
        assertEquals(json(after), editor().prepend(json(before), text));
    }

    public void assertNotPrepended(String element) {
        assertThrows(IllegalArgumentException.class, () -> editor().prepend(json(element), "x"), element);
    }

    public ItemEditor editor() {
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
