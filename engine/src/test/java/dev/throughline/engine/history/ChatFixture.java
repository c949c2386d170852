package dev.throughline.engine.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.reset.ResetPolicy;
import dev.throughline.engine.reset.ResetRules;
import dev.throughline.engine.reset.ResetWords;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.ResetListener;
import dev.throughline.engine.session.SessionLifecycle;
import dev.throughline.engine.session.SessionResets;
import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.Dialect;
import dev.throughline.model.Ids;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Collectors;

/** A chat of one person with a model, through what the gateway does with the history of a session. */
final class ChatFixture {
    static final String LOCAL_ANSWER = "A new session has begun.";
    private static final SessionKey KEY = new SessionKey("agent:main:main");

    final MemoryStore store = new MemoryStore();
    final Wire wire;
    final HistoryHolder holder;

    /** What the client remembers; it sends it with each request if it holds the history. */
    final List<Bytes> remembered = new ArrayList<>();

    Instant now = Instant.parse("2026-04-05T12:00:00Z");
    Optional<ChatOrigin> origin = Optional.of(new ChatOrigin(ChatType.DM, Map.of()));

    String system = "Be brief.";

    /** The body that was sent upstream last. */
    Bytes forwarded = Bytes.EMPTY;

    Archive archive;
    SessionResets resets;
    SessionHistory history;
    private final Ids ids = new Ids(new Random(11));

    ChatFixture(String dialect, HistoryHolder holder) {
        this.wire = Dialects.of(new Dialect(dialect));
        this.holder = holder;
        restart();
    }

    /** Forgets everything except for what is in the store. */
    void restart() {
        PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
        archive = new Archive(store, purposes, 1 << 20);
        resets = new SessionResets(
                store,
                archive,
                purposes,
                lifecycle(),
                new SessionResets.ResetSettings(
                        SessionResets.ResetScope.DERIVED,
                        new ResetRules(
                                new ResetPolicy(OptionalInt.empty(), OptionalInt.of(60)),
                                Map.of(),
                                Map.of(),
                                ZoneOffset.UTC),
                        ResetWords.with(List.of()),
                        _ -> true));
        history = new SessionHistory(
                store, archive, new RecallCache(store, Dialects::of), purposes, resets::asksWithMessage);
    }

    private SessionLifecycle lifecycle() {
        return new SessionLifecycle(store, ids, ResetListener.NONE);
    }

    SessionCard card() {
        return store.find(Tenant.LOCAL, KEY).orElseThrow();
    }

    /** Gives the key back to the session before. */
    void undo() {
        var _ = lifecycle().undo(Tenant.LOCAL, KEY, now).orElseThrow();
    }

    void delete(SessionRef session) {
        assertTrue(store.delete(session, Duration.ofSeconds(5)));
        archive.forget(session);
    }

    /** The person writes a message, and the model answers. */
    void say(String message, String answer) {
        answer(send(List.of(user(message))), List.of(wire.editor().assistantMessage(answer)));
    }

    /** The person gives a command that the gateway answers. */
    void command(String word) {
        List<Bytes> sent = newElements(List.of(user(word)));
        Turn turn = turn(sent);
        SessionCard card = resets.sessionFor(open(turn), turn);
        AdaptedTurn adapted = history.adapt(card, turn, holder);
        RecordedTurn recorded = archive.record(card, adapted.turn().withPurpose(Purpose.COMMAND));
        answer(recorded, List.of(wire.editor().assistantMessage(LOCAL_ANSWER)));
    }

    /** Sends new elements of the client; the reply is still to come. */
    RecordedTurn send(List<Bytes> elements) {
        return handle(turn(newElements(elements)));
    }

    /** Adds elements to what the client remembers; returns what it sends. */
    private List<Bytes> newElements(List<Bytes> elements) {
        now = now.plusSeconds(1);
        remembered.addAll(elements);
        return holder == HistoryHolder.CLIENT ? List.copyOf(remembered) : elements;
    }

    RecordedTurn handle(Turn turn) {
        SessionCard card = resets.sessionFor(open(turn), turn);
        AdaptedTurn adapted = history.adapt(card, turn, holder);
        history.archive(card, adapted, ids.turn(now));
        forwarded = adapted.turn().request().body();
        assertEquals(List.of(), wire.validate(adapted.turn().request()), forwarded::utf8);
        return archive.record(
                card, adapted.turn(), new Archive.UnknownHistory(/* mayBeSideRequest= */ false, Optional.empty()));
    }

    /** The model, or the gateway, answers. */
    void answer(RecordedTurn recorded, List<Bytes> elements) {
        end(recorded, 200, Reply.Ending.COMPLETE, elements);
        remembered.addAll(elements);
    }

    /** The model answers a message, and the client gets nothing, or a message without content. */
    void withhold(String message, Bytes answer, List<Bytes> shown) {
        withhold(List.of(user(message)), answer, shown);
    }

    /** The model answers what the client sends, and the client gets nothing, or a message without content. */
    void withhold(List<Bytes> elements, Bytes answer, List<Bytes> shown) {
        end(send(elements), 200, Reply.Ending.COMPLETE, List.of(answer), /* isWithheld= */ true);
        remembered.addAll(shown);
    }

    /** The provider refuses the request, or its answer fails or is cut; the client does not remember the answer. */
    void end(RecordedTurn recorded, int status, Reply.Ending ending, List<Bytes> elements) {
        end(recorded, status, ending, elements, /* isWithheld= */ false);
    }

    private void end(RecordedTurn recorded, int status, Reply.Ending ending, List<Bytes> elements, boolean isWithheld) {
        Reply reply = new Reply(
                ending, Optional.empty(), Optional.empty(), Optional.empty(), elements, List.of(), Optional.empty());
        archive.close(
                recorded, new Archive.Closing(status, reply, now, Optional.empty(), Optional.empty(), isWithheld));
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    SessionCard open(Turn turn) {
        return store.open(
                Tenant.LOCAL,
                KEY,
                () -> new Store.Opening(
                        ids.session(turn.at()), Optional.empty(), "test", turn.at(), turn.origin(), Optional.empty()));
    }

    Turn turn(List<Bytes> elements) {
        Request request = wire.decode(Bytes.of(body(elements)));
        return new Turn(
                ids.turn(now),
                now,
                Purpose.CONVERSATION,
                "test",
                Optional.empty(),
                wire,
                request,
                "",
                origin,
                origin.isPresent());
    }

    private String body(List<Bytes> elements) {
        String list = elements.stream().map(Bytes::utf8).collect(Collectors.joining(", "));
        return switch (wire.dialect().name()) {
            case "messages" ->
                "{\"model\":\"m\",\"max_tokens\":9,\"tools\":[{\"name\":\"run\",\"input_schema\":{\"type\":\"object\"}}],\"system\":\""
                        + system + "\",\"messages\":[" + list + "]}";
            case "responses" ->
                "{\"model\":\"m\",\"store\":false,\"tools\":[{\"type\":\"function\",\"name\":\"run\","
                        + "\"parameters\":{\"type\":\"object\"}}],\"instructions\":\"" + system + "\",\"input\":["
                        + list
                        + "]}";
            default ->
                "{\"model\":\"m\",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"run\",\"parameters\":"
                        + "{\"type\":\"object\"}}}],\"messages\":[{\"role\":\"system\",\"content\":\"" + system + "\"}"
                        + (list.isEmpty() ? "" : ", ") + list + "]}";
        };
    }

    Bytes user(String text) {
        return wire.editor().userMessage(text);
    }

    Bytes assistant(String text) {
        return wire.editor().assistantMessage(text);
    }

    Bytes call(String id) {
        return Bytes.of(
                switch (wire.dialect().name()) {
                    case "messages" ->
                        "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"Running " + id
                                + "\"},{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"run\",\"input\":{}}]}";
                    case "responses" ->
                        "{\"type\":\"function_call\",\"call_id\":\"" + id + "\",\"name\":\"run\",\"arguments\":\"{}\"}";
                    default ->
                        "{\"role\":\"assistant\",\"content\":\"Running " + id + "\",\"tool_calls\":[{\"id\":\"" + id
                                + "\",\"type\":\"function\",\"function\":{\"name\":\"run\",\"arguments\":\"{}\"}}]}";
                });
    }

    /** Calls of one answer. */
    List<Bytes> calls(String one, String two) {
        return switch (wire.dialect().name()) {
            case "messages" ->
                List.of(Bytes.of("{\"role\":\"assistant\",\"content\":[" + block(one) + "," + block(two) + "]}"));
            case "responses" -> List.of(call(one), call(two));
            default ->
                List.of(Bytes.of("{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + function(one) + ","
                        + function(two) + "]}"));
        };
    }

    private static String block(String id) {
        return "{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\"run\",\"input\":{}}";
    }

    private static String function(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"run\",\"arguments\":\"{}\"}}";
    }

    /** Results of the calls of one answer. */
    List<Bytes> results(String one, String two) {
        return wire.dialect().name().equals("messages")
                ? List.of(Bytes.of("{\"role\":\"user\",\"content\":[" + toolResult(one) + "," + toolResult(two) + "]}"))
                : List.of(result(one), result(two));
    }

    private static String toolResult(String id) {
        return "{\"type\":\"tool_result\",\"tool_use_id\":\"" + id + "\",\"content\":\"result of " + id + "\"}";
    }

    Bytes result(String id) {
        return Bytes.of(
                switch (wire.dialect().name()) {
                    case "messages" ->
                        "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"" + id
                                + "\",\"content\":\"result of " + id + "\"}]}";
                    case "responses" ->
                        "{\"type\":\"function_call_output\",\"call_id\":\"" + id + "\",\"output\":\"result of " + id
                                + "\"}";
                    default ->
                        "{\"role\":\"tool\",\"tool_call_id\":\"" + id + "\",\"content\":\"result of " + id + "\"}";
                });
    }

    /** The texts of the history that was forwarded last, without system texts and calls. */
    List<String> texts() {
        return texts(wire.decode(forwarded));
    }

    List<String> texts(Request request) {
        List<String> texts = new ArrayList<>();
        for (Span element : request.history()) {
            wire.itemise(request.body(), element).stream()
                    .filter(item -> item.kind() != ItemKind.SYSTEM && item.kind() != ItemKind.TOOL_CALL)
                    .map(item -> wire.text(request.body(), item))
                    .forEach(texts::add);
        }
        return texts;
    }

    /** The elements of the history that was forwarded last. */
    List<Bytes> elements() {
        Request request = wire.decode(forwarded);
        return request.history().stream().map(request::raw).toList();
    }
}
