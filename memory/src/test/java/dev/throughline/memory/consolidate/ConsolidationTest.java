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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConsolidationTest {
    private static final Instant MORNING = Stage.NOON.minus(Duration.ofHours(8));
    private static final String FOUND =
            "{\"notes\":[{\"text\":\"Releases are cut on Thursdays.\",\"handle\":\"ab12cd34\"}],"
                    + "\"rollout_summary\":\"Moved the parser.\",\"slug\":\"move parser\"}";

    @TempDir
    Path folder;

    private final Stage.Time time = new Stage.Time();
    private final AtomicInteger reads = new AtomicInteger();

    private Workspace workspace() {
        return new Workspace(folder, time);
    }

    private static List<FinishedSession> sessions(Instant updated, int... numbers) {
        return IntStream.of(numbers)
                .mapToObj(number -> new FinishedSession(Stage.session(number), updated))
                .toList();
    }

    private Conversation conversation(SessionRef session) {
        reads.incrementAndGet();
        return new Conversation(session, Stage.day().items());
    }

    private RolloutWriter one(HelperModel helper) {
        return new RolloutWriter(workspace(), MemoryLimits.DEFAULT.consolidation(), helper);
    }

    private RolloutMerger two(HelperModel helper) {
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
    void a_finished_session_is_read_once_and_again_when_it_went_on() {
        assertEquals(1, one(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10));
        assertEquals(0, one(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10));
        assertEquals(1, rollouts().size());
        assertTrue(
                rollouts().getFirst().text().matches("rollouts/2026-04-05T04-00_[a-z2-7]{8}_move_parser\\.md"),
                rollouts().toString());
        String text = text(rollouts().getFirst());
        assertTrue(text.contains("- Releases are cut on Thursdays. (2026-04-05, 00000001/ab12cd34)"), text);
        assertEquals(
                1, one(new Stage.Prompter(FOUND)).run(sessions(MORNING.plusSeconds(60), 1), this::conversation, 10));
        assertEquals(1, rollouts().size(), "a session has one page");
    }

    @Test
    void a_session_that_is_too_fresh_or_too_old_is_left_alone() {
        assertEquals(
                0,
                one(HelperModel.NONE).run(sessions(Stage.NOON.minus(Duration.ofHours(5)), 1), this::conversation, 10));
        assertEquals(
                0,
                one(HelperModel.NONE).run(sessions(Stage.NOON.minus(Duration.ofDays(11)), 1), this::conversation, 10));
    }

    @Test
    void an_empty_result_is_a_success() {
        String nothing = "{\"notes\":[],\"rollout_summary\":\"\",\"slug\":\"\"}";
        assertEquals(1, one(new Stage.Prompter(nothing)).run(sessions(MORNING, 1), this::conversation, 10));
        assertEquals(List.of(), rollouts());
        assertEquals(0, one(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10));
    }

    @Test
    void a_failure_is_tried_again_later_and_not_for_ever() {
        Instant now = Stage.NOON;
        int tries = 0;
        for (int i = 0; i < 20; i++) {
            reads.set(0);
            one(new Stage.Prompter("")).run(sessions(MORNING, 1), this::conversation, 10);
            tries += reads.get();
            now = now.plus(Duration.ofHours(5));
            time.move(now);
        }
        assertEquals(RolloutLeases.MAX_ATTEMPTS, tries);
    }

    @Test
    void many_at_once_read_each_session_once() throws InterruptedException, ExecutionException, TimeoutException {
        int[] numbers = {1, 2, 3, 4, 5, 6};
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(threads.submit(
                        () -> one(HelperModel.NONE).run(sessions(MORNING, numbers), this::conversation, 10)));
            }
            for (Future<?> each : all) {
                each.get(120, TimeUnit.SECONDS);
            }
        }
        assertEquals(6, reads.get());
        assertEquals(6, rollouts().size());
    }

    @Test
    void without_a_helper_sessions_become_memory_by_rules() throws IOException {
        Files.writeString(folder.resolve("MEMORY.md"), "# Mine\nI like tea.\n\n## Topics\n- [a](topics/a.md): x\n");
        one(HelperModel.NONE).run(sessions(MORNING, 1), this::conversation, 10);
        assertEquals(WriteResult.WRITTEN, two(HelperModel.NONE).run(Stage.SESSION));
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
    void it_rests_and_does_nothing_when_nothing_is_new() {
        one(HelperModel.NONE).run(sessions(MORNING, 1), this::conversation, 10);
        assertEquals(WriteResult.WRITTEN, two(HelperModel.NONE).run(Stage.SESSION));
        assertEquals(WriteResult.RESTING, two(HelperModel.NONE).run(Stage.SESSION));
        assertEquals(WriteResult.UNCHANGED, two(HelperModel.NONE).runNow(Stage.SESSION));
        time.move(Stage.NOON.plus(Duration.ofHours(7)));
        assertEquals(WriteResult.UNCHANGED, two(HelperModel.NONE).run(Stage.SESSION));
        one(HelperModel.NONE).run(sessions(Stage.NOON, 2), this::conversation, 10);
        assertEquals(WriteResult.WRITTEN, two(HelperModel.NONE).run(Stage.SESSION));
    }

    @Test
    void the_helpers_small_change_is_applied_with_its_sources() {
        one(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10);
        Stage.Prompter helper = new Stage.Prompter("{\"add\":[{\"text\":\"Releases are cut on Thursdays by"
            + " Ana.\",\"from\":\"r1\",\"handle\":\"ab12cd34\"},{\"text\":\"Invented.\",\"from\":\"r9\"}],\"remove\":[],\"summary\":\"A"
            + " parser project.\",\"skills\":[{\"name\":\"Cut a release\",\"description\":\"how\",\"body\":\"1. tag\\n"
            + "2. push\"}]}");
        assertEquals(WriteResult.WRITTEN, two(helper).run(Stage.SESSION));
        assertEquals(
                "## Learnt\n- Releases are cut on Thursdays by Ana. (2026-04-05, 00000001/ab12cd34)\n",
                text(MemoryPath.MEMORY).replace("\n\n", "\n"));
        assertEquals("A parser project.\n", text(MemoryPath.SUMMARY));
        assertTrue(text(new MemoryPath("skills/cut_a_release/SKILL.md")).contains("1. tag"));
    }

    @Test
    void what_a_person_writes_into_the_summary_while_the_helper_thinks_stays() throws IOException {
        one(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10);
        Files.writeString(folder.resolve("memory_summary.md"), "Old words.\n\nThe end.\n");
        HelperModel helper = new Stage.Meanwhile(
                new Stage.Prompter("{\"add\":[],\"remove\":[],\"summary\":\"New words.\\n\\nThe end.\",\"skills\":[]}"),
                () -> Files.writeString(folder.resolve("memory_summary.md"), "Old words.\n\nThe end.\nBy hand.\n"));
        assertEquals(WriteResult.WRITTEN, two(helper).run(Stage.SESSION));
        assertEquals("New words.\n\nThe end.\nBy hand.\n", text(MemoryPath.SUMMARY));
    }

    @Test
    void a_skill_that_a_person_wrote_is_theirs() throws IOException {
        one(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10);
        Files.createDirectories(folder.resolve("skills/cut_a_release"));
        Files.writeString(folder.resolve("skills/cut_a_release/SKILL.md"), "Mine.\n");
        two(new Stage.Prompter("{\"add\":[],\"remove\":[],\"summary\":\"S.\",\"skills\":[{\"name\":\"Cut a release\","
                        + "\"description\":\"how\",\"body\":\"1. tag\\n2. push\"},{\"name\":\"Other\","
                        + "\"description\":\"how\",\"body\":\"1. a\\n2. b\"}]}"))
                .run(Stage.SESSION);
        assertEquals("Mine.\n", text(new MemoryPath("skills/cut_a_release/SKILL.md")));
        assertTrue(text(new MemoryPath("skills/other/SKILL.md")).contains("source: consolidation\n---\n1. a"));
    }

    @Test
    void what_does_not_pass_the_check_is_left_to_rules() {
        one(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10);
        Stage.Prompter helper = new Stage.Prompter("{\"add\":[],\"remove\":[],\"summary\":\"  \"}");
        assertEquals(WriteResult.WRITTEN, two(helper).run(Stage.SESSION));
        assertTrue(text(MemoryPath.SUMMARY).contains("Moved the parser."));
    }

    @Test
    void what_a_person_takes_away_stays_away() throws IOException {
        one(HelperModel.NONE).run(sessions(MORNING, 1), this::conversation, 10);
        two(HelperModel.NONE).runNow(Stage.SESSION);
        assertTrue(text(MemoryPath.MEMORY).contains("linter"));
        Files.writeString(folder.resolve("MEMORY.md"), "Mine.\n");
        one(HelperModel.NONE).run(sessions(MORNING.plusSeconds(60), 1), this::conversation, 10);
        one(new Stage.Prompter(FOUND)).run(sessions(MORNING, 2), this::conversation, 10);
        assertEquals(WriteResult.WRITTEN, two(HelperModel.NONE).runNow(Stage.SESSION));
        assertFalse(text(MemoryPath.MEMORY).contains("linter"), text(MemoryPath.MEMORY));
        assertTrue(text(MemoryPath.MEMORY).contains("Thursdays"), "what is new is added");
        one(HelperModel.NONE).run(sessions(MORNING, 3), this::conversation, 10);
        two(HelperModel.NONE).runNow(Stage.SESSION);
        assertTrue(text(MemoryPath.MEMORY).contains("linter"), "said again in another session, it is new");
    }

    @Test
    void a_helper_that_fails_leaves_what_is_there_and_is_asked_again() throws IOException {
        one(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10);
        Files.writeString(folder.resolve("memory_summary.md"), "By a better helper.\n");
        assertEquals(WriteResult.FAILED, two(new Stage.Prompter("")).run(Stage.SESSION));
        assertEquals("By a better helper.\n", text(MemoryPath.SUMMARY));
        Stage.Prompter good = new Stage.Prompter("{\"add\":[],\"remove\":[],\"summary\":\"A parser.\",\"skills\":[]}");
        assertEquals(WriteResult.RESTING, two(good).run(Stage.SESSION), "it is left alone for a while");
        time.move(Stage.NOON.plus(RolloutLeases.PAUSE));
        assertEquals(WriteResult.WRITTEN, two(good).run(Stage.SESSION));
        assertTrue(text(MemoryPath.SUMMARY).contains("A parser."));
    }

    @Test
    void a_helper_that_goes_on_failing_is_no_longer_waited_for() {
        Instant now = Stage.NOON;
        for (int i = 0; i < RolloutLeases.MAX_ATTEMPTS; i++) {
            one(new Stage.Prompter("")).run(sessions(MORNING, 1), this::conversation, 10);
            now = now.plus(Duration.ofHours(20));
            time.move(now);
        }
        assertEquals(1, rollouts().size(), "rules read the session at the last try");
        for (int i = 1; i < RolloutLeases.MAX_ATTEMPTS; i++) {
            assertEquals(WriteResult.FAILED, two(new Stage.Prompter("")).runNow(Stage.SESSION));
        }
        assertEquals(WriteResult.WRITTEN, two(new Stage.Prompter("")).runNow(Stage.SESSION));
        assertTrue(text(MemoryPath.MEMORY).contains("linter"));
    }

    @Test
    void what_was_of_no_use_for_a_month_decays() {
        one(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10);
        time.move(Stage.NOON.plus(Duration.ofDays(31)));
        assertEquals(WriteResult.UNCHANGED, two(HelperModel.NONE).run(Stage.SESSION));
        new PageUses(workspace()).count(rollouts());
        assertEquals(WriteResult.WRITTEN, two(HelperModel.NONE).run(Stage.SESSION));
    }

    @Test
    void a_person_may_edit_what_was_learnt_and_only_sourced_lines_go() {
        LearntSection learnt =
                new LearntSection("## Learnt\n- mine\n- old (2026-01-01, a)\n\n## Other\n- kept (2026-01-01, a)\n");
        learnt.remove(List.of("- mine", "- old (2026-01-01, a)", "- kept (2026-01-01, a)"));
        assertEquals("## Learnt\n- mine\n\n## Other\n- kept (2026-01-01, a)\n", learnt.text());
    }

    @Test
    void the_oldest_go_when_there_are_too_many() {
        LearntSection learnt = new LearntSection("");
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add("- fact number" + i + " is word" + i + " (2026-01-" + String.format("%02d", 1 + i / 10) + ", a)");
        }
        learnt.add(many);
        assertEquals(LearntSection.MAX_LINES, learnt.lines().size());
        assertTrue(learnt.text().contains("number199") && !learnt.text().contains("number79 "));
    }
}
