package dev.throughline.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.read.Opening;
import dev.throughline.memory.read.Overlap;
import dev.throughline.memory.topic.Manifest;
import dev.throughline.memory.workspace.Excerpt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
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
        Memory memory = new Memory(
                folder, new Memory.Means(Clock.systemUTC(), HelperModel.NONE, new Overlap(), Measures.USUAL));
        String opening = memory.opening(Opening.Audience.PRIVATE).orElseThrow().text();
        assertEquals(1, opening.split("redacted:github-token", -1).length - 1, opening);
        assertFalse(opening.contains(KEY), opening);
        assertFalse(memory.excerpt("MEMORY.md", new Excerpt.Wanted(1, 9)).text().contains(KEY));
        assertFalse(
                Manifest.of(memory.workspace(), Manifest.Measure.USUAL).text().contains(KEY));
        assertEquals("The token is " + KEY + ".\n", Files.readString(folder.resolve("MEMORY.md")));
    }
}
