package dev.throughline.store.file.format;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.EditLine;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads and writes one entry of an archive as a JSON object on one line. The first two fields are the sequence and the
 * kind of the entry:
 *
 * <pre>
 * {"seq":0,"is":"session","tenant":…}                     the card as the session was opened, see {@link CountedCard}
 * {"seq":1,"is":"source","id":"s2:…","raw":{…}}           exact bytes: raw, text or base64, see {@link ExactBytes}
 * {"seq":2,"is":"head","id":"s2:…","system":["s2:…"],"tools":["s2:…"]}
 * {"seq":3,"is":"node","id":"s2:…","parent":"s2:…","item":"s2:…","kind":"tool_call","role":"assistant",
 *  "tool":"shell","call":"call_1","source":"s2:…","piece":[0,181],"tokens":42,"turn":"0198c5a0-…",
 *  "at":"2026-03-01T09:00:00Z"}                           tool and call only where there are any
 * {"seq":4,"is":"turn","id":"0198c5a0-…","at":"…","purpose":"conversation","dialect":"responses","model":"gpt-5.2",
 *  "client":"codex","run":"r1","head":"s2:…","frame":"s2:…","leaf":"s2:…","items":3,"fresh":1,"tokens":5120,"user":1}
 *                                                         run, head and user only where there are any
 * {"seq":5,"is":"reply","id":"0198c5a0-…","at":"…","status":200,"ending":"complete","leaf":"s2:…",
 *  "response":"resp_1","stop":"end_turn","usage":{…},"unread":["s2:…"],"sent":{"tokens":9,"untouched":9,"usage":{…}}}
 *                                                         id is the turn's; response, stop, usage, sent are optional
 * {"seq":6,"is":"edited","turn":"0198c5a0-…","at":"…","edits":["clear s2:… s2:… 96"],"trigger":"cold","before":90000,
 *  "after":31000,"rewritten":0,"breakEven":"0.0","expected":"12.0","why":"…"}   see {@link EditLine}
 * {"seq":6,"is":"compact","at":"…","by":"rest","keep":"the decisions"}
 * {"seq":6,"is":"help","at":"…","question":"flush","model":"gpt-5.2-mini","usage":{…}}
 * {"seq":7,"is":"link","from":"s2:…","to":"s2:…","reason":"client_compaction","turn":"0198c5a0-…"}
 * {"seq":8,"is":"origin","at":"…","origin":{"type":"dm","channel":"discord","peer":"123"}}
 * {"seq":9,"is":"imported","nodes":["s2:…"],"source":"s2:…","file":"rollout.jsonl","line":12}
 * </pre>
 *
 * The sequence is known only when the journal numbers the line, so {@link #body} writes what follows the sequence, and
 * {@link #prefix} writes the rest.
 */
public final class EntryCodec {
    private static final byte[] START = "{\"seq\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] IS = ",\"is\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SOURCE = ",\"is\":\"source\",\"id\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final int HASH_LENGTH = Entry.ROOT.text().length();
    private static final int MOST_DIGITS = 18;

    private EntryCodec() {}

    /** The start of a line, up to its {@link #body}. */
    public static byte[] prefix(long sequence) {
        return ("{\"seq\":" + sequence).getBytes(StandardCharsets.US_ASCII);
    }

    /** The line of an entry after its sequence, without a line break. */
    public static byte[] body(Entry entry) {
        JsonLineWriter json = new JsonLineWriter();
        switch (entry) {
            case Entry.Source source -> {
                is(json, "source").field("id", source.id().text());
                ExactBytes.write(json, source.bytes());
            }
            case Entry.Head head ->
                is(json, "head")
                        .field("id", head.id().text())
                        .field("system", head.system())
                        .field("tools", head.tools());
            case Entry.Node node -> node(json, node);
            case Entry.TurnOpened turn -> turn(json, turn);
            case Entry.TurnClosed reply -> reply(json, reply);
            case Entry.Edited edited -> edited(json, edited);
            case Entry.HelperCall help -> {
                is(json, "help")
                        .field("at", help.at().toString())
                        .field("question", help.question())
                        .field("model", help.model());
                CountedCard.writeUsage(json, help.usage());
            }
            case Entry.OriginNamed named -> {
                is(json, "origin").field("at", named.at().toString());
                CountedCard.writeOrigin(json.name("origin"), named.origin());
            }
            case Entry.CompactionRequested request ->
                is(json, "compact")
                        .field("at", request.at().toString())
                        .field("by", request.by())
                        .field("keep", request.keep());
            case Entry.Imported imported ->
                is(json, "imported")
                        .field("nodes", imported.nodes())
                        .field("source", imported.source().text())
                        .field("file", imported.file())
                        .field("line", imported.line());
            case Entry.Link link ->
                is(json, "link")
                        .field("from", link.newer().text())
                        .field("to", link.older().text())
                        .field("reason", link.reason().name().toLowerCase(Locale.ROOT))
                        .field("turn", link.turn().toString());
        }
        return json.close().toArray();
    }

    /** The first line of an archive after its sequence, which is 0. */
    public static byte[] body(SessionCard opened) {
        JsonLineWriter json = is(new JsonLineWriter(), "session");
        new CountedCard(opened, 0).writeTo(json);
        return json.close().toArray();
    }

    /** The sequence of a line; -1 if the line does not have the form of an entry. */
    public static long sequence(byte[] line) {
        if (!ExactBytes.hasAt(line, 0, START)) {
            return -1;
        }
        long sequence = 0;
        int at = START.length;
        while (at < line.length && line[at] >= '0' && line[at] <= '9' && at - START.length < MOST_DIGITS) {
            sequence = sequence * 10 + (line[at++] - '0');
        }
        boolean isWhole = at > START.length && at < line.length && line[at] == ',' && line[line.length - 1] == '}';
        return isWhole ? sequence : -1;
    }

    /** The kind of entry in a line; empty if the line does not name one. */
    static String kind(byte[] line) {
        int from = afterSequence(line) + IS.length;
        if (!ExactBytes.hasAt(line, from - IS.length, IS)) {
            return "";
        }
        int to = from;
        while (to < line.length && line[to] != '"') {
            to++;
        }
        return new String(line, from, to - from, StandardCharsets.US_ASCII);
    }

    /** The id of the source in a line; empty if the line is not a source. */
    public static Optional<Hash> sourceId(byte[] line) {
        int id = afterSequence(line) + SOURCE.length;
        if (!ExactBytes.hasAt(line, id - SOURCE.length, SOURCE) || line.length - id < HASH_LENGTH) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Hash(new String(line, id, HASH_LENGTH, StandardCharsets.US_ASCII)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The card in the first line of an archive. */
    public static SessionCard session(byte[] line) {
        return CountedCard.of(JsonFields.of(line)).card();
    }

    /**
     * The entry in a line.
     *
     * @throws DamagedException if the line is not an entry, or if the bytes of a source do not have its hash
     */
    public static ArchivedEntry read(byte[] line) {
        long sequence = sequence(line);
        if (sequence < 1) {
            throw new DamagedException("expected a line that starts with {\"seq\": and a number");
        }
        try {
            Optional<Hash> source = sourceId(line);
            return new ArchivedEntry(
                    sequence, source.isPresent() ? source(source.get(), line) : read(JsonFields.of(line)));
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new DamagedException("not an entry: " + e.getMessage());
        }
    }

    private static Entry source(Hash id, byte[] line) {
        // The id is followed by a quote and a comma.
        Bytes bytes = ExactBytes.read(line, afterSequence(line) + SOURCE.length + HASH_LENGTH + 2);
        if (!bytes.hash().equals(id)) {
            throw new DamagedException("the bytes of source " + id + " have another hash");
        }
        return new Entry.Source(id, bytes);
    }

    private static Entry read(JsonFields fields) {
        String is = fields.text("is");
        return switch (is) {
            case "head" -> new Entry.Head(fields.hash("id"), fields.hashes("system"), fields.hashes("tools"));
            case "node" -> node(fields);
            case "turn" -> turn(fields);
            case "reply" -> reply(fields);
            case "edited" -> edited(fields);
            case "help" ->
                new Entry.HelperCall(
                        Instant.parse(fields.text("at")),
                        fields.text("question"),
                        fields.text("model"),
                        CountedCard.usage(fields.inner("usage")));
            case "origin" ->
                new Entry.OriginNamed(Instant.parse(fields.text("at")), CountedCard.origin(fields.inner("origin")));
            case "compact" ->
                new Entry.CompactionRequested(Instant.parse(fields.text("at")), fields.text("by"), fields.text("keep"));
            case "imported" ->
                new Entry.Imported(
                        fields.hashes("nodes"), fields.hash("source"), fields.text("file"), fields.number("line"));
            case "link" ->
                new Entry.Link(
                        fields.hash("from"),
                        fields.hash("to"),
                        Entry.Link.Reason.valueOf(fields.text("reason").toUpperCase(Locale.ROOT)),
                        TurnId.of(fields.text("turn")));
            default -> throw new DamagedException("expected a known kind of entry, found '" + is + "'");
        };
    }

    private static void node(JsonLineWriter json, Entry.Node node) {
        is(json, "node")
                .field("id", node.id().text())
                .field("parent", node.parent().text())
                .field("item", node.item().text())
                .field("kind", node.kind().word())
                .field("role", node.role())
                .field("tool", node.tool())
                .field("call", node.call())
                .field("source", node.source().text())
                .name("piece")
                .text("[" + node.piece().start() + "," + node.piece().end() + "]")
                .field("tokens", node.tokens())
                .field("turn", node.turn().toString())
                .field("at", node.at().toString());
    }

    private static Entry node(JsonFields fields) {
        List<Long> piece = fields.numbers("piece");
        if (piece.size() != 2) {
            throw new DamagedException("expected a piece of two numbers, found " + piece);
        }
        return new Entry.Node(
                fields.hash("id"),
                fields.hash("parent"),
                fields.hash("item"),
                ItemKind.of(fields.text("kind")),
                fields.text("role"),
                fields.maybe("tool"),
                fields.maybe("call"),
                fields.hash("source"),
                new Span(Math.toIntExact(piece.get(0)), Math.toIntExact(piece.get(1))),
                fields.number("tokens"),
                TurnId.of(fields.text("turn")),
                Instant.parse(fields.text("at")));
    }

    private static void turn(JsonLineWriter json, Entry.TurnOpened turn) {
        is(json, "turn")
                .field("id", turn.id().toString())
                .field("at", turn.at().toString())
                .field("purpose", turn.purpose().word())
                .field("dialect", turn.dialect().name())
                .field("model", turn.model())
                .field("client", turn.client())
                .field("run", turn.run())
                .field("head", turn.head())
                .field("frame", turn.frame().text())
                .field("leaf", turn.leaf().text())
                .field("items", turn.items())
                .field("fresh", turn.fresh())
                .field("tokens", turn.tokens());
        if (turn.userMessages() > 0) {
            json.field("user", turn.userMessages());
        }
    }

    private static Entry turn(JsonFields fields) {
        return new Entry.TurnOpened(
                TurnId.of(fields.text("id")),
                Instant.parse(fields.text("at")),
                Purpose.of(fields.text("purpose")),
                new Dialect(fields.text("dialect")),
                fields.text("model"),
                fields.text("client"),
                fields.maybe("run"),
                fields.maybe("head").map(Hash::new),
                fields.hash("frame"),
                fields.hash("leaf"),
                fields.integer("items"),
                fields.integer("fresh"),
                fields.number("tokens"),
                fields.has("user") ? fields.integer("user") : 0);
    }

    private static void reply(JsonLineWriter json, Entry.TurnClosed reply) {
        is(json, "reply")
                .field("id", reply.id().toString())
                .field("at", reply.at().toString())
                .field("status", reply.status())
                .field("ending", reply.ending().word())
                .field("leaf", reply.leaf().text())
                .field("response", reply.responseId())
                .field("stop", reply.stopReason());
        reply.usage().ifPresent(usage -> CountedCard.writeUsage(json, usage));
        json.field("unread", reply.unread());
        reply.sent().ifPresent(sent -> {
            json.name("sent").open().field("tokens", sent.tokens()).field("untouched", sent.clientTokens());
            CountedCard.writeUsage(json, sent.clientUsage());
            json.close();
        });
    }

    private static Entry reply(JsonFields fields) {
        return new Entry.TurnClosed(
                TurnId.of(fields.text("id")),
                Instant.parse(fields.text("at")),
                fields.integer("status"),
                Reply.Ending.of(fields.text("ending")),
                fields.hash("leaf"),
                fields.maybe("response"),
                fields.maybe("stop"),
                fields.has("usage") ? Optional.of(CountedCard.usage(fields.inner("usage"))) : Optional.empty(),
                fields.hashes("unread"),
                fields.has("sent") ? Optional.of(sent(fields.inner("sent"))) : Optional.empty());
    }

    private static Entry.Sent sent(JsonFields fields) {
        return new Entry.Sent(
                fields.number("tokens"), fields.number("untouched"), CountedCard.usage(fields.inner("usage")));
    }

    private static void edited(JsonLineWriter json, Entry.Edited edited) {
        DecisionReason why = edited.why();
        is(json, "edited")
                .field("turn", edited.turn().toString())
                .field("at", edited.at().toString())
                .strings("edits", edited.edits().stream().map(EditLine::write).toList())
                .field("trigger", why.trigger().word())
                .field("before", why.before())
                .field("after", why.after())
                .field("rewritten", why.rewritten())
                .field("breakEven", Double.toString(why.breakEven()))
                .field("expected", Double.toString(why.expected()))
                .field("why", why.sentence());
    }

    private static Entry edited(JsonFields fields) {
        return new Entry.Edited(
                TurnId.of(fields.text("turn")),
                Instant.parse(fields.text("at")),
                fields.texts("edits").stream().map(EditLine::read).toList(),
                new DecisionReason(
                        DecisionReason.Trigger.of(fields.text("trigger")),
                        fields.number("before"),
                        fields.number("after"),
                        fields.number("rewritten"),
                        Double.parseDouble(fields.text("breakEven")),
                        Double.parseDouble(fields.text("expected")),
                        fields.text("why")));
    }

    /** Starts a body: a comma after the sequence, then the kind of entry. {@link #prefix} opens the object. */
    private static JsonLineWriter is(JsonLineWriter json, String kind) {
        return json.text(",").field("is", kind);
    }

    private static int afterSequence(byte[] line) {
        int at = START.length;
        while (at < line.length && line[at] != ',') {
            at++;
        }
        return at;
    }
}
