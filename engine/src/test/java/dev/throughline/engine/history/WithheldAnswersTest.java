package dev.throughline.engine.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.request.RequestRewriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class WithheldAnswersTest {
    private static final String ONE = "{\"role\":\"user\",\"content\":\"one\"}";
    private static final String TWO = "{\"role\":\"user\",\"content\":\"two\"}";
    private static final String THREE = "{\"role\":\"user\",\"content\":\"three\"}";
    private static final String FIRST = "{\"role\":\"assistant\",\"content\":\"first\"}";
    private static final String SECOND = "{\"role\":\"assistant\",\"content\":\"second\"}";
    private static final String BLANK = "{\"role\":\"assistant\",\"content\":\"\"}";
    private static final String CALL = "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\","
            + "\"type\":\"function\",\"function\":{\"name\":\"ls\",\"arguments\":\"{}\"}}]}";

    private final Map<Hash, Hash> withheld = new HashMap<>();
    private final Map<Hash, List<Bytes>> answers = new HashMap<>();
    private Wire wire = ChatDialect.WIRE;

    private Hash after(Hash parent, String element) {
        Bytes raw = Bytes.of(element);
        Hash node = parent;
        for (Item item : wire.itemise(raw, new Span(0, raw.length()))) {
            node = Hash.node(node, item.id());
        }
        return node;
    }

    /** An answer that was withheld after these elements; returns the node of its end. */
    private Hash withhold(Hash parent, String message, String answer) {
        Hash from = after(parent, message);
        Hash to = after(from, answer);
        withheld.put(from, to);
        answers.put(to, List.of(Bytes.of(answer)));
        return to;
    }

    private String restored(String... messages) {
        Turn turn = new Turn(
                new TurnId(new UUID(0, 1)),
                Instant.EPOCH,
                Purpose.CONVERSATION,
                "test",
                Optional.empty(),
                wire,
                wire.decode(Bytes.of("{\"model\":\"m\",\"messages\":[" + String.join(",", messages) + "]}")),
                "");
        WithheldAnswers changes = new WithheldAnswers(turn, withheld, (_, to) -> answers.getOrDefault(to, List.of()));
        List<HistoryElement> elements = HistoryElement.of(turn, new PurposeDetector(AgentMarkers.builtIn()));
        String body =
                RequestRewriter.apply(turn.request(), changes.changes(elements)).utf8();
        return body.substring(body.indexOf('[') + 1, body.lastIndexOf(']'));
    }

    @Test
    void answers_are_put_back_where_the_client_has_nothing() {
        withhold(withhold(Entry.ROOT, ONE, FIRST), TWO, SECOND);
        assertEquals(String.join(",", ONE, FIRST, TWO, SECOND, THREE), restored(ONE, TWO, THREE));
    }

    @Test
    void answers_replace_messages_without_content() {
        withhold(withhold(Entry.ROOT, ONE, FIRST), TWO, SECOND);
        assertEquals(String.join(",", ONE, FIRST, TWO, SECOND, THREE), restored(ONE, BLANK, TWO, BLANK, THREE));
        wire = MessagesDialect.WIRE;
        withheld.clear();
        withhold(Entry.ROOT, ONE, FIRST);
        assertEquals(String.join(",", ONE, FIRST, TWO), restored(ONE, "{\"role\":\"assistant\",\"content\":[]}", TWO));
    }

    @Test
    void an_answer_that_is_in_the_history_is_not_added_again() {
        withhold(Entry.ROOT, ONE, FIRST);
        assertEquals(String.join(",", ONE, FIRST, TWO), restored(ONE, FIRST, TWO));
    }

    @Test
    void an_answer_with_calls_is_not_put_back_but_the_message_without_content_is_left_out() {
        withhold(Entry.ROOT, ONE, CALL);
        assertEquals(String.join(",", ONE, TWO), restored(ONE, BLANK, TWO));
    }

    @Test
    void a_history_without_withheld_answers_stays_as_it_is() {
        assertEquals(String.join(",", ONE, BLANK, TWO), restored(ONE, BLANK, TWO));
    }
}
