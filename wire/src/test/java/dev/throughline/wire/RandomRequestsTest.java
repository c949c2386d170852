package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.wire.dialects.Dialects;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Spaces, escapes, the order of members and unknown members change neither the elements nor the item ids. */
class RandomRequestsTest {
    private static final long SEED = 55_120_771L;
    private static final int ROUNDS = 1_500;
    private static final JsonMapper MAPPER = new JsonMapper();

    @ParameterizedTest
    @MethodSource("dev.throughline.wire.dialects.Dialects#names")
    void elements_are_found_as_they_were_written(Dialect dialect) {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            RandomRequest written = RandomRequest.of(dialect, random);
            Request request = Dialects.of(dialect).decode(written.body());
            List<String> found = request.history().stream()
                    .map(span -> request.raw(span).utf8())
                    .toList();
            assertEquals(written.history(), found, "seed " + SEED + " round " + round);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.throughline.wire.dialects.Dialects#names")
    void item_ids_do_not_change_when_the_json_is_rewritten(Dialect dialect) {
        Random random = new Random(SEED + 1);
        RandomRequest.Writer writer = new RandomRequest.Writer(random);
        for (int round = 0; round < ROUNDS; round++) {
            String element = writer.element(dialect);
            String again = rewritten(MAPPER.readTree(element), writer);
            assertEquals(
                    ids(dialect, element),
                    ids(dialect, again),
                    () -> "seed " + (SEED + 1) + "\n" + element + "\n" + again);
        }
    }

    private static List<Hash> ids(Dialect dialect, String element) {
        Bytes body = Bytes.of(element);
        return Dialects.of(dialect).itemise(body, new Span(0, body.length())).stream()
                .map(Item::id)
                .toList();
    }

    /** The same value in another order, with other spaces and escapes. */
    private static String rewritten(JsonNode node, RandomRequest.Writer writer) {
        if (node.isObject()) {
            List<String> members = new ArrayList<>();
            node.properties()
                    .forEach(entry -> members.add(writer.member(entry.getKey(), rewritten(entry.getValue(), writer))));
            Collections.shuffle(members, writer.random());
            return writer.object(members);
        }
        if (node.isArray()) {
            List<String> elements = new ArrayList<>();
            node.forEach(element -> elements.add(rewritten(element, writer)));
            return writer.array(elements);
        }
        return node.isString() ? writer.text(node.asString()) : node.toString();
    }
}
