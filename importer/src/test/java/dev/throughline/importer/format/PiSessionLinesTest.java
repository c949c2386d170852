package dev.throughline.importer.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.recall.Recall;
import dev.throughline.importer.ImportReport;
import dev.throughline.importer.ImportTest;
import dev.throughline.importer.SampleFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PiSessionLinesTest extends ImportTest {
    @Test
    void a_session_of_pi_keeps_its_branches() throws IOException {
        Path file = SampleFiles.write(folder.resolve(".pi/agent/sessions/--home--/x.jsonl"), SampleFiles.PI_LINES);
        ImportReport report = importFile(file);

        assertEquals(8, report.items());
        assertEquals(List.of("user: Count the walruses instead", "assistant: No walrus."), conversation(PI_KEY));
        Recall recall = recall(card(PI_KEY));
        assertEquals(
                List.of("user", "reasoning", "assistant", "tool_call", "tool_result", "assistant"),
                recall.transcript().branches().stream()
                        .map(node -> node.kind().word())
                        .toList());
        assertEquals("three", recall.text(recall.transcript().branches().get(4)));
        assertEquals("chat", recall.transcript().turns().getFirst().dialect().name());
        assertEquals(0, importFile(file).items());
    }

    @Test
    void the_first_version_of_a_session_of_pi_is_a_list() throws IOException {
        List<String> lines = List.of(
                "{'type':'session','id':'" + SampleFiles.PI
                        + "','timestamp':'2025-11-03T08:00:00.000Z','cwd':'/w','provider':'anthropic',"
                        + "'modelId':'claude-sonnet-4-5','thinkingLevel':'off'}",
                "{'type':'message','timestamp':'2025-11-03T08:00:01.000Z',"
                        + "'message':{'role':'user','content':'Hello','timestamp':1}}",
                "{'type':'message','timestamp':'2025-11-03T08:00:02.000Z',"
                        + "'message':{'role':'assistant','content':[{'type':'text','text':'Hi!'}],"
                        + "'api':'anthropic-messages','model':'claude-sonnet-4-5'}}",
                "{'type':'compaction','timestamp':'2025-11-03T08:00:03.000Z','summary':'They said"
                        + " hello.','firstKeptEntryIndex':2,'tokensBefore':10}",
                "{'type':'message','timestamp':'2025-11-03T08:00:04.000Z',"
                        + "'message':{'role':'user','content':'Bye','timestamp':1}}");
        importFile(SampleFiles.write(folder.resolve("p.jsonl"), lines));

        assertEquals(
                List.of("user: Hello", "assistant: Hi!", "user: They said hello.", "user: Bye"), conversation(PI_KEY));
        assertEquals(1, card(PI_KEY).compactions());
    }

    @Test
    void a_session_without_an_answer_is_imported_when_it_has_one() throws IOException {
        Path file = SampleFiles.write(folder.resolve("p.jsonl"), SampleFiles.PI_LINES.subList(0, 3));
        assertEquals(0, importFile(file).items());

        SampleFiles.append(file, SampleFiles.PI_LINES.subList(3, 6));
        assertEquals(6, importFile(file).items());
        assertEquals(0, importFile(file).items());
    }
}
