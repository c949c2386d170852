package dev.throughline.store.file.format;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;

/**
 * A session's card as one JSON object on one line, with the sequence of the newest entry that it counts:
 *
 * <pre>
 * {"sequence":7,"tenant":"local","id":"0198c5a0-…","key":"codex 0198c59f","parent":"0198c4ff-…","client":"codex",
 *  "created":"2026-03-01T09:00:00Z","updated":"2026-03-01T09:00:08.125Z","model":"gpt-5.2","turns":1,"items":3,
 *  "tokens":5120,"usage":{"input":120,"cacheRead":5000,"cacheWrite":0,"output":77}}
 * </pre>
 *
 * Only the child of another session has a {@code parent}. A session whose origin a chat gateway named has {@code
 * "origin":{"type":"dm","agent":"main","channel":"discord","peer":"123"}}, and {@code "earlierOrigins":[…]} if earlier
 * messages had other participants; one that began with a reset of its key has {@code "previous":"0198…"}; {@code
 * "lastUserMessage":"…Z"} and {@code "compactions":1} follow if there are any. This is the content of {@code
 * meta.json}, one element of {@code sessions.json}, and, with sequence 0, the first line of an archive.
 *
 * @param sequence the newest entry that the card counts; 0 when there is none
 */
public record CountedCard(SessionCard card, long sequence) {
    /** Writes the fields of the card, without the sequence, into an open object. */
    void writeTo(JsonLineWriter json) {
        json.field("tenant", card.ref().tenant().name())
                .field("id", card.ref().id().toString())
                .field("key", card.key().text())
                .field("parent", card.parent())
                .field("client", card.client())
                .field("created", card.created().toString())
                .field("updated", card.updated().toString())
                .field("model", card.model())
                .field("turns", card.turns())
                .field("items", card.items())
                .field("tokens", card.tokens());
        writeUsage(json, card.usage());
        card.origin().ifPresent(origin -> writeOrigin(json.name("origin"), origin));
        if (!card.earlierOrigins().isEmpty()) {
            json.name("earlierOrigins").text("[");
            for (int i = 0; i < card.earlierOrigins().size(); i++) {
                writeOrigin(json.text(i > 0 ? "," : ""), card.earlierOrigins().get(i));
            }
            json.text("]");
        }
        json.field("previous", card.previous().map(SessionId::toString))
                .field("lastUserMessage", card.lastUserMessage().map(Instant::toString));
        if (card.compactions() > 0) {
            json.field("compactions", card.compactions());
        }
    }

    /** The line, without a line break. */
    public byte[] toBytes() {
        JsonLineWriter json = new JsonLineWriter().open().field("sequence", sequence);
        writeTo(json);
        return json.close().toArray();
    }

    /** Reads a card; the sequence is 0 if there is none. */
    public static CountedCard of(JsonFields fields) {
        try {
            SessionRef ref = new SessionRef(new Tenant(fields.text("tenant")), SessionId.of(fields.text("id")));
            SessionCard card = new SessionCard(
                    ref,
                    new SessionKey(fields.text("key")),
                    fields.maybe("parent").map(SessionId::of),
                    fields.text("client"),
                    Instant.parse(fields.text("created")),
                    Instant.parse(fields.text("updated")),
                    fields.text("model"),
                    fields.number("turns"),
                    fields.number("items"),
                    fields.number("tokens"),
                    usage(fields.inner("usage")),
                    fields.has("origin") ? Optional.of(origin(fields.inner("origin"))) : Optional.empty(),
                    fields.has("earlierOrigins")
                            ? fields.objects("earlierOrigins").stream()
                                    .map(CountedCard::origin)
                                    .toList()
                            : List.of(),
                    fields.maybe("previous").map(SessionId::of),
                    fields.maybe("lastUserMessage").map(Instant::parse),
                    fields.has("compactions") ? fields.number("compactions") : 0);
            return new CountedCard(card, fields.has("sequence") ? fields.number("sequence") : 0);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new DamagedException("not a card: " + e.getMessage());
        }
    }

    /**
     * This card after one more line of the archive. A line that is already counted changes nothing. The line is parsed
     * only if its kind of entry changes more than the number of items.
     *
     * @throws DamagedException if the line has to be parsed and is damaged
     */
    public CountedCard after(byte[] line) {
        long next = EntryCodec.sequence(line);
        if (next <= sequence) {
            return this;
        }
        SessionCard after =
                switch (EntryCodec.kind(line)) {
                    case "source", "head", "help", "imported" -> card;
                    case "node" -> card.afterNode();
                    default -> card.after(EntryCodec.read(line).entry());
                };
        return new CountedCard(after, next);
    }

    static void writeUsage(JsonLineWriter json, Usage usage) {
        json.name("usage")
                .open()
                .field("input", usage.input())
                .field("cacheRead", usage.cacheRead())
                .field("cacheWrite", usage.cacheWrite())
                .field("output", usage.output())
                .close();
    }

    /** Writes an origin as a value, after its name. */
    static void writeOrigin(JsonLineWriter json, ChatOrigin origin) {
        json.open().field("type", origin.type().word());
        origin.fields().forEach((field, value) -> json.field(field.word(), value));
        json.close();
    }

    static ChatOrigin origin(JsonFields fields) {
        ChatType type = ChatType.find(fields.text("type"))
                .orElseThrow(() -> new DamagedException("unknown type of chat '" + fields.text("type") + "'"));
        EnumMap<OriginField, String> values = new EnumMap<>(OriginField.class);
        for (OriginField field : OriginField.values()) {
            fields.maybe(field.word()).ifPresent(value -> values.put(field, value));
        }
        return new ChatOrigin(type, values);
    }

    static Usage usage(JsonFields fields) {
        return new Usage(
                fields.number("input"),
                fields.number("cacheRead"),
                fields.number("cacheWrite"),
                fields.number("output"));
    }
}
