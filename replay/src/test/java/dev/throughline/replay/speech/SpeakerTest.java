package dev.throughline.replay.speech;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Dialect;
import dev.throughline.replay.SmallSession;
import dev.throughline.replay.prompt.BodyReader;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.prompt.PromptItem;
import dev.throughline.replay.prompt.ReadBody;
import dev.throughline.replay.prompt.Rules;
import dev.throughline.replay.recording.Trajectory;
import dev.throughline.testkit.model.shape.Seal;
import dev.throughline.wire.Wire;
import dev.throughline.wire.Wires;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

final class SpeakerTest {
    private static final String SESSION = "0a1b2c3d-0000-4000-8000-000000000001";
    private static final JsonMapper JSON = new JsonMapper();

    private final Trajectory trajectory = SmallSession.reading(3);
    private final ItemPool pool = new ItemPool();

    private Speaker speaker(Dialect dialect, int systemTokens) {
        return Speaker.of(dialect, trajectory, SESSION, systemTokens, pool);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void every_request_is_taken_by_all_rules_there_are(Dialect dialect) {
        Speaker speaker = speaker(dialect, 0);
        BodyReader reader = new BodyReader(dialect, pool);
        Wire wire = Wires.of(dialect);
        for (int turn : trajectory.turns()) {
            Asked asked = speaker.ask(turn);
            assertDoesNotThrow(() -> dev.throughline.testkit.model.shape.Rules.of(dialect, new Seal("s"))
                    .check(JSON.readTree(asked.body().toArray()), speaker.headers()));
            assertEquals(List.of(), wire.validate(wire.decode(asked.body())));
            assertEquals(List.of(), Rules.check(dialect, reader.read(asked.body())));
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void the_items_of_a_request_are_those_of_its_body(Dialect dialect) {
        Speaker speaker = speaker(dialect, 0);
        BodyReader reader = new BodyReader(dialect, pool);
        for (int turn : trajectory.turns()) {
            Asked asked = speaker.ask(turn);
            ReadBody body = reader.read(asked.body());
            assertEquals(asked.items(), body.prompt().items());
            assertEquals(asked.items().size(), body.prompt().cacheable());
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void a_request_continues_the_one_before(Dialect dialect) {
        Speaker speaker = speaker(dialect, 0);
        List<PromptItem> before = List.of();
        for (int turn : trajectory.turns()) {
            List<PromptItem> items = speaker.ask(turn).items();
            assertEquals(before, items.subList(0, before.size()));
            before = items;
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void a_message_is_known_by_its_items_and_a_request_by_its_tail(Dialect dialect) {
        Speaker speaker = speaker(dialect, 0);
        assertEquals(
                new Tail("", "Please read all the files and sum them up. ü🌳"),
                speaker.ask(2).tail());
        assertEquals(new Tail("call_0", ""), speaker.ask(4).tail());
        String result = speaker.itemsOf(3).getFirst().text();
        assertTrue(result.startsWith("<result call_0>value_of_file0 = 1000\n"), result);
        assertEquals(1, speaker.itemsOf(0).size());
        assertEquals(List.of(), speaker.itemsOf(10));
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void the_head_is_as_large_as_asked_for(Dialect dialect) {
        Asked asked = speaker(dialect, 5_000).ask(2);
        int chars = asked.items().stream().mapToInt(PromptItem::chars).sum();
        assertTrue(chars > 19_000 && chars < 22_000, "found " + chars);
    }
}
