package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Fixtures.Fixture;
import dev.throughline.wire.request.RequestRewriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What real clients send is read, taken apart and put together again without losing a byte. */
class RecordedRequestsTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    /** Recordings keep only a part of the tools, and the scripted model that they ran against did not always think. */
    private static final Set<ValidationRule> NOT_THE_CLIENTS = Set.of(
            ValidationRule.TOOL_SHAPE,
            ValidationRule.TOOL_TWICE,
            ValidationRule.TOOL_CHOICE,
            ValidationRule.TOOLS_MISSING,
            ValidationRule.THINKING_MISSING);

    static Stream<Fixture> requests() {
        return Fixtures.withRecordings().stream();
    }

    @Test
    void there_are_fixtures_of_every_client() {
        List<String> names = Fixtures.all().stream().map(Fixture::name).toList();

        assertTrue(names.size() >= 14, names.toString());
        for (String client : List.of("codex", "claude", "pi", "sdk", "openclaw")) {
            assertTrue(names.stream().anyMatch(name -> name.startsWith(client + "-")), client);
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void every_element_stands_where_the_map_says(Fixture fixture) {
        JsonNode tree = MAPPER.readTree(fixture.body().toArray());
        Request request = fixture.wire().decode(fixture.body());
        JsonNode history = tree.has("input") ? tree.get("input") : tree.get("messages");

        assertEquals(tree.path("model").asString(""), request.model());
        assertEquals(tree.path("stream").asBoolean(false), request.isStreaming());
        assertEquals(children(history), parsed(request, request.history()));
        assertEquals(children(tree.path("tools")), parsed(request, request.tools()));
        assertEquals(
                children(tree.has("system") ? tree.get("system") : tree.path("instructions")),
                parsed(request, request.system()));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void no_change_gives_the_very_same_bytes(Fixture fixture) {
        assertSame(fixture.body(), RequestRewriter.apply(fixture.wire().decode(fixture.body()), List.of()));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void every_element_dropped_and_put_back_gives_the_same_bytes(Fixture fixture) {
        Request request = fixture.wire().decode(fixture.body());
        List<RequestChange> changes = new ArrayList<>();
        for (int i = 0; i < request.history().size(); i++) {
            Bytes raw = request.raw(request.history().get(i));
            changes.add(new RequestChange.Drop(i));
            changes.add(new RequestChange.InsertAfter(i, raw));
            assertEquals(fixture.body(), RequestRewriter.apply(request, changes.subList(2 * i, 2 * i + 2)));
        }
        assertEquals(fixture.body(), RequestRewriter.apply(request, changes));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void every_element_becomes_items_within_it(Fixture fixture) {
        Request request = fixture.wire().decode(fixture.body());
        for (Span element : request.history()) {
            List<Item> items = fixture.wire().itemise(fixture.body(), element);
            assertFalse(items.isEmpty());
            int from = element.start();
            for (Item item : items) {
                assertTrue(from <= item.raw().start() && item.raw().end() <= element.end(), item.toString());
                fixture.wire().text(fixture.body(), item);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void providers_would_take_it(Fixture fixture) {
        Request request = fixture.wire().decode(fixture.body());
        boolean isFixture = !fixture.name().contains("/");
        List<Violation> serious = fixture.wire().validate(request).stream()
                .filter(violation -> isFixture || !NOT_THE_CLIENTS.contains(violation.rule()))
                .toList();

        assertEquals(List.of(), serious);
    }

    private static List<JsonNode> children(JsonNode node) {
        List<JsonNode> children = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(children::add);
        } else if (node.isString()) {
            children.add(node);
        }
        return children;
    }

    private static List<JsonNode> parsed(Request request, List<Span> spans) {
        return spans.stream()
                .map(span -> MAPPER.readTree(request.raw(span).toArray()))
                .toList();
    }
}
