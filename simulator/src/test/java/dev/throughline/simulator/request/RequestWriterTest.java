package dev.throughline.simulator.request;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.ParsedRequest;
import dev.throughline.simulator.prompt.PromptItem;
import dev.throughline.simulator.prompt.RequestReader;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.simulator.replay.SmallSession;
import dev.throughline.simulator.validation.RequestValidator;
import dev.throughline.simulator.validation.ValueSigner;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RequestWriterTest {
    private static final String SESSION = "0a1b2c3d-0000-4000-8000-000000000001";

    private final Trajectory trajectory = SmallSession.reading(3);

    private RequestWriter requests(SimulatedDialect dialect, int systemTokens) {
        return RequestWriter.of(dialect, trajectory, SESSION, systemTokens, new RequestReader(dialect));
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void every_request_passes_both_validators(SimulatedDialect dialect) {
        RequestWriter requests = requests(dialect, 0);
        RequestReader reader = new RequestReader(dialect);
        Wire wire = Dialects.of(dialect.dialect());
        for (int turn : trajectory.turns()) {
            WrittenRequest asked = requests.ask(turn);
            assertDoesNotThrow(
                    () -> RequestValidator.of(dialect, new ValueSigner("s"), RequestValidator.Strictness.GATEWAY)
                            .check(reader.read(asked.body()).body(), requests.headers()));
            assertEquals(List.of(), wire.validate(wire.decode(asked.body())));
        }
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void the_items_of_a_request_are_those_of_its_body(SimulatedDialect dialect) {
        RequestWriter requests = requests(dialect, 0);
        RequestReader reader = new RequestReader(dialect);
        for (int turn : trajectory.turns()) {
            WrittenRequest asked = requests.ask(turn);
            ParsedRequest body = reader.read(asked.body());
            assertEquals(asked.items(), body.prompt().items());
            assertEquals(asked.items().size(), body.prompt().cacheable());
        }
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void each_request_extends_the_previous_one(SimulatedDialect dialect) {
        RequestWriter requests = requests(dialect, 0);
        List<PromptItem> before = List.of();
        for (int turn : trajectory.turns()) {
            List<PromptItem> items = requests.ask(turn).items();
            assertEquals(before, items.subList(0, before.size()));
            before = items;
        }
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void a_message_has_items_and_a_request_has_a_tail(SimulatedDialect dialect) {
        RequestWriter requests = requests(dialect, 0);
        assertEquals(
                new RequestTail("", "Please read all the files and sum them up. ü🌳"),
                requests.ask(2).tail());
        assertEquals(new RequestTail("call_0", ""), requests.ask(4).tail());
        String result = requests.itemsOf(3).getFirst().text();
        assertTrue(result.startsWith("<result call_0>value_of_file0 = 1000\n"), result);
        assertEquals(1, requests.itemsOf(0).size());
        assertEquals(List.of(), requests.itemsOf(10));
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void the_system_prompt_has_the_requested_size(SimulatedDialect dialect) {
        WrittenRequest asked = requests(dialect, 5_000).ask(2);
        int chars = asked.items().stream().mapToInt(PromptItem::chars).sum();
        assertTrue(chars > 19_000 && chars < 22_000, "found " + chars);
    }
}
