package dev.throughline.server.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.memory.admission.Inert;
import dev.throughline.memory.admission.Likeness;
import dev.throughline.memory.admission.Source;
import dev.throughline.memory.admission.Superseded;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.glean.Gleaning;
import dev.throughline.memory.note.SessionNotes;
import dev.throughline.memory.said.Conversation;
import dev.throughline.memory.said.OwnWords;
import dev.throughline.memory.said.Telling;
import dev.throughline.memory.said.Weight;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.FrontMatter;
import dev.throughline.memory.topic.Slug;
import dev.throughline.memory.topic.TopicName;
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

/** What reads a conversation to learn from it, over texts that are meant to make it slow. */
final class MemoryGrowthTest {
    private static final SessionRef SESSION = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 1)));

    private static final Source SOURCE = new Source(LocalDate.of(2026, 4, 5), "00000001", "ab12cd34");

    @Test
    void no_scanner_takes_more_than_its_share_of_a_hostile_text() {
        Map<String, Consumer<String>> scanners = new LinkedHashMap<>();
        scanners.put("Redaction", Redaction::of);
        scanners.put("Inert.line", Inert::line);
        scanners.put("Likeness", text -> {
            Likeness likeness = new Likeness();
            likeness.add(text);
            likeness.knows(text + " once more");
        });
        scanners.put("Supersession", text -> {
            Supersession lines = new Supersession();
            lines.addAll(text);
            Supersession.marked(text, List.of("We use spaces, not tabs."), SOURCE);
        });
        scanners.put("Source and Superseded", text -> Superseded.original(Superseded.mark(text, SOURCE)));
        scanners.put("Weight", text -> Weight.first(Weight.last(text, Weight.tokens(text) / 2), 500));
        scanners.put("Gleaning", text -> Gleaning.of(Conversation.of(SESSION, Archived.of(text), OwnWords.USUAL)));
        scanners.put(
                "Telling", text -> Telling.of(Conversation.of(SESSION, Archived.of(text), OwnWords.USUAL), 40_000));
        scanners.put("SessionNotes.told", SessionNotes::told);
        scanners.put("FrontMatter", text -> FrontMatter.of("---\n" + text).written());
        scanners.put("Slug and TopicName", text -> Slug.of(TopicName.of(text) + text));
        assertEquals(List.of(), Growth.tooFast(scanners));
    }
}
