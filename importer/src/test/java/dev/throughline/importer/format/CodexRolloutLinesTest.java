package dev.throughline.importer.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.importer.ImportTest;
import dev.throughline.importer.SampleFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CodexRolloutLinesTest extends ImportTest {
    @Test
    void a_compaction_of_codex_begins_a_history_that_is_linked_to_the_old_one() throws IOException {
        List<String> lines = new ArrayList<>(SampleFiles.CODEX);
        lines.add(SampleFiles.codex(
                "10:30:00",
                "compacted",
                "{'message':'Another language model started to solve this problem and produced a summary: parser'}"));
        lines.addAll(SampleFiles.CODEX_LATER);
        importFile(SampleFiles.write(folder.resolve("rollout.jsonl"), lines));

        List<String> conversation = conversation(CODEX_KEY);
        assertEquals("user: Fix the zeppelin parser", conversation.get(2));
        assertTrue(conversation.get(7).startsWith("user: Another language model"), conversation.get(7));
        assertEquals("assistant: Written.", conversation.getLast());
        assertEquals(1, card(CODEX_KEY).compactions());
        assertEquals(
                3,
                recall(card(CODEX_KEY))
                        .transcript()
                        .path(recall(card(CODEX_KEY)).transcript().leaf())
                        .size());
    }

    @Test
    void a_rollback_of_codex_becomes_a_branch() throws IOException {
        List<String> lines = new ArrayList<>(SampleFiles.CODEX);
        lines.add(SampleFiles.codex("10:30:00", "event_msg", "{'type':'thread_rolled_back','num_turns':1}"));
        lines.addAll(SampleFiles.CODEX_LATER);
        importFile(SampleFiles.write(folder.resolve("rollout.jsonl"), lines));

        assertEquals(
                List.of("user: Now write the tests", "assistant: Written."),
                conversation(CODEX_KEY).subList(2, 4));
        assertEquals(5, recall(card(CODEX_KEY)).transcript().branches().size());
    }
}
