package dev.throughline.memory.consolidate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Stage;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.PageUses;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.WriteResult;
import dev.throughline.model.SessionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RolloutMergerTest {
    private static final Instant MORNING = Stage.NOON.minus(Duration.ofHours(8));
    private static final String FOUND =
            "{\"notes\":[{\"text\":\"Releases are cut on Thursdays.\",\"handle\":\"ab12cd34\"}],"
                    + "\"rollout_summary\":\"Moved the parser.\",\"slug\":\"move parser\"}";

    @TempDir
    Path folder;

    private final Stage.Time time = new Stage.Time();

    private Workspace workspace() {
        return new Workspace(folder, time);
    }

    private static List<FinishedSession> sessions(Instant updated, int... numbers) {
        return IntStream.of(numbers)
                .mapToObj(number -> new FinishedSession(Stage.session(number), updated))
                .toList();
    }

    private static Conversation conversation(SessionRef session) {
        return new Conversation(session, Stage.day().items());
    }

    private RolloutWriter writer(HelperModel helper) {
        return new RolloutWriter(workspace(), MemoryLimits.DEFAULT.consolidation(), helper);
    }

    private RolloutMerger merger(HelperModel helper) {
        return new RolloutMerger(workspace(), MemoryLimits.DEFAULT.consolidation(), helper);
    }

    private String text(MemoryPath path) {
        return workspace().read(path).map(Page::text).orElse("");
    }

    private List<MemoryPath> rollouts() {
        return workspace().list().pages().stream()
                .map(PageListing.ListedPage::path)
                .filter(path -> path.isUnder("rollouts"))
                .toList();
    }

    @Test
    void without_a_helper_model_rules_merge() throws IOException {
        Files.writeString(folder.resolve("MEMORY.md"), "# Mine\nI like tea.\n\n## Topics\n- [a](topics/a.md): x\n");
        writer(HelperModel.NONE).run(sessions(MORNING, 1), RolloutMergerTest::conversation, 10);
        assertEquals(WriteResult.WRITTEN, merger(HelperModel.NONE).run(Stage.SESSION));
        String memory = text(MemoryPath.MEMORY);
        assertTrue(memory.startsWith("# Mine\nI like tea.\n\n## Learnt\n- Always run the linter"), memory);
        assertTrue(memory.endsWith("\n\n## Topics\n- [a](topics/a.md): x\n"), memory);
        String summary = text(MemoryPath.SUMMARY);
        assertTrue(
                summary.contains("# Recent work\n- 2026-04-05: Task: Please move the parser to the new lexer."),
                summary);
        assertTrue(text(MemoryPath.RAW).contains("Always run the linter"));
        workspace().undo();
        assertFalse(text(MemoryPath.MEMORY).contains("linter"), "all of it is undone together");
        assertEquals("", text(MemoryPath.SUMMARY));
    }

    @Test
    void it_rests_after_a_merge_and_does_nothing_without_new_rollouts() {
        writer(HelperModel.NONE).run(sessions(MORNING, 1), RolloutMergerTest::conversation, 10);
        assertEquals(WriteResult.WRITTEN, merger(HelperModel.NONE).run(Stage.SESSION));
        assertEquals(WriteResult.RESTING, merger(HelperModel.NONE).run(Stage.SESSION));
        assertEquals(WriteResult.UNCHANGED, merger(HelperModel.NONE).runNow(Stage.SESSION));
        time.move(Stage.NOON.plus(Duration.ofHours(7)));
        assertEquals(WriteResult.UNCHANGED, merger(HelperModel.NONE).run(Stage.SESSION));
        writer(HelperModel.NONE).run(sessions(Stage.NOON, 2), RolloutMergerTest::conversation, 10);
        assertEquals(WriteResult.WRITTEN, merger(HelperModel.NONE).run(Stage.SESSION));
    }

    @Test
    void a_sound_proposal_is_written_with_its_sources() {
        writer(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), RolloutMergerTest::conversation, 10);
        Stage.Prompter helper = new Stage.Prompter("{\"add\":[{\"text\":\"Releases are cut on Thursdays by"
            + " Ana.\",\"from\":\"r1\",\"handle\":\"ab12cd34\"},{\"text\":\"Invented.\",\"from\":\"r9\"}],\"remove\":[],\"summary\":\"A"
            + " parser project.\",\"skills\":[{\"name\":\"Cut a release\",\"description\":\"how\",\"body\":\"1. tag\\n"
            + "2. push\"}]}");
        assertEquals(WriteResult.WRITTEN, merger(helper).run(Stage.SESSION));
        assertEquals(
                "## Learnt\n- Releases are cut on Thursdays by Ana. (2026-04-05, 00000001/ab12cd34)\n",
                text(MemoryPath.MEMORY).replace("\n\n", "\n"));
        assertEquals("A parser project.\n", text(MemoryPath.SUMMARY));
        assertTrue(text(new MemoryPath("skills/cut_a_release/SKILL.md")).contains("1. tag"));
    }

    @Test
    void an_edit_of_the_summary_during_the_question_is_kept() throws IOException {
        writer(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), RolloutMergerTest::conversation, 10);
        Files.writeString(folder.resolve("memory_summary.md"), "Old words.\n\nThe end.\n");
        HelperModel helper = new Stage.Meanwhile(
                new Stage.Prompter("{\"add\":[],\"remove\":[],\"summary\":\"New words.\\n\\nThe end.\",\"skills\":[]}"),
                () -> Files.writeString(folder.resolve("memory_summary.md"), "Old words.\n\nThe end.\nBy hand.\n"));
        assertEquals(WriteResult.WRITTEN, merger(helper).run(Stage.SESSION));
        assertEquals("New words.\n\nThe end.\nBy hand.\n", text(MemoryPath.SUMMARY));
    }

    @Test
    void a_skill_that_a_person_wrote_is_not_changed() throws IOException {
        writer(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), RolloutMergerTest::conversation, 10);
        Files.createDirectories(folder.resolve("skills/cut_a_release"));
        Files.writeString(folder.resolve("skills/cut_a_release/SKILL.md"), "Mine.\n");
        merger(new Stage.Prompter(
                        "{\"add\":[],\"remove\":[],\"summary\":\"S.\",\"skills\":[{\"name\":\"Cut a release\","
                                + "\"description\":\"how\",\"body\":\"1. tag\\n2. push\"},{\"name\":\"Other\","
                                + "\"description\":\"how\",\"body\":\"1. a\\n2. b\"}]}"))
                .run(Stage.SESSION);
        assertEquals("Mine.\n", text(new MemoryPath("skills/cut_a_release/SKILL.md")));
        assertTrue(text(new MemoryPath("skills/other/SKILL.md")).contains("source: consolidation\n---\n1. a"));
    }

    @Test
    void without_a_sound_proposal_rules_merge() {
        writer(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), RolloutMergerTest::conversation, 10);
        Stage.Prompter helper = new Stage.Prompter("{\"add\":[],\"remove\":[],\"summary\":\"  \"}");
        assertEquals(WriteResult.WRITTEN, merger(helper).run(Stage.SESSION));
        assertTrue(text(MemoryPath.SUMMARY).contains("Moved the parser."));
    }

    @Test
    void a_line_that_a_person_removed_is_not_added_again() throws IOException {
        writer(HelperModel.NONE).run(sessions(MORNING, 1), RolloutMergerTest::conversation, 10);
        merger(HelperModel.NONE).runNow(Stage.SESSION);
        assertTrue(text(MemoryPath.MEMORY).contains("linter"));
        Files.writeString(folder.resolve("MEMORY.md"), "Mine.\n");
        writer(HelperModel.NONE).run(sessions(MORNING.plusSeconds(60), 1), RolloutMergerTest::conversation, 10);
        writer(new Stage.Prompter(FOUND)).run(sessions(MORNING, 2), RolloutMergerTest::conversation, 10);
        assertEquals(WriteResult.WRITTEN, merger(HelperModel.NONE).runNow(Stage.SESSION));
        assertFalse(text(MemoryPath.MEMORY).contains("linter"), text(MemoryPath.MEMORY));
        assertTrue(text(MemoryPath.MEMORY).contains("Thursdays"), "what is new is added");
        writer(HelperModel.NONE).run(sessions(MORNING, 3), RolloutMergerTest::conversation, 10);
        merger(HelperModel.NONE).runNow(Stage.SESSION);
        assertTrue(text(MemoryPath.MEMORY).contains("linter"), "said again in another session, it is new");
    }

    @Test
    void a_helper_model_that_fails_is_asked_again_later() throws IOException {
        writer(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), RolloutMergerTest::conversation, 10);
        Files.writeString(folder.resolve("memory_summary.md"), "By a better helper.\n");
        assertEquals(WriteResult.FAILED, merger(new Stage.Prompter("")).run(Stage.SESSION));
        assertEquals("By a better helper.\n", text(MemoryPath.SUMMARY));
        Stage.Prompter good = new Stage.Prompter("{\"add\":[],\"remove\":[],\"summary\":\"A parser.\",\"skills\":[]}");
        assertEquals(WriteResult.RESTING, merger(good).run(Stage.SESSION), "it is left alone for a while");
        time.move(Stage.NOON.plus(RolloutLeases.PAUSE));
        assertEquals(WriteResult.WRITTEN, merger(good).run(Stage.SESSION));
        assertTrue(text(MemoryPath.SUMMARY).contains("A parser."));
    }

    @Test
    void after_several_failures_rules_take_over() {
        Instant now = Stage.NOON;
        for (int i = 0; i < RolloutLeases.MAX_ATTEMPTS; i++) {
            writer(new Stage.Prompter("")).run(sessions(MORNING, 1), RolloutMergerTest::conversation, 10);
            now = now.plus(Duration.ofHours(20));
            time.move(now);
        }
        assertEquals(1, rollouts().size(), "rules read the session at the last try");
        for (int i = 1; i < RolloutLeases.MAX_ATTEMPTS; i++) {
            assertEquals(WriteResult.FAILED, merger(new Stage.Prompter("")).runNow(Stage.SESSION));
        }
        assertEquals(WriteResult.WRITTEN, merger(new Stage.Prompter("")).runNow(Stage.SESSION));
        assertTrue(text(MemoryPath.MEMORY).contains("linter"));
    }

    @Test
    void a_rollout_that_was_not_used_for_a_month_is_not_merged() {
        writer(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), RolloutMergerTest::conversation, 10);
        time.move(Stage.NOON.plus(Duration.ofDays(31)));
        assertEquals(WriteResult.UNCHANGED, merger(HelperModel.NONE).run(Stage.SESSION));
        new PageUses(workspace()).count(rollouts());
        assertEquals(WriteResult.WRITTEN, merger(HelperModel.NONE).run(Stage.SESSION));
    }
}
