package dev.throughline.importer.format;

import dev.throughline.engine.archive.Entry;
import dev.throughline.importer.format.TranscriptLine.LineContent;
import dev.throughline.importer.format.TranscriptLine.LinePlace;
import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.json.RawObject;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a session that {@code throughline sessions export} wrote. A line is an item as it was archived, so its hash is
 * not computed again; its place in the history is checked.
 *
 * <pre>
 *   {"type":"throughline_session","version":1,"id":…,"key":…,"parent_key":…,"client":…,"origin":…,"cwd":…,"leaf":…}
 *   {"id":…,"parent":…,"item":…,"kind":…,"role":…,"tool":…,"call":…,…,"at":…,"dialect":…,"model":…,"replaces":…,
 *    "raw": the exact JSON, or "raw_text": the exact text}
 * </pre>
 *
 * <p>{@code leaf} is the end of the conversation, and {@code replaces} the end of the history that begins anew with
 * this item. The exact bytes of an item are a range of the line; those of a {@code raw_text} are a source of their own,
 * because the line contains them in another form.
 */
final class ExportedSessionLines implements TranscriptFormat {
    static final String TYPE = "throughline_session";

    private static final String VERSION = "1";

    private Optional<TranscriptSession> session = Optional.empty();

    @Override
    public Optional<TranscriptLine> read(Bytes line, long number) {
        RawObject object = LineItems.object(line);
        try {
            return Optional.of(object.type().equals(TYPE) ? header(object, number) : item(object, line));
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("it is not a line of an export: " + e.getMessage());
        }
    }

    private TranscriptLine header(RawObject header, long number) {
        if (session.isPresent()) {
            throw new UnreadableException("expected one header, found a second one");
        }
        String version = header.raw("version").map(Bytes::utf8).orElse("none");
        if (!version.equals(VERSION)) {
            throw new UnreadableException(
                    "expected version " + VERSION + " of the export format, found version " + version);
        }
        TranscriptSession named = new TranscriptSession(
                new SessionKey(required(header, "key")),
                Optional.empty(),
                header.text("parent_key").map(SessionKey::new),
                required(header, "client"),
                header.object("origin").map(ExportedSessionLines::origin),
                header.text("leaf"));
        session = Optional.of(named);
        LineContent content = header.text("cwd").isPresent()
                ? LineContent.setting(Dialects.names().getFirst(), Optional.empty())
                : LineContent.of(Dialects.names().getFirst(), List.of());
        return new TranscriptLine(
                named,
                LinePlace.after("header " + number, Optional.empty()),
                LineItems.time(header, "created"),
                content);
    }

    private static ChatOrigin origin(RawObject origin) {
        EnumMap<OriginField, String> fields = new EnumMap<>(OriginField.class);
        for (OriginField field : OriginField.values()) {
            origin.text(field.word()).ifPresent(value -> fields.put(field, value));
        }
        ChatType type = ChatType.find(origin.type())
                .orElseThrow(() -> new UnreadableException("expected a type of chat, found '" + origin.type() + "'"));
        return new ChatOrigin(type, fields);
    }

    private TranscriptLine item(RawObject object, Bytes line) {
        TranscriptSession name = session.orElseThrow(
                () -> new UnreadableException("expected the header of the session before this line"));
        Dialect dialect = Dialects.of(new Dialect(required(object, "dialect"))).dialect();
        Optional<Bytes> text = object.text("raw_text").map(Bytes::of);
        Span piece = text.map(bytes -> new Span(0, bytes.length()))
                .orElseGet(() -> LineItems.span(line, found(object, "raw", object::raw)));
        Hash parent = new Hash(required(object, "parent"));
        Hash id = new Hash(required(object, "id"));
        Item item = new Item(
                new Hash(required(object, "item")),
                ItemKind.of(required(object, "kind")),
                required(object, "role"),
                piece,
                object.text("tool"),
                object.text("call"));
        if (!Hash.node(parent, item.id()).equals(id)) {
            throw new UnreadableException("the id of the item does not follow from its parent and its content");
        }
        Optional<Instant> at = LineItems.time(object, "at");
        LinePlace place = new LinePlace(
                id.text(),
                Optional.of(parent).filter(node -> !node.equals(Entry.ROOT)).map(Hash::text),
                object.text("replaces"),
                /* isWithinTurn= */ false);
        LineContent content =
                new LineContent(dialect, object.text("model"), List.of(item), Optional.empty(), /* isSetting= */ false);
        return new TranscriptLine(name, place, at, content, text);
    }

    private static String required(RawObject object, String member) {
        return found(object, member, object::text);
    }

    private static <T> T found(RawObject object, String member, Function<String, Optional<T>> reader) {
        return reader.apply(member)
                .orElseThrow(() -> new UnreadableException(
                        object.has(member) ? member + " has another type" : "expected the member " + member));
    }
}
