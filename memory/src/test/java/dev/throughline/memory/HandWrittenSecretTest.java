package dev.throughline.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.consolidate.RolloutMerger;
import dev.throughline.memory.consolidate.RolloutWriter;
import dev.throughline.memory.inject.RelevantTopics;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.workspace.PageExcerpt;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.Extraction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person may write a secret down. The page stays as it is; nobody else is shown it. */
final class HandWrittenSecretTest {
    private static final String KEY = "ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z5A";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void it_reaches_neither_a_prompt_nor_a_tool_nor_a_helper() throws IOException {
        Path topic = Files.createDirectories(folder.resolve("topics")).resolve("project_deploy.md");
        Files.writeString(folder.resolve("MEMORY.md"), "The token is " + KEY + ".\n");
        Files.writeString(topic, "---\nname: deploy\ndescription: with " + KEY + "\ntype: project\n---\nGo.\n");
        WorkspaceMemory memory = Stage.memory(new Workspace(folder, Clock.systemUTC()), HelperModel.NONE);
        String opening = memory.opening(Stage.LARGE_PROMPT).orElseThrow().text();
        assertEquals(1, opening.split("redacted:github-token", -1).length - 1, opening);
        assertFalse(opening.contains(KEY), opening);
        assertFalse(
                memory.excerpt("MEMORY.md", new PageExcerpt.Wanted(1, 9)).text().contains(KEY));
        assertFalse(TopicManifest.of(memory.workspace(), MemoryLimits.DEFAULT.manifest())
                .text()
                .contains(KEY));
        assertEquals("The token is " + KEY + ".\n", Files.readString(folder.resolve("MEMORY.md")));
        memory.settle();
    }

    @Test
    void no_helper_is_told_of_it() throws IOException {
        Path topics = Files.createDirectories(folder.resolve("topics"));
        String about = "---\nname: linter\ndescription: the linter and its token " + KEY + "\ntype: project\n---\n";
        Files.writeString(topics.resolve("project_linter.md"), about + "Always run the linter with " + KEY + ".\n");
        Files.writeString(folder.resolve("MEMORY.md"), "## Learnt\n- The token is " + KEY + ". (2026-04-01, a)\n");
        Files.writeString(folder.resolve("memory_summary.md"), "A project with " + KEY + ".\n");
        Stage.Time time = new Stage.Time();
        Stage.Prompter helper = new Stage.Prompter(
                "{\"paths\":[]}",
                "{\"operations\":[]}",
                "{\"notes\":[]}",
                "{\"notes\":[],\"rollout_summary\":\"Moved the parser.\",\"slug\":\"parser\"}");
        WorkspaceMemory memory = Stage.memory(new Workspace(folder, time), helper);
        memory.relevant(new RelevantTopics.TopicRequest(
                Stage.SESSION, "How do we run the linter?", List.of(), Set.of(), List.of()));
        new Extraction(helper, 1).run(memory, Stage.day(), List.of());
        Stage.flush(helper).run(memory, Stage.day(), 1, List.of());
        new RolloutWriter(memory.workspace(), MemoryLimits.DEFAULT.consolidation(), helper)
                .run(Writers.sessions(1), Writers::conversation, 1);
        new RolloutMerger(memory.workspace(), MemoryLimits.DEFAULT.consolidation(), helper).runNow(Stage.SESSION);
        assertEquals(5, helper.inputs().size(), "all who ask a helper have asked");
        for (int i : new int[] {0, 1, 4}) {
            String input = helper.inputs().get(i);
            assertTrue(input.contains("redacted:github-token"), input);
        }
        helper.inputs().forEach(input -> assertFalse(input.contains(KEY), input));
    }
}
