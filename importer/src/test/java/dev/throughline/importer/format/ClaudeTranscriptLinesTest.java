package dev.throughline.importer.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.importer.ImportReport;
import dev.throughline.importer.ImportTest;
import dev.throughline.importer.SampleFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ClaudeTranscriptLinesTest extends ImportTest {
    @Test
    void a_transcript_of_claude_code_keeps_parallel_results_in_one_path() throws IOException {
        ImportReport report = importFile(claude());

        assertEquals(6, report.items());
        assertEquals(
                List.of(
                        "user: Find the quokka bug",
                        "tool_call: {\"command\":\"ls\"}",
                        "tool_call: {\"file_path\":\"/x\"}",
                        "tool_result: README.md",
                        "tool_result: text of x",
                        "assistant: Found it."),
                conversation(CLAUDE_KEY));
        assertEquals("claude-opus-5-5", card(CLAUDE_KEY).model());
        assertEquals(2, card(CLAUDE_KEY).turns());
        assertEquals(12, card(CLAUDE_KEY).usage().output());
        assertEquals(0, importFile(claude()).items());
    }

    @Test
    void a_compaction_of_claude_code_is_linked() throws IOException {
        List<String> lines = new ArrayList<>(SampleFiles.CLAUDE_LINES);
        lines.add("{'parentUuid':null,'logicalParentUuid':'a3','isSidechain':false,'sessionId':'" + SampleFiles.CLAUDE
                + "','type':'system','subtype':'compact_boundary','uuid':'b1',"
                + "'timestamp':'2026-03-02T10:00:00.000Z'}");
        lines.add(SampleFiles.claude(
                "s1",
                "'b1'",
                "user",
                "10:00:00",
                "{'role':'user','content':'This session is being continued from a previous conversation'}",
                "'isSidechain':false,'isCompactSummary':true"));
        lines.add(SampleFiles.claude("u2", "'s1'", "user", "10:00:01", "{'role':'user','content':'go on'}"));
        importFile(SampleFiles.write(folder.resolve("c.jsonl"), lines));

        assertEquals(8, conversation(CLAUDE_KEY).size());
        assertEquals("user: go on", conversation(CLAUDE_KEY).getLast());
        assertEquals(1, card(CLAUDE_KEY).compactions());
    }

    @Test
    void a_rewind_in_claude_code_becomes_a_branch() throws IOException {
        List<String> lines = new ArrayList<>(SampleFiles.CLAUDE_LINES);
        lines.add(SampleFiles.claude(
                "u9", "null", "user", "10:00:01", "{'role':'user','content':'Find the numbat bug'}"));
        importFile(SampleFiles.write(folder.resolve("c.jsonl"), lines));

        assertEquals(List.of("user: Find the numbat bug"), conversation(CLAUDE_KEY));
        assertEquals(6, recall(card(CLAUDE_KEY)).transcript().branches().size());
    }

    @Test
    void sub_agents_of_claude_code_are_child_sessions() throws IOException {
        importFile(claude());
        Path agent = SampleFiles.write(
                folder.resolve(SampleFiles.CLAUDE + "/subagents/agent-a17.jsonl"),
                List.of(
                        SampleFiles.claude(
                                "x1",
                                "null",
                                "user",
                                "09:00:04",
                                "{'role':'user','content':'Explore'}",
                                "'isSidechain':true,'agentId':'a17'"),
                        SampleFiles.claude(
                                "x2",
                                "'x1'",
                                "assistant",
                                "09:00:05",
                                "{'role':'assistant','model':'claude-haiku','content':[{'type':'text',"
                                        + "'text':'Explored.'}]}",
                                "'isSidechain':true,'agentId':'a17'")));
        importFile(agent);

        SessionCard child = card(CLAUDE_KEY + "/a17");
        assertEquals(Optional.of(card(CLAUDE_KEY).ref().id()), child.parent());
        assertEquals(List.of("user: Explore", "assistant: Explored."), conversation(CLAUDE_KEY + "/a17"));
    }

    @Test
    void sub_agents_within_a_transcript_are_named_by_their_first_line() throws IOException {
        List<String> lines = new ArrayList<>(SampleFiles.CLAUDE_LINES);
        lines.add(
                3,
                SampleFiles.claude(
                        "y1", "null", "user", "09:00:03", "{'role':'user','content':'Explore'}", "'isSidechain':true"));
        lines.add(
                4,
                SampleFiles.claude(
                        "y2",
                        "'y1'",
                        "assistant",
                        "09:00:03",
                        "{'role':'assistant','model':'m','content':[{'type':'text','text':'Explored.'}]}",
                        "'isSidechain':true"));
        importFile(SampleFiles.write(folder.resolve("c.jsonl"), lines));

        assertEquals(6, conversation(CLAUDE_KEY).size());
        assertEquals(List.of("user: Explore", "assistant: Explored."), conversation(CLAUDE_KEY + "/y1"));
    }
}
