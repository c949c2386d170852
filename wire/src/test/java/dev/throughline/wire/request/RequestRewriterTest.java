package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.wire.RandomRequest;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.RequestChange.Drop;
import dev.throughline.wire.RequestChange.InsertAfter;
import dev.throughline.wire.RequestChange.ReplaceElement;
import dev.throughline.wire.RequestChange.Splice;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class RequestRewriterTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void unchanged_elements_keep_their_bytes_and_the_space_before_them() {
        assertEquals("{\"messages\":[ 1e5\n,3 ] }", chat("{\"messages\":[ 1e5 , 2\n,3 ] }", new Drop(1)));
    }

    @Test
    void the_first_and_the_last_element_can_be_dropped() {
        assertEquals("{\"messages\":[ 2,3 ]}", chat("{\"messages\":[ 1, 2,3 ]}", new Drop(0)));
        assertEquals("{\"messages\":[ 1, 2 ]}", chat("{\"messages\":[ 1, 2,3 ]}", new Drop(2)));
        assertEquals("{\"messages\":[  ]}", chat("{\"messages\":[ 1, 2 ]}", new Drop(0), new Drop(1)));
    }

    @Test
    void a_replacement_takes_the_position_of_its_element() {
        assertEquals(
                "{\"messages\":[1, \"x\" ,3]}",
                chat("{\"messages\":[1, 2 ,3]}", new ReplaceElement(1, Bytes.of("\"x\""))));
    }

    @Test
    void new_elements_follow_their_anchor_in_the_order_of_the_changes() {
        assertEquals(
                "{\"messages\":[7,8,1, 5,6 ,3]}",
                chat(
                        "{\"messages\":[1, 2 ,3]}",
                        insert(-1, "7"),
                        insert(1, "5"),
                        new Drop(1),
                        insert(1, "6"),
                        insert(-1, "8")));
    }

    @Test
    void an_empty_history_can_be_filled() {
        assertEquals(
                "{\"messages\":[1,2 ],\"x\":0}", chat("{\"messages\":[ ],\"x\":0}", insert(-1, "1"), insert(-1, "2")));
        assertThrows(IllegalArgumentException.class, () -> chat("{\"x\":[]}", insert(-1, "1")));
    }

    @Test
    void a_text_input_becomes_a_message_when_an_element_is_added() {
        assertEquals(
                "{\"input\": [{\"role\":\"user\",\"content\":\"hi\"},{\"a\":1}] }",
                responses("{\"input\": \"hi\" }", insert(0, "{\"a\":1}")));
        assertEquals("{\"input\":[]}", responses("{\"input\":\"hi\"}", new Drop(0)));
        assertEquals("{\"input\":\"ho\"}", responses("{\"input\":\"hi\"}", new ReplaceElement(0, Bytes.of("\"ho\""))));
        assertEquals("{\"input\":[{}]}", responses("{\"input\":\"hi\"}", new ReplaceElement(0, Bytes.of("{}"))));
        assertEquals("{\"input\":[\"hi\",{}]}", responses("{\"input\":[\"hi\"]}", insert(0, "{}")));
    }

    @Test
    void any_range_can_be_replaced_together_with_other_changes() {
        String body = "{\"model\":\"a\",\"messages\":[{\"x\":1},2],\"n\":3}";
        int model = body.indexOf("\"a\"");
        int inner = body.indexOf("1}");
        assertEquals(
                "{\"model\":\"long\",\"messages\":[{\"x\":99},7],\"n\":3,\"m\":4}",
                chat(
                        body,
                        new ReplaceElement(1, Bytes.of("7")),
                        new Splice(new Span(body.length() - 1, body.length() - 1), Bytes.of(",\"m\":4")),
                        new Splice(new Span(inner, inner + 1), Bytes.of("99")),
                        new Splice(new Span(model, model + 3), Bytes.of("\"long\""))));
    }

    @Test
    void conflicting_and_out_of_range_changes_are_rejected() {
        String body = "{\"messages\":[1,2]}";
        Span second = new Span(body.indexOf('2'), body.indexOf('2') + 1);
        assertRejected(body, new Drop(0), new ReplaceElement(0, Bytes.of("1")));
        assertRejected(body, new Drop(0), new Drop(0));
        assertRejected(body, new Drop(2));
        assertRejected(body, new Drop(-1));
        assertRejected(body, insert(-2, "1"));
        assertRejected(body, new Drop(1), new Splice(second, Bytes.of("3")));
        assertRejected(body, new Splice(second, Bytes.of("3")), new Splice(second, Bytes.of("4")));
        assertRejected(body, new Splice(new Span(3, 99), Bytes.EMPTY));
    }

    @Test
    void without_changes_the_body_is_the_same_object() {
        Bytes body = Bytes.of("{\"messages\":[]}");
        assertSame(body, RequestRewriter.apply(ChatDialect.WIRE.decode(body), List.of()));
    }

    @ParameterizedTest
    @MethodSource("dev.throughline.wire.dialects.Dialects#names")
    void random_changes_give_the_same_result_as_on_a_json_tree(Dialect dialect) {
        long seed = 7_316_044;
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            RandomRequest written = RandomRequest.of(dialect, random);
            Request request = Dialects.of(dialect).decode(written.body());
            Plan plan = Plan.of(request, random);
            Bytes result = RequestRewriter.apply(request, plan.changes());
            ObjectNode expected = (ObjectNode) MAPPER.readTree(written.body().toArray());
            expected.set(dialect.equals(ResponsesDialect.NAME) ? "input" : "messages", plan.expected());
            assertEquals(expected, MAPPER.readTree(result.toArray()), () -> "seed " + seed + "\n" + plan.changes());
        }
    }

    /** Random changes, and what the history must be after them. */
    private record Plan(List<RequestChange> changes, ArrayNode expected) {
        static Plan of(Request request, Random random) {
            List<RequestChange> changes = new ArrayList<>();
            ArrayNode expected = MAPPER.createArrayNode();
            for (int i = -1; i < request.history().size(); i++) {
                if (i >= 0 && random.nextInt(4) == 0) {
                    changes.add(new Drop(i));
                } else if (i >= 0 && random.nextInt(4) == 0) {
                    changes.add(new ReplaceElement(i, Bytes.of("{\"new\": " + i + "}")));
                    expected.add(MAPPER.readTree("{\"new\":" + i + "}"));
                } else if (i >= 0) {
                    expected.add(MAPPER.readTree(
                            request.raw(request.history().get(i)).toArray()));
                }
                while (random.nextInt(4) == 0) {
                    JsonNode fresh = MAPPER.createObjectNode().put("n", random.nextInt());
                    changes.add(new InsertAfter(i, Bytes.of(fresh.toString())));
                    expected.add(fresh);
                }
            }
            return new Plan(shuffled(changes, random), expected);
        }

        /** Shuffles the changes, except for the order of insertions after the same element. */
        private static List<RequestChange> shuffled(List<RequestChange> changes, Random random) {
            List<RequestChange> first = new ArrayList<>(changes.stream()
                    .filter(change -> !(change instanceof InsertAfter))
                    .toList());
            Collections.shuffle(first, random);
            List<RequestChange> all = new ArrayList<>(
                    changes.stream().filter(InsertAfter.class::isInstance).toList());
            all.addAll(random.nextInt(all.size() + 1), first);
            return all;
        }
    }

    private static void assertRejected(String body, RequestChange... changes) {
        assertThrows(IllegalArgumentException.class, () -> chat(body, changes));
    }

    private static InsertAfter insert(int index, String element) {
        return new InsertAfter(index, Bytes.of(element));
    }

    private static String chat(String body, RequestChange... changes) {
        return RequestRewriter.apply(ChatDialect.WIRE.decode(Bytes.of(body)), List.of(changes))
                .utf8();
    }

    private static String responses(String body, RequestChange... changes) {
        return RequestRewriter.apply(ResponsesDialect.WIRE.decode(Bytes.of(body)), List.of(changes))
                .utf8();
    }
}
