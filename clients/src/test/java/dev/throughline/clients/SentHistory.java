package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The history of one request, with the ids that the archive should have given it. */
record SentHistory(Wire wire, Request request, List<Place> places) {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** One item of the history. */
    record Place(Hash node, Item item, Span element) {}

    static SentHistory of(SimulatedDialect dialect, SentRequest request) {
        assertEquals(Optional.empty(), request.headers().first("content-encoding"));
        return of(dialect, request.body());
    }

    static SentHistory of(SimulatedDialect dialect, Bytes body) {
        Wire wire = Dialects.of(dialect.dialect());
        Request request = wire.decode(body);
        List<Place> places = new ArrayList<>();
        Hash parent = Entry.ROOT;
        for (Span element : request.history()) {
            for (Item item : wire.itemise(request.body(), element)) {
                parent = Hash.node(parent, item.id());
                places.add(new Place(parent, item, element));
            }
        }
        return new SentHistory(wire, request, List.copyOf(places));
    }

    Hash leaf() {
        return places.isEmpty() ? Entry.ROOT : places.getLast().node();
    }

    /**
     * Checks that the archive contains the path of this history, and each item with the bytes of its first occurrence.
     */
    void checkArchivedIn(ArchivedSession session) {
        List<Entry.Node> path = session.transcript().path(leaf());
        assertEquals(
                places.stream().map(Place::node).toList(),
                path.stream().map(Entry.Node::id).toList());
        for (int i = 0; i < path.size(); i++) {
            Entry.Node node = path.get(i);
            Place place = places.get(i);
            assertEquals(place.item().id(), node.item());
            assertEquals(place.item().kind(), node.kind());
            Bytes source = session.source(node.source());
            assertEquals(node.source(), source.hash());
            assertEquals(node.item(), itemAt(source, node), "the archived bytes have the same meaning");
            if (isFirstIn(session, node)) {
                assertEquals(request.raw(place.element()), source);
                assertEquals(request.raw(place.item().raw()), source.slice(node.piece()));
            }
        }
    }

    /** Whether a node was archived with this request. */
    private boolean isFirstIn(ArchivedSession session, Entry.Node node) {
        Entry.TurnOpened turn = session.transcript().turn(node.turn()).orElseThrow();
        return turn.leaf().equals(leaf()) && !session.isReply(node);
    }

    private Hash itemAt(Bytes source, Entry.Node node) {
        return wire.itemise(source, new Span(0, source.length())).stream()
                .filter(item -> item.raw().equals(node.piece()))
                .map(Item::id)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no item at " + node.piece() + " of " + source.utf8()));
    }

    /** Checks that the rest of the request is archived too: system blocks and tools exactly, the rest as JSON. */
    void checkFrameIn(ArchivedSession session, Entry.TurnOpened turn) {
        List<Bytes> system = turn.head()
                .flatMap(session.transcript()::head)
                .map(head -> head.system().stream().map(session::source).toList())
                .orElse(List.of());
        List<Bytes> tools = turn.head()
                .flatMap(session.transcript()::head)
                .map(head -> head.tools().stream().map(session::source).toList())
                .orElse(List.of());
        assertEquals(request.system().stream().map(request::raw).toList(), system);
        assertEquals(request.tools().stream().map(request::raw).toList(), tools);
        ObjectNode frame =
                (ObjectNode) JSON.readTree(session.source(turn.frame()).toArray());
        ObjectNode whole = (ObjectNode) JSON.readTree(request.body().toArray());
        for (String part : List.of("input", "messages", "tools", "system", "instructions")) {
            assertEquals(whole.has(part), frame.has(part));
            assertTrue(isEmptied(whole.path(part), frame.path(part)), part);
            whole.remove(part);
            frame.remove(part);
        }
        assertEquals(whole, frame);
    }

    private static boolean isEmptied(JsonNode before, JsonNode after) {
        return after.isMissingNode() || after.isNull() || after.isEmpty() || before.equals(after);
    }

    @Override
    public String toString() {
        return wire.dialect().name() + " request with " + places.size() + " items";
    }
}
