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

/** Requests of real clients are decoded and rewritten without losing a byte. */
class RecordedRequestsTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    /** Recordings contain only a part of the tools, and their scripted model did not always send thinking. */
    private static final Set<ValidationRule> RULES_BROKEN_BY_RECORDINGS = Set.of(
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
    void the_decoded_spans_match_the_parsed_json(Fixture fixture) {
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
    void without_changes_the_body_is_the_same_object(Fixture fixture) {
        assertSame(fixture.body(), RequestRewriter.apply(fixture.wire().decode(fixture.body()), List.of()));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void dropping_and_reinserting_every_element_gives_the_same_bytes(Fixture fixture) {
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
    void the_items_of_an_element_lie_within_it(Fixture fixture) {
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
    void recorded_requests_are_valid(Fixture fixture) {
        Request request = fixture.wire().decode(fixture.body());
        boolean isFixture = !fixture.name().contains("/");
        List<Violation> serious = fixture.wire().validate(request).stream()
                .filter(violation -> isFixture || !RULES_BROKEN_BY_RECORDINGS.contains(violation.rule()))
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
