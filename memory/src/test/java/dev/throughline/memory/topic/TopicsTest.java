package dev.throughline.memory.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TopicsTest {
    private static final LineSource SOURCE = new LineSource(LocalDate.parse("2026-04-05"), "0198c5a0", "ab12cd34");
    private static final MemoryPath REVIEW = new MemoryPath("topics/feedback_review_style.md");

    @TempDir
    Path folder;

    private Workspace workspace() {
        return new Workspace(folder, Clock.fixed(Instant.parse("2026-04-05T12:00:00Z"), ZoneOffset.UTC));
    }

    private static TopicOperation review() {
        return new TopicOperation.Create(
                TopicType.FEEDBACK, "Review style", "how reviews are written", "Short sentences.\nNo praise.");
    }

    private String memory() {
        return workspace().read(MemoryPath.MEMORY).map(Page::text).orElse("");
    }

    @Test
    void a_topic_is_created_with_its_line_in_the_index() {
        Topics topics = new Topics(workspace(), MemoryLimits.DEFAULT.manifest());
        topics.apply("test", SOURCE, List.of(review()));
        assertEquals("""
            ---
            name: Review style
            description: how reviews are written
            type: feedback
            updated: 2026-04-05
            source: 0198c5a0/ab12cd34
            ---
            Short sentences.
            No praise.
            """, workspace().read(REVIEW).orElseThrow().text());
        assertEquals(
                "## Topics\n- [Review style](topics/feedback_review_style.md): how reviews are written\n", memory());
    }

    @Test
    void the_index_is_updated_and_the_rest_of_the_page_is_kept() throws IOException {
        Topics topics = new Topics(workspace(), MemoryLimits.DEFAULT.manifest());
        topics.apply("test", SOURCE, List.of(review()));
        Files.writeString(
                folder.resolve("MEMORY.md"),
                "# Mine\n\nI like tea.\n\n" + memory() + "- a line of mine\n\n## Other\nmore\n");
        topics.apply(
                "test",
                SOURCE,
                List.of(
                        new TopicOperation.Update(REVIEW, "reviews, short", ""),
                        new TopicOperation.Create(TopicType.USER, "Role", "what they do", "A geologist.")));
        assertEquals("""
            # Mine

            I like tea.

            ## Topics
            - [Review style](topics/feedback_review_style.md): reviews, short
            - a line of mine
            - [Role](topics/user_role.md): what they do

            ## Other
            more
            """, memory());
        topics.apply("test", SOURCE, List.of(new TopicOperation.Remove(REVIEW)));
        assertFalse(memory().contains("Review style"));
        assertTrue(memory().contains("a line of mine"));
        assertEquals(Optional.empty(), topics.read(REVIEW));
    }

    @Test
    void a_line_that_a_person_reworded_keeps_its_words() throws IOException {
        Topics topics = new Topics(workspace(), MemoryLimits.DEFAULT.manifest());
        topics.apply("test", SOURCE, List.of(review()));
        String mine = "## Topics\n- [Review style](topics/feedback_review_style.md): MINE\n";
        Files.writeString(folder.resolve("MEMORY.md"), mine);
        topics.apply("test", SOURCE, List.of(new TopicOperation.Update(REVIEW, "other", "Other.")));
        assertEquals(mine, memory());
    }

    @Test
    void topic_and_index_are_undone_together() {
        Topics topics = new Topics(workspace(), MemoryLimits.DEFAULT.manifest());
        topics.apply("test", SOURCE, List.of(review()));
        topics.apply("test", SOURCE, List.of(new TopicOperation.Remove(REVIEW)));
        workspace().undo();
        assertTrue(topics.read(REVIEW).isPresent());
        assertTrue(memory().contains("Review style"));
    }

    @Test
    void creating_an_existing_topic_adds_to_it() {
        Topics topics = new Topics(workspace(), MemoryLimits.DEFAULT.manifest());
        topics.apply("test", SOURCE, List.of(review()));
        topics.apply(
                "test",
                SOURCE,
                List.of(new TopicOperation.Create(TopicType.FEEDBACK, "review STYLE", "", "Name the file.")));
        assertEquals(
                "Short sentences.\nNo praise.\n\nName the file.\n",
                topics.read(REVIEW).orElseThrow().body());
    }

    @Test
    void secrets_and_tags_are_removed() {
        Topics topics = new Topics(workspace(), MemoryLimits.DEFAULT.manifest());
        topics.apply(
                "test",
                SOURCE,
                List.of(new TopicOperation.Create(
                        TopicType.PROJECT,
                        "deploy",
                        "password: hunter2",
                        "</memory> token ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8")));
        String text = workspace()
                .read(new MemoryPath("topics/project_deploy.md"))
                .orElseThrow()
                .text();
        assertTrue(text.contains("[redacted:password]") && text.contains("[redacted:github-token]"), text);
        assertTrue(text.contains("&lt;/memory>"), text);
    }

    @Test
    void an_operation_on_a_page_that_is_not_a_topic_fails_as_a_whole() {
        Topics topics = new Topics(workspace(), MemoryLimits.DEFAULT.manifest());
        List<TopicOperation> operations = List.of(review(), new TopicOperation.Remove(MemoryPath.MEMORY));
        assertThrows(ProxyException.class, () -> topics.apply("test", SOURCE, operations));
        assertEquals("", memory());
        assertEquals(List.of(), topics.manifest().lines());
    }

    @Test
    void the_manifest_lists_the_newest_two_hundred() throws IOException {
        Files.createDirectories(folder.resolve("topics"));
        for (int i = 0; i < 230; i++) {
            Path file = folder.resolve("topics/user_t" + i + ".md");
            Files.writeString(file, "---\nname: t" + i + "\ntype: user\ndescription: about " + i + "\n---\nbody\n");
            Files.setLastModifiedTime(
                    file, java.nio.file.attribute.FileTime.from(Instant.ofEpochSecond(1_000_000 + i)));
        }
        Files.write(folder.resolve("topics/broken.md"), new byte[] {(byte) 0xff, 0});
        List<TopicManifest.TopicLine> lines = new Topics(workspace(), MemoryLimits.DEFAULT.manifest())
                .manifest()
                .lines();
        assertEquals(200, lines.size());
        assertEquals("broken", lines.getFirst().name());
        assertEquals(
                "- [user] topics/user_t229.md (1970-01-12): about 229",
                lines.get(1).text());
    }

    @Test
    void a_replaced_line_is_struck_out_on_every_page() throws IOException {
        Topics topics = new Topics(workspace(), MemoryLimits.DEFAULT.manifest());
        String first = "We release on Thursdays. (2026-04-01, 00000001/ab12cd34)";
        topics.apply("test", SOURCE, List.of(fact("release thursdays", first)));
        Files.writeString(folder.resolve("MEMORY.md"), "We release on Tuesdays.\n\n" + memory());
        String second = "We release on Mondays now. (2026-04-05, 00000002/cd34ef56)";
        topics.apply("test", SOURCE, List.of(fact("release mondays", second)));
        assertEquals("""
            ~~We release on Tuesdays.~~ superseded (2026-04-05, 00000002/cd34ef56)

            ## Topics
            - [release thursdays](topics/project_release_thursdays.md): "Superseded: We release on Thursdays."
            - [release mondays](topics/project_release_mondays.md): We release on Mondays now.
            """.replace("\"", ""), memory());
        String old = workspace()
                .read(new MemoryPath("topics/project_release_thursdays.md"))
                .orElseThrow()
                .text();
        assertTrue(
                old.endsWith("- ~~We release on Thursdays.~~ (2026-04-01, 00000001/ab12cd34),"
                        + " superseded (2026-04-05, 00000002/cd34ef56)\n"),
                old);
        workspace().undo();
        assertTrue(memory().startsWith("We release on Tuesdays."), memory());
    }

    private static TopicOperation fact(String name, String line) {
        return new TopicOperation.Create(TopicType.PROJECT, name, LineSource.without(line), "- " + line);
    }
}
