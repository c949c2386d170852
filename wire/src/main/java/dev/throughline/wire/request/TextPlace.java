package dev.throughline.wire.request;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import java.util.List;

/** The position of the text of an item, and how another text is written there. */
public sealed interface TextPlace {
    /** Whether a provider accepts an item with an empty text. */
    enum EmptyText {
        ALLOWED,
        REFUSED
    }

    void write(String text, JsonEdits edits);

    /** A value that becomes a JSON string, whatever it was. */
    record WholeValue(Span span, EmptyText emptyText) implements TextPlace {
        @Override
        public void write(String text, JsonEdits edits) {
            edits.replace(span, quoted(text, emptyText));
        }
    }

    /** A member that becomes a JSON string, whatever it was, also if it was not there. */
    record TextMember(Json.Obj object, String name, EmptyText emptyText) implements TextPlace {
        @Override
        public void write(String text, JsonEdits edits) {
            edits.set(object, name, quoted(text, emptyText));
        }
    }

    /** A member that is an object and stays one: the text is the JSON of it. */
    record Structure(Json.Obj object, String name) implements TextPlace {
        @Override
        public void write(String text, JsonEdits edits) {
            Bytes json = Bytes.of(JsonBuilder.wellFormed(text));
            edits.set(object, name, json.slice(parsed(json).span()));
        }

        private Json.Obj parsed(Bytes json) {
            try {
                if (Json.parse(json) instanceof Json.Obj structure) {
                    return structure;
                }
            } catch (UnreadableException e) {
                throw new IllegalArgumentException("expected " + name + " to be JSON, found " + json, e);
            }
            throw new IllegalArgumentException("expected " + name + " to be an object, found " + json);
        }
    }

    /**
     * A list of parts of which some are texts. The new text replaces the first of them and the others are removed;
     * other parts stay where they are.
     *
     * <pre>
     * before  [picture, text "a", file, text "b"]
     * after   [picture, text "new", file]
     * </pre>
     *
     * @param type the type of a text part in a list that has none yet
     */
    record Listed(Json.Arr list, String type) implements TextPlace {
        @Override
        public void write(String text, JsonEdits edits) {
            Bytes quoted = quoted(text, EmptyText.REFUSED);
            List<Json> parts = list.elements();
            boolean isWritten = false;
            for (int i = 0; i < parts.size(); i++) {
                Json.Text old = ContentParts.textOf(parts.get(i)).orElse(null);
                if (old != null && isWritten) {
                    int start = parts.get(i - 1).span().end();
                    edits.replace(new Span(start, parts.get(i).span().end()), Bytes.EMPTY);
                } else if (old != null) {
                    edits.replace(old.span(), quoted);
                    isWritten = true;
                }
            }
            if (!isWritten) {
                ContentParts.add(list, 0, ContentParts.text(type, quoted), edits);
            }
        }
    }

    private static Bytes quoted(String text, EmptyText emptyText) {
        return emptyText == EmptyText.ALLOWED ? JsonBuilder.quoted(text) : ContentParts.quotedText(text);
    }
}
