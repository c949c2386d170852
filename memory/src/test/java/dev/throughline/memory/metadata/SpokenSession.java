package dev.throughline.memory.metadata;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.memory.Stage;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.Projects;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.writer.ConversationReader;
import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.messages.MessagesDialect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A session in a store to which messages are added, and which can be rewound. */
public final class SpokenSession {
    private final MemoryStore store;
    private final SessionCard opened;
    private final Ids ids = new Ids(new Random(7));
    private final List<Hash> path = new ArrayList<>(List.of(Entry.ROOT));

    public SpokenSession(MemoryStore store, int number) {
        this(store, number, Optional.empty());
    }

    public SpokenSession(MemoryStore store, int number, Optional<SessionId> parent) {
        this.store = store;
        this.opened = store.open(
                Tenant.LOCAL,
                new SessionKey("session " + number),
                () -> new Store.Opening(Stage.session(number).id(), parent, "codex", Stage.NOON));
    }

    /** Reads the sessions of a store. */
    public static ConversationReader reader(Store store) {
        SessionFolders folders = new SessionFolders() {
            @Override
            public List<Move> moves(SessionCard card) {
                return List.of(
                        new Move(TurnId.of("0198c5a0-0000-7000-8000-000000000001"), Stage.NOON, "/home/ada/parser"));
            }

            @Override
            public void save(SessionCard card) {}
        };
        return new ConversationReader(
                new RecallCache(store, Dialects::of),
                new SessionProjects(
                        store, new Projects(Path.of("/nowhere"), false, Optional.empty()), folders, ChatKeys.DEFAULT),
                ScaffoldFilter.BUILT_IN);
    }

    public SessionCard card() {
        return store.find(opened.ref()).orElseThrow();
    }

    /** Somebody begins to write in the session. */
    public void name(ChatOrigin origin) {
        append(List.of(new Entry.OriginNamed(Stage.NOON, origin)));
    }

    /** The person says something and the agent answers. */
    public SpokenSession say(String message) {
        return turn(
                Purpose.CONVERSATION,
                element("user", JsonBuilder.quoted(message).utf8()),
                "I did it.");
    }

    /** The person sends a message of several blocks and the agent answers. */
    SpokenSession say(List<String> blocks) {
        return turn(Purpose.CONVERSATION, element("user", "[" + String.join(",", blocks) + "]"), "I did it.");
    }

    /** A tool is called and returns a result. */
    SpokenSession call(String result) {
        String content = "[{\"type\":\"tool_result\",\"tool_use_id\":\"t\",\"content\":"
                + JsonBuilder.quoted(result).utf8() + "}]";
        return turn(Purpose.CONVERSATION, element("user", content), "I see.");
    }

    /** The agent asks something that is not part of the conversation. */
    SpokenSession ask(String question) {
        List<Hash> before = List.copyOf(path);
        turn(Purpose.SIDE_REQUEST, element("user", JsonBuilder.quoted(question).utf8()), "A title.");
        path.clear();
        path.addAll(before);
        return this;
    }

    /** The person takes back the last turns. */
    SpokenSession rewind(int turns) {
        path.subList(path.size() - 2 * turns, path.size()).clear();
        return this;
    }

    private static String element(String role, String content) {
        return "{\"role\":\"" + role + "\",\"content\":" + content + "}";
    }

    private SpokenSession turn(Purpose purpose, String message, String reply) {
        List<Entry> entries = new ArrayList<>();
        TurnId turn = ids.turn(Stage.NOON);
        Hash asked = add(message, turn, entries);
        Entry.Source frame = Entry.Source.of(Bytes.of("{\"model\":\"m\",\"messages\":[]}"));
        entries.add(frame);
        entries.add(new Entry.TurnOpened(
                turn,
                Stage.NOON,
                purpose,
                MessagesDialect.NAME,
                "m",
                "codex",
                Optional.empty(),
                Optional.empty(),
                frame.id(),
                asked,
                path.size(),
                1,
                100));
        Hash answered = add(element("assistant", JsonBuilder.quoted(reply).utf8()), turn, entries);
        entries.add(new Entry.TurnClosed(
                turn,
                Stage.NOON,
                200,
                Reply.Ending.COMPLETE,
                answered,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty()));
        append(entries);
        return this;
    }

    private void append(List<Entry> entries) {
        try (Store.Lease lease = store.lease(opened.ref(), Duration.ofSeconds(30))) {
            store.append(lease, entries).durable().join();
        }
    }

    private Hash add(String element, TurnId turn, List<Entry> entries) {
        Bytes raw = Bytes.of(element);
        entries.add(Entry.Source.of(raw));
        MessagesDialect.WIRE.itemise(raw, new Span(0, raw.length())).forEach(item -> add(item, raw, turn, entries));
        return path.getLast();
    }

    private void add(Item item, Bytes raw, TurnId turn, List<Entry> entries) {
        Hash parent = path.getLast();
        Hash id = Hash.node(parent, item.id());
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
                Stage.NOON));
        path.add(id);
    }
}
