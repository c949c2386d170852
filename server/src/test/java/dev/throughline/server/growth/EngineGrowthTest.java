package dev.throughline.server.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.recall.QuoteFence;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.SnippetFinder;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.testkit.growth.Growth;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.messages.MessagesDialect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Recall and the recognition of sessions, with texts that are meant to make them slow. */
final class EngineGrowthTest {
    @Test
    void no_scanner_needs_quadratic_time_for_a_hostile_text() {
        Map<String, Consumer<String>> scanners = new LinkedHashMap<>();
        scanners.put("snippets from a text", text -> snippets(ArchivedTexts.of(text), "why does parseHeader7 fail?"));
        scanners.put("snippets for a text", text -> snippets(ArchivedTexts.of(text, "parseHeader7"), text));
        scanners.put("QuoteFence.around", text -> QuoteFence.around("ab12cd34", "a label", text));
        scanners.put("SessionIdentifier and PurposeDetector", text -> {
            Wire wire = MessagesDialect.WIRE;
            Request request = wire.decode(Bytes.of(ArchivedTexts.messages(text)));
            new SessionIdentifier("salt").of(Headers.of(), wire, request);
            new PurposeDetector(AgentMarkers.builtIn()).of(Headers.of(), "/v1/messages", wire, request);
        });
        assertEquals(List.of(), Growth.tooFast(scanners));
    }

    private static void snippets(Recall recall, String words) {
        SnippetFinder.of(
                recall,
                new SnippetFinder.SnippetScope(
                        recall.finder(), _ -> true, text -> text, true, SnippetFinder.SnippetLimits.DEFAULT),
                words);
    }
}
