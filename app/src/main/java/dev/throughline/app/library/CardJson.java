package dev.throughline.app.library;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import tools.jackson.core.JsonGenerator;

/**
 * A session in a list:
 *
 * <pre>
 * {"id":"0198…","tenant":"local","key":"…","parent":null,"client":"codex","model":"gpt-5.5",
 *  "created":"2026-11-15T10:00:00Z","updated":"2026-11-15T10:05:00Z","turns":3,"items":12,"tokens":4100,
 *  "usage":{"input":900,"cache_read":3000,"cache_write":0,"output":200}}
 * </pre>
 */
public final class CardJson {
    private CardJson() {}

    public static void write(SessionCard card, JsonGenerator json) {
        json.writeStartObject();
        fields(card, json);
        json.writeEndObject();
    }

    /** The fields, in an object that was begun. */
    static void fields(SessionCard card, JsonGenerator json) {
        json.writeStringProperty("id", card.ref().id().toString());
        json.writeStringProperty("tenant", card.ref().tenant().name());
        json.writeStringProperty("key", card.key().text());
        json.writeName("parent");
        EntryJson.text(json, card.parent().map(SessionId::toString));
        json.writeStringProperty("client", card.client());
        json.writeStringProperty("model", card.model());
        json.writeStringProperty("created", card.created().toString());
        json.writeStringProperty("updated", card.updated().toString());
        json.writeNumberProperty("turns", card.turns());
        json.writeNumberProperty("items", card.items());
        json.writeNumberProperty("tokens", card.tokens());
        json.writeName("usage");
        usage(card.usage(), json);
    }

    public static SessionCard read(JsonObject json) {
        return new SessionCard(
                new SessionRef(new Tenant(json.text("tenant")), SessionId.of(json.text("id"))),
                new SessionKey(json.text("key")),
                json.maybe("parent").map(SessionId::of),
                json.text("client"),
                json.time("created"),
                json.time("updated"),
                json.text("model"),
                json.number("turns"),
                json.number("items"),
                json.number("tokens"),
                json.object("usage").map(CardJson::usage).orElse(Usage.NONE));
    }

    static void usage(Usage usage, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("input", usage.input());
        json.writeNumberProperty("cache_read", usage.cacheRead());
        json.writeNumberProperty("cache_write", usage.cacheWrite());
        json.writeNumberProperty("output", usage.output());
        json.writeEndObject();
    }

    static Usage usage(JsonObject json) {
        return new Usage(
                json.number("input"), json.number("cache_read"), json.number("cache_write"), json.number("output"));
    }
}
