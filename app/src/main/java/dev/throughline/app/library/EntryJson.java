package dev.throughline.app.library;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Kept;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.edit.EditLine;
import dev.throughline.workingset.edit.Why;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * One thing that happened in a session, with its place in the order. {@code type} says which fields there are:
 *
 * <pre>
 * {"sequence":7,"type":"node","id":"s2:…","parent":"s2:…","item":"s2:…","kind":"tool_call","role":"function_call",
 *  "tool":"exec_command","call":"call_1","source":"s2:…","start":0,"end":120,"tokens":30,"turn":"0198…","at":"…Z"}
 * {"sequence":1,"type":"head","id":"s2:…","system":["s2:…"],"tools":["s2:…"]}
 * {"sequence":2,"type":"turn_opened","turn":"0198…","at":"…Z","purpose":"conversation","dialect":"responses",
 *  "model":"gpt-5.5","client":"codex","run":null,"head":"s2:…","frame":"s2:…","leaf":"s2:…","items":4,"fresh":4,
 *  "tokens":900}
 * {"sequence":9,"type":"turn_closed","turn":"0198…","at":"…Z","status":200,"ending":"complete","leaf":"s2:…",
 *  "response":"resp_1","stop":null,"usage":{…},"unread":[],"sent":{"tokens":800,"untouched":900,"shadow":{…}}}
 * {"sequence":5,"type":"edited","turn":"0198…","at":"…Z","edits":["clear s2:… s2:… 96"],"trigger":"cold",
 *  "before":90000,"after":31000,"rewritten":0,"breakEven":"0.0","expected":"12.0","why":"…"}
 * {"sequence":9,"type":"helped","at":"…Z","question":"flush","model":"gpt-5.2-mini","usage":{…}}
 * {"sequence":9,"type":"link","from":"s2:…","to":"s2:…","reason":"client_compaction","turn":"0198…"}
 * </pre>
 *
 * The exact bytes of a node are {@code start} to {@code end} of its source.
 */
public final class EntryJson {
    private EntryJson() {}

    public static void write(Kept kept, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("sequence", kept.sequence());
        switch (kept.entry()) {
            case Entry.Node node -> node(node, json);
            case Entry.Head head -> head(head, json);
            case Entry.TurnOpened turn -> opened(turn, json);
            case Entry.TurnClosed turn -> closed(turn, json);
            case Entry.Edited edited -> edited(edited, json);
            case Entry.Helped help -> helped(help, json);
            case Entry.Link link -> link(link, json);
            case Entry.Source source -> source(source, json);
        }
        json.writeEndObject();
    }

    public static Kept read(JsonObject json) {
        Entry entry =
                switch (json.text("type")) {
                    case "node" -> node(json);
                    case "head" -> new Entry.Head(hash(json, "id"), hashes(json, "system"), hashes(json, "tools"));
                    case "turn_opened" -> opened(json);
                    case "turn_closed" -> closed(json);
                    case "edited" -> edited(json);
                    case "helped" -> helped(json);
                    case "link" -> link(json);
                    default -> throw new IllegalArgumentException("expected a known entry, found " + json);
                };
        return new Kept(json.number("sequence"), entry);
    }

    private static void helped(Entry.Helped help, JsonGenerator json) {
        json.writeStringProperty("type", "helped");
        json.writeStringProperty("at", help.at().toString());
        json.writeStringProperty("question", help.question());
        json.writeStringProperty("model", help.model());
        json.writeName("usage");
        CardJson.usage(help.usage(), json);
    }

    private static Entry.Helped helped(JsonObject json) {
        return new Entry.Helped(
                json.time("at"),
                json.text("question"),
                json.text("model"),
                json.object("usage").map(CardJson::usage).orElse(Usage.NONE));
    }

    private static void node(Entry.Node node, JsonGenerator json) {
        json.writeStringProperty("type", "node");
        fields(node, json);
    }

    /** The fields of a node, in an object that was begun. */
    public static void fields(Entry.Node node, JsonGenerator json) {
        json.writeStringProperty("id", node.id().text());
        json.writeStringProperty("parent", node.parent().text());
        json.writeStringProperty("item", node.item().text());
        json.writeStringProperty("kind", node.kind().word());
        json.writeStringProperty("role", node.role());
        json.writeName("tool");
        text(json, node.tool());
        json.writeName("call");
        text(json, node.call());
        json.writeStringProperty("source", node.source().text());
        json.writeNumberProperty("start", node.piece().start());
        json.writeNumberProperty("end", node.piece().end());
        json.writeNumberProperty("tokens", node.tokens());
        json.writeStringProperty("turn", node.turn().toString());
        json.writeStringProperty("at", node.at().toString());
    }

    private static Entry.Node node(JsonObject json) {
        return new Entry.Node(
                hash(json, "id"),
                hash(json, "parent"),
                hash(json, "item"),
                ItemKind.of(json.text("kind")),
                json.text("role"),
                json.maybe("tool"),
                json.maybe("call"),
                hash(json, "source"),
                new Span((int) json.number("start"), (int) json.number("end")),
                json.number("tokens"),
                TurnId.of(json.text("turn")),
                json.time("at"));
    }

    private static void head(Entry.Head head, JsonGenerator json) {
        json.writeStringProperty("type", "head");
        json.writeStringProperty("id", head.id().text());
        hashes(json, "system", head.system());
        hashes(json, "tools", head.tools());
    }

    private static void opened(Entry.TurnOpened turn, JsonGenerator json) {
        json.writeStringProperty("type", "turn_opened");
        json.writeStringProperty("turn", turn.id().toString());
        json.writeStringProperty("at", turn.at().toString());
        json.writeStringProperty("purpose", turn.purpose().word());
        json.writeStringProperty("dialect", turn.dialect().word());
        json.writeStringProperty("model", turn.model());
        json.writeStringProperty("client", turn.client());
        json.writeName("run");
        text(json, turn.run());
        json.writeName("head");
        text(json, turn.head().map(Hash::text));
        json.writeStringProperty("frame", turn.frame().text());
        json.writeStringProperty("leaf", turn.leaf().text());
        json.writeNumberProperty("items", turn.items());
        json.writeNumberProperty("fresh", turn.fresh());
        json.writeNumberProperty("tokens", turn.tokens());
    }

    private static Entry.TurnOpened opened(JsonObject json) {
        return new Entry.TurnOpened(
                TurnId.of(json.text("turn")),
                json.time("at"),
                Purpose.of(json.text("purpose")),
                Dialect.of(json.text("dialect")),
                json.text("model"),
                json.text("client"),
                json.maybe("run"),
                json.maybe("head").map(Hash::new),
                hash(json, "frame"),
                hash(json, "leaf"),
                (int) json.number("items"),
                (int) json.number("fresh"),
                json.number("tokens"));
    }

    private static void closed(Entry.TurnClosed turn, JsonGenerator json) {
        json.writeStringProperty("type", "turn_closed");
        json.writeStringProperty("turn", turn.id().toString());
        json.writeStringProperty("at", turn.at().toString());
        json.writeNumberProperty("status", turn.status());
        json.writeStringProperty("ending", turn.ending().word());
        json.writeStringProperty("leaf", turn.leaf().text());
        json.writeName("response");
        text(json, turn.responseId());
        json.writeName("stop");
        text(json, turn.stopReason());
        json.writeName("usage");
        turn.usage().ifPresentOrElse(usage -> CardJson.usage(usage, json), json::writeNull);
        hashes(json, "unread", turn.unread());
        json.writeName("sent");
        turn.sent().ifPresentOrElse(sent -> sent(sent, json), json::writeNull);
    }

    private static void sent(Entry.Sent sent, JsonGenerator json) {
        json.writeStartObject();
        json.writeNumberProperty("tokens", sent.tokens());
        json.writeNumberProperty("untouched", sent.untouched());
        json.writeName("shadow");
        CardJson.usage(sent.shadow(), json);
        json.writeEndObject();
    }

    private static Entry.Sent sent(JsonObject json) {
        return new Entry.Sent(
                json.number("tokens"),
                json.number("untouched"),
                json.object("shadow").map(CardJson::usage).orElse(Usage.NONE));
    }

    static void edited(Entry.Edited edited, JsonGenerator json) {
        Why why = edited.why();
        json.writeStringProperty("type", "edited");
        json.writeStringProperty("turn", edited.turn().toString());
        json.writeStringProperty("at", edited.at().toString());
        json.writeName("edits");
        json.writeStartArray();
        edited.edits().forEach(edit -> json.writeString(EditLine.write(edit)));
        json.writeEndArray();
        json.writeStringProperty("trigger", why.trigger().word());
        json.writeNumberProperty("before", why.before());
        json.writeNumberProperty("after", why.after());
        json.writeNumberProperty("rewritten", why.rewritten());
        json.writeStringProperty("breakEven", Double.toString(why.breakEven()));
        json.writeStringProperty("expected", Double.toString(why.expected()));
        json.writeStringProperty("why", why.sentence());
    }

    static Entry.Edited edited(JsonObject json) {
        return new Entry.Edited(
                TurnId.of(json.text("turn")),
                json.time("at"),
                json.texts("edits").stream().map(EditLine::read).toList(),
                new Why(
                        Why.Trigger.of(json.text("trigger")),
                        json.number("before"),
                        json.number("after"),
                        json.number("rewritten"),
                        Double.parseDouble(json.text("breakEven")),
                        Double.parseDouble(json.text("expected")),
                        json.text("why")));
    }

    private static Entry.TurnClosed closed(JsonObject json) {
        return new Entry.TurnClosed(
                TurnId.of(json.text("turn")),
                json.time("at"),
                (int) json.number("status"),
                Reply.Ending.of(json.text("ending")),
                hash(json, "leaf"),
                json.maybe("response"),
                json.maybe("stop"),
                json.object("usage").map(CardJson::usage),
                hashes(json, "unread"),
                json.object("sent").map(EntryJson::sent));
    }

    private static void link(Entry.Link link, JsonGenerator json) {
        json.writeStringProperty("type", "link");
        json.writeStringProperty("from", link.from().text());
        json.writeStringProperty("to", link.to().text());
        json.writeStringProperty("reason", link.reason().name().toLowerCase(Locale.ROOT));
        json.writeStringProperty("turn", link.turn().toString());
    }

    private static Entry.Link link(JsonObject json) {
        return new Entry.Link(
                hash(json, "from"),
                hash(json, "to"),
                Entry.Link.Reason.valueOf(json.text("reason").toUpperCase(Locale.ROOT)),
                TurnId.of(json.text("turn")));
    }

    /** Only its name and size: the bytes are asked for one by one. */
    private static void source(Entry.Source source, JsonGenerator json) {
        json.writeStringProperty("type", "source");
        json.writeStringProperty("id", source.id().text());
        json.writeNumberProperty("bytes", source.bytes().length());
    }

    static void text(JsonGenerator json, Optional<String> text) {
        text.ifPresentOrElse(json::writeString, json::writeNull);
    }

    private static void hashes(JsonGenerator json, String name, List<Hash> hashes) {
        json.writeName(name);
        json.writeStartArray();
        hashes.forEach(hash -> json.writeString(hash.text()));
        json.writeEndArray();
    }

    private static Hash hash(JsonObject json, String name) {
        return new Hash(json.text(name));
    }

    private static List<Hash> hashes(JsonObject json, String name) {
        return json.texts(name).stream().map(Hash::new).toList();
    }
}
