package dev.throughline.engine.archive;

import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/** An archive of one session, in which a client speaks Chat. A message is written as {@code role: text}. */
final class TestArchive {
    static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    static final Wire WIRE = ChatDialect.WIRE;
    static final String TOOLS = ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"Bash\","
            + "\"parameters\":{\"type\":\"object\"}}}]";

    final WatchedStore watched = new WatchedStore();
    final SessionCard card;
    Archive archive;
    private final Ids ids = new Ids(new Random(5));

    TestArchive() {
        card = open("test");
        restart();
    }

    /** Forgets everything except for what is in the store. */
    void restart() {
        PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
        archive = new Archive(watched.store, purposes, 1 << 20);
    }

    SessionCard open(String key) {
        return watched.real.open(
                Tenant.LOCAL,
                new SessionKey(key),
                () -> new Store.Opening(ids.session(NOON), Optional.empty(), "test", NOON));
    }

    static String body(String more, String... messages) {
        return "{\"model\":\"m\"" + more + ",\"messages\":["
                + Arrays.stream(messages).map(TestArchive::message).collect(Collectors.joining(",")) + "]}";
    }

    static String message(String message) {
        String[] parts = message.split(": ", 2);
        return "{\"role\":\"" + parts[0] + "\",\"content\":\"" + parts[1] + "\"}";
    }

    /** The item of a message. */
    static Item item(String message) {
        var request = WIRE.decode(Bytes.of(body("", message)));
        return WIRE.itemise(request.body(), request.history().getFirst()).getFirst();
    }

    /** The node at the end of these messages. */
    static Hash node(String... messages) {
        Hash node = Entry.ROOT;
        for (String message : messages) {
            node = Hash.node(node, item(message).id());
        }
        return node;
    }

    Turn turn(Purpose purpose, String body) {
        return turn(purpose, WIRE, body);
    }

    Turn turn(Purpose purpose, Wire wire, String body) {
        return new Turn(ids.turn(NOON), NOON, purpose, "test", Optional.empty(), wire, wire.decode(Bytes.of(body)), "");
    }

    RecordedTurn record(String... messages) {
        return archive.record(card, turn(Purpose.CONVERSATION, body("", messages)));
    }

    /** Closes a turn with a reply. */
    Receipt answer(RecordedTurn recorded, String text) {
        return archive.close(recorded, closing(200, reply("assistant: " + text), Optional.empty()));
    }

    static Archive.Closing closing(int status, Reply reply, Optional<Decision> inserted) {
        return new Archive.Closing(status, reply, NOON, Optional.empty(), inserted);
    }

    static Reply reply(String... messages) {
        return new Reply(
                Reply.Ending.COMPLETE,
                Optional.of("response-" + String.join("|", messages)),
                Optional.of("m"),
                Optional.of("stop"),
                Arrays.stream(messages).map(TestArchive::message).map(Bytes::of).toList(),
                List.of(),
                Optional.of(new Usage(10, 0, 0, 2)));
    }

    /** A decision that replaces the text of a node. */
    static Decision reword(Hash node, String text, DecisionReason.Trigger trigger) {
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Reword(node, Edit.RewordKind.CLEAR, draft.text(text), 1));
        return draft.because(new DecisionReason(trigger, 2, 1, 1, 1, 1, "For a test."));
    }

    List<Entry> entries() {
        return watched.real.entries(card.ref(), 0, 10_000).items().stream()
                .map(ArchivedEntry::entry)
                .toList();
    }

    <T extends Entry> List<T> entries(Class<T> type) {
        return entries().stream().filter(type::isInstance).map(type::cast).toList();
    }

    Transcript transcript() {
        return Transcript.read(after -> watched.real.entries(card.ref(), after, 1_000));
    }

    /** The exact bytes of the elements on the way to a node. */
    List<String> pathBytes(Hash leaf) {
        return transcript().path(leaf).stream()
                .map(node -> watched.real
                        .source(card.ref(), node.source())
                        .orElseThrow()
                        .utf8())
                .toList();
    }
}
