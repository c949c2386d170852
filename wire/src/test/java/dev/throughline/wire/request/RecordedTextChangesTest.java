package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Fixtures;
import dev.throughline.wire.Fixtures.Fixture;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.TextChange;
import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.Violation;
import dev.throughline.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls and results in requests of real clients can be replaced without making the request invalid. */
class RecordedTextChangesTest {
    private static final String SHORT = "{\"short\":true}";

    static Stream<Fixture> requests() {
        return Fixtures.withRecordings().stream();
    }

    @ParameterizedTest
    @MethodSource("requests")
    void replacing_every_call_and_result_adds_no_violation(Fixture fixture) {
        Wire wire = fixture.wire();
        Request request = wire.decode(fixture.body());
        List<RequestChange> changes = new ArrayList<>();
        for (int i = 0; i < request.history().size(); i++) {
            Bytes element = request.raw(request.history().get(i));
            changes.add(new RequestChange.ReplaceElement(
                    i, wire.editor().replaceTexts(element, replacements(wire, element))));
        }
        Request after = wire.decode(RequestRewriter.apply(request, changes));

        assertEquals(violations(wire, request), violations(wire, after));
        for (Span element : after.history()) {
            for (Item item : wire.itemise(after.body(), element)) {
                boolean isShort = !isTool(item) || !wire.editor().isEditable(after.body(), item);
                assertTrue(isShort
                        || wire.editor().content(after.body(), item).text().equals(SHORT));
            }
        }
    }

    @Test
    void the_cache_lifetime_of_a_claude_request_is_read() {
        Fixture fixture = Fixtures.named("claude-tool-roundtrip");
        Request request = fixture.wire().decode(fixture.body());
        assertEquals(Optional.of("5m"), fixture.wire().editor().markerTtl(request));
    }

    private static List<TextChange> replacements(Wire wire, Bytes element) {
        List<Item> items = wire.itemise(element, new Span(0, element.length()));
        List<TextChange> changes = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            if (isTool(items.get(i)) && wire.editor().isEditable(element, items.get(i))) {
                changes.add(new TextChange(i, SHORT));
            }
        }
        return changes;
    }

    private static boolean isTool(Item item) {
        return item.kind() == ItemKind.TOOL_CALL || item.kind() == ItemKind.TOOL_RESULT;
    }

    private static List<ValidationRule> violations(Wire wire, Request request) {
        return wire.validate(request).stream().map(Violation::rule).toList();
    }
}
