package dev.throughline.memory.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Stage;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RelevantTopicsTest {
    @TempDir
    Path folder;

    private void topic(String file, String type, String description, String body) throws IOException {
        Files.createDirectories(folder.resolve("topics"));
        Files.writeString(
                folder.resolve("topics/" + file),
                "---\nname: " + file.replace(".md", "") + "\ntype: " + type + "\ndescription: " + description
                        + "\n---\n" + body);
    }

    private void topics() throws IOException {
        topic("review.md", "feedback", "how reviews are written", "Short sentences.\n");
        topic("database.md", "project", "which database we moved to, and when", "PostgreSQL since 2026-02-01.\n");
        topic("docker.md", "reference", "how docker compose is called here", "docker compose up\n");
        topic("dockerbug.md", "reference", "known issue: docker build breaks with cache", "Use --no-cache.\n");
    }

    private Optional<MemoryBlock> block(HelperModel helper, String words, Set<MemoryPath> shown) {
        Workspace workspace = new Workspace(folder, new Stage.Time());
        return new RelevantTopics(
                        new Topics(workspace, MemoryLimits.DEFAULT.manifest()), 5, helper, TopicSearch::byWords)
                .block(new RelevantTopics.TopicRequest(Stage.SESSION, words, List.of("docker"), shown, List.of()));
    }

    @Test
    void the_helper_chooses_from_the_manifest_and_only_from_it() throws IOException {
        topics();
        Stage.Prompter helper = new Stage.Prompter(
                "{\"paths\":[\"topics/review.md\",\"topics/none.md\",\"../x.md\",\"topics/review.md\",\"topics/docker.md\"]}");
        MemoryBlock block = block(helper, "please review this", Set.of()).orElseThrow();
        assertEquals(List.of(new MemoryPath("topics/review.md")), block.pages());
        assertTrue(block.text().contains("review: how reviews are written\nShort sentences."), block.text());
        assertTrue(helper.inputs().getFirst().contains("topics/dockerbug.md"), "a warning is offered");
        assertTrue(!helper.inputs().getFirst().contains("topics/docker.md"), "plain reference of a used tool is not");
    }

    @Test
    void without_a_helper_words_select_and_shown_topics_are_not_repeated() throws IOException {
        topics();
        MemoryBlock block =
                block(HelperModel.NONE, "Which database do we use?", Set.of()).orElseThrow();
        assertEquals(List.of(new MemoryPath("topics/database.md")), block.pages());
        assertEquals(
                Optional.empty(),
                block(HelperModel.NONE, "Which database do we use?", Set.of(new MemoryPath("topics/database.md"))));
    }

    @Test
    void of_a_long_topic_the_beginning_and_what_was_added_last_are_shown() throws IOException {
        topic(
                "wishes.md",
                "feedback",
                "about gardens",
                "- the first\n" + "- in between\n".repeat(2_000) + "- the last\n");
        String text = block(HelperModel.NONE, "gardens", Set.of()).orElseThrow().text();
        assertTrue(text.contains("- the first\n") && text.contains("- the last\n"), text);
        assertTrue(text.contains("[… cut; memory_get reads the rest]") && text.length() < 6_000, text);
    }

    @Test
    void at_most_five_are_shown_and_none_when_none_fits() throws IOException {
        for (int i = 0; i < 9; i++) {
            topic("t" + i + ".md", "user", "about gardens number" + i, "Body " + i + "\n");
        }
        assertEquals(
                5,
                block(HelperModel.NONE, "gardens number0 number1 number2 number3 number4 number5 number6", Set.of())
                        .orElseThrow()
                        .pages()
                        .size());
        assertEquals(Optional.empty(), block(HelperModel.NONE, "compile the kernel", Set.of()));
    }

    @Test
    void lines_that_the_model_can_see_are_not_shown_again() throws IOException {
        Files.createDirectories(folder.resolve("topics"));
        Files.writeString(folder.resolve("topics/feedback_releases.md"), """
            ---
            name: releases cut thursdays
            type: feedback
            ---
            - Releases are cut on Thursdays. (2026-04-01, 00000002/ab12cd36)
            - Releases are signed by Ana. (2026-04-02, 00000002/ab12cd37)
            """);
        RelevantTopics relevant = new RelevantTopics(
                new Topics(new Workspace(folder, new Stage.Time()), MemoryLimits.DEFAULT.manifest()),
                5,
                HelperModel.NONE,
                TopicSearch::byWords);
        List<String> read = List.of("- Releases are cut on Thursdays. (2026-04-01, ab12cd36)");
        RelevantTopics.TopicRequest moment =
                new RelevantTopics.TopicRequest(Stage.SESSION, "When are releases cut?", List.of(), Set.of(), read);
        String text = relevant.block(moment).orElseThrow().text();
        assertFalse(text.contains("Thursdays"), text);
        assertTrue(text.contains("- Releases are signed by Ana. (2026-04-02, ab12cd37)"), text);
        String own = Stage.SESSION.id().toString().substring(28);
        Files.writeString(
                folder.resolve("topics/feedback_releases.md"),
                Files.readString(folder.resolve("topics/feedback_releases.md"))
                        .replace("00000002/ab12cd37", own + "/ab12cd37"));
        assertEquals(Optional.empty(), relevant.block(moment), "nor what it said itself");
        List<String> all = List.of(read.getFirst(), "- Releases are signed by Ana.");
        assertEquals(
                Optional.empty(),
                relevant.block(new RelevantTopics.TopicRequest(
                        Stage.SESSION, "When are releases cut?", List.of(), Set.of(), all)));
    }

    @Test
    void superseded_lines_are_not_shown() throws IOException {
        topic("release.md", "project", "release days", """
            - We release on Thursdays. (2026-03-01, 00000001/ab12cd34)
            - ~~We release on Fridays.~~ (2026-02-01, 00000001/ab12cd33), superseded (2026-03-01, 00000001/ab12)
            - We release on Mondays. (2026-03-09, 00000002/ab12cd37)
            """);
        MemoryBlock block =
                block(HelperModel.NONE, "which release days?", Set.of()).orElseThrow();
        assertTrue(block.text().contains("- We release on Mondays. (2026-03-09, ab12cd37)"), block.text());
        assertFalse(block.text().contains("Thursdays") || block.text().contains("Fridays"), block.text());
    }
}
