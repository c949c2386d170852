package dev.throughline.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.testkit.history.Step.Move;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.chat.ChatStreamReader;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.messages.MessagesStreamReader;
import dev.throughline.wire.responses.ResponsesStreamReader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RandomHistoryTest {
    private static final int STEPS = 40;
    private static final Hash START = Hash.of("start");

    private final long seed = System.nanoTime();

    RandomHistoryTest() {
        System.out.println("random histories: seed " + seed);
    }

    @ParameterizedTest
    @EnumSource
    void a_reply_is_read_as_the_elements_that_the_next_request_resends(SimulatedDialect dialect) {
        for (int round = 0; round < 4; round++) {
            List<Step> steps = new RandomHistory(Plan.straight(dialect, seed + round)).next(STEPS);
            List<Bytes> sent = List.of();
            for (Step step : steps) {
                Reply reply = read(dialect, step.reply());
                assertEquals(Ending.COMPLETE, reply.ending(), "seed " + (seed + round));
                assertEquals(List.of(), reply.unread(), "seed " + (seed + round));
                assertEquals(step.said(), reply.elements(), "seed " + (seed + round));
                assertEquals(step.history(), elements(dialect, step.request()), "seed " + (seed + round));
                assertEquals(sent, step.history().subList(0, step.known()), "seed " + (seed + round));
                sent = new ArrayList<>(step.history());
                sent.addAll(reply.elements());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_client_with_all_variations_sends_valid_json_and_makes_every_move(SimulatedDialect dialect) {
        Set<Move> seen = EnumSet.noneOf(Move.class);
        for (int round = 0; round < 8; round++) {
            Set<Hash> heads = new HashSet<>(Set.of(START));
            for (Step step : new RandomHistory(manyMoves(dialect, seed + round)).next(STEPS)) {
                assertEquals(
                        step.history().size(), elements(dialect, step.request()).size(), "seed " + (seed + round));
                List<Bytes> known = step.history().subList(0, step.known());
                assertTrue(heads.contains(chain(known, new HashSet<>())), "seed " + (seed + round));
                List<Bytes> all = new ArrayList<>(step.history());
                all.addAll(step.said());
                chain(all, heads);
                seen.add(step.move());
            }
        }
        assertEquals(EnumSet.allOf(Move.class), seen, "seed " + seed);
    }

    @ParameterizedTest
    @EnumSource
    void the_same_plan_gives_the_same_bytes(SimulatedDialect dialect) {
        Plan plan = Plan.wild(dialect, seed);
        assertEquals(new RandomHistory(plan).next(STEPS), new RandomHistory(plan).next(STEPS), "seed " + seed);
    }

    @ParameterizedTest
    @EnumSource
    void every_call_has_its_result_in_the_next_request(SimulatedDialect dialect) {
        for (Step step : new RandomHistory(Plan.straight(dialect, seed)).next(60)) {
            assertEquals(calls(step.history()), results(step.history()), "seed " + seed);
        }
    }

    /** So many moves that each kind practically always occurs in a run. */
    private static Plan manyMoves(SimulatedDialect dialect, long seed) {
        return new Plan(dialect, seed, 2_000, 20, Set.of(Variation.values()), 30, 15, 15);
    }

    /** Adds the node of every prefix of a history, and returns the node of the whole history. */
    private static Hash chain(List<Bytes> history, Set<Hash> heads) {
        Hash node = START;
        for (Bytes element : history) {
            node = Hash.node(node, element.hash());
            heads.add(node);
        }
        return node;
    }

    private static List<String> calls(List<Bytes> history) {
        return found(
                history,
                List.of("\"call_id\":\"", "\"id\":\"call_", "\"id\":\"toolu_"),
                List.of("_output\"", "tool_result"));
    }

    private static List<String> results(List<Bytes> history) {
        List<Bytes> results = history.stream()
                .filter(element -> element.utf8().contains("_output\"")
                        || element.utf8().contains("\"tool_call_id\"")
                        || element.utf8().contains("\"tool_use_id\""))
                .toList();
        return found(
                results, List.of("\"call_id\":\"", "\"tool_call_id\":\"call_", "\"tool_use_id\":\"toolu_"), List.of());
    }

    private static List<String> found(List<Bytes> elements, List<String> before, List<String> except) {
        List<String> ids = new ArrayList<>();
        for (Bytes element : elements) {
            String text = element.utf8();
            if (except.stream().anyMatch(text::contains)) {
                continue;
            }
            for (String mark : before) {
                for (int at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
                    int end = text.indexOf('"', at + mark.length());
                    ids.add(text.substring(end - 16, end));
                }
            }
        }
        return ids;
    }

    private static List<Bytes> elements(SimulatedDialect dialect, Bytes request) {
        String name = dialect == SimulatedDialect.RESPONSES ? "input" : "messages";
        return RawObject.of(request).flatMap(body -> body.array(name)).orElseThrow();
    }

    private static Reply read(SimulatedDialect dialect, Bytes streamed) {
        ReplyReader reader =
                switch (dialect) {
                    case RESPONSES -> new ResponsesStreamReader();
                    case CHAT -> new ChatStreamReader();
                    case MESSAGES -> new MessagesStreamReader();
                };
        reader.feed(streamed.array(), streamed.offset(), streamed.length());
        return reader.finish();
    }
}
