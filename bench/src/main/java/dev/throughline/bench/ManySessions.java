package dev.throughline.bench;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.messages.MessagesDialect;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Fills a home with sessions of one turn that have names. */
final class ManySessions {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final List<String> WORDS =
            List.of("parser", "lexer", "cache", "login", "index", "proxy", "search", "editor", "store", "queue");

    private final Store store;
    private final Ids ids;

    private ManySessions(Store store, Ids ids) {
        this.store = store;
        this.ids = ids;
    }

    /** Creates the home and returns the ids of its sessions. */
    static List<String> fill(Path home, int count) {
        try (FileStore store = new FileStore(home, Clock.systemUTC(), FileStoreLimits.DEFAULTS)) {
            ManySessions sessions = new ManySessions(store, new Ids(new Random(count)));
            List<String> all = new ArrayList<>();
            Instant start = Instant.now().minus(Duration.ofSeconds(count));
            for (int i = 0; i < count; i++) {
                all.add(sessions.add(i, start.plusSeconds(i)));
            }
            return all;
        }
    }

    /** The key of a session, as a client sends it in X-Throughline-Session. */
    static String key(int number) {
        return "bench-" + number;
    }

    /** The name of a session, which no other session has. */
    static String name(int number) {
        int words = WORDS.size();
        return "fix-the-" + WORDS.get(number % words) + "-of-the-" + WORDS.get(number / words % words) + "-" + number;
    }

    private String add(int number, Instant at) {
        Store.Opening opening = new Store.Opening(ids.session(at), Optional.empty(), "claude", at);
        SessionRef ref = store.open(Tenant.LOCAL, new SessionKey(key(number)), () -> opening)
                .ref();
        try (Store.Lease lease = store.lease(ref, WAIT)) {
            var _ = store.append(lease, turn(number, at));
        }
        store.notes().write(ref, NoteKind.INDEX, metadata(ref, number, at));
        return ref.id().toString();
    }

    private List<Entry> turn(int number, Instant at) {
        List<Entry> entries = new ArrayList<>();
        TurnId turn = ids.turn(at);
        String words = name(number).replace('-', ' ');
        Hash asked = item("user", "Please " + words + ".", Entry.ROOT, turn, at, entries);
        Entry.Source frame = Entry.Source.of(Bytes.of("{\"model\":\"claude-sonnet-4-5\",\"messages\":[]}"));
        entries.add(frame);
        entries.add(new Entry.TurnOpened(
                turn,
                at,
                Purpose.CONVERSATION,
                MessagesDialect.NAME,
                "claude-sonnet-4-5",
                "claude",
                Optional.empty(),
                Optional.empty(),
                frame.id(),
                asked,
                1,
                1,
                100));
        Hash answered = item("assistant", "I did it: " + words + ".", asked, turn, at, entries);
        entries.add(new Entry.TurnClosed(
                turn,
                at,
                200,
                Reply.Ending.COMPLETE,
                answered,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty()));
        return entries;
    }

    private static Hash item(String role, String text, Hash parent, TurnId turn, Instant at, List<Entry> entries) {
        Bytes raw = Bytes.of("{\"role\":\"" + role + "\",\"content\":\"" + text + "\"}");
        Item item = MessagesDialect.WIRE.itemise(raw, new Span(0, raw.length())).getFirst();
        Hash id = Hash.node(parent, item.id());
        entries.add(Entry.Source.of(raw));
        entries.add(new Entry.Node(
                id,
                parent,
                item.id(),
                item.kind(),
                item.role(),
                item.tool(),
                item.call(),
                raw.hash(),
                item.raw(),
                item.raw().length() / 4,
                turn,
                at));
        return id;
    }

    private static String metadata(SessionRef ref, int number, Instant at) {
        return "{\"sessionId\":\"" + ref.id() + "\",\"sessionFile\":\"sessions/" + ref.id() + "/archive.jsonl\","
                + "\"name\":\"" + name(number) + "\",\"description\":\"A session.\",\"summary\":\"A session.\","
                + "\"tags\":[],\"createdAt\":\"" + at + "\",\"updatedAt\":\"" + at
                + "\",\"source\":\"rules\",\"nameSource\":\"rules\"}";
    }
}
