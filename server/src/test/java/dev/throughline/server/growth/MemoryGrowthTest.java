package dev.throughline.server.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.admission.SimilarLines;
import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.reference.ReferenceParser;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.FrontMatter;
import dev.throughline.memory.topic.Slug;
import dev.throughline.memory.topic.TopicName;
import dev.throughline.memory.writer.SessionNotes;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.testkit.growth.Growth;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The code that learns from conversations, with texts that are meant to make it slow. */
final class MemoryGrowthTest {
    private static final SessionRef SESSION = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 1)));

    private static final LineSource SOURCE = new LineSource(LocalDate.of(2026, 4, 5), "00000001", "ab12cd34");

    @Test
    void no_scanner_needs_quadratic_time_for_a_hostile_text() {
        Map<String, Consumer<String>> scanners = new LinkedHashMap<>();
        scanners.put("Redaction", Redaction::of);
        scanners.put("SafeText.line", SafeText::line);
        scanners.put("ReferenceParser", text -> ReferenceParser.parse("@@a " + text + "@@b"));
        scanners.put("SimilarLines", text -> {
            SimilarLines likeness = new SimilarLines();
            likeness.add(text);
            likeness.contains(text + " once more");
        });
        scanners.put("Supersession", text -> {
            Supersession lines = new Supersession();
            lines.addAll(text);
            Supersession.marked(text, List.of("We use spaces, not tabs."), SOURCE);
        });
        scanners.put(
                "LineSource and SupersededLine", text -> SupersededLine.original(SupersededLine.mark(text, SOURCE)));
        scanners.put(
                "ApproximateTokens",
                text -> ApproximateTokens.first(ApproximateTokens.last(text, ApproximateTokens.tokens(text) / 2), 500));
        scanners.put(
                "RuleFindings",
                text -> RuleFindings.of(
                        Conversation.of(SESSION, ArchivedTexts.of(text), ScaffoldFilter.BUILT_IN, _ -> true)));
        scanners.put(
                "Telling",
                text -> ConversationText.of(
                        Conversation.of(SESSION, ArchivedTexts.of(text), ScaffoldFilter.BUILT_IN, _ -> true), 40_000));
        scanners.put("SessionNotes.shown", SessionNotes::shown);
        scanners.put("FrontMatter", text -> FrontMatter.of("---\n" + text).format());
        scanners.put("Slug and TopicName", text -> Slug.of(TopicName.of(text) + text));
        assertEquals(List.of(), Growth.tooFast(scanners));
    }
}
