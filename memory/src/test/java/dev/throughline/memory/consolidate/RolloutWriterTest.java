package dev.throughline.memory.consolidate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Stage;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.SessionRef;
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

final class RolloutWriterTest {
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

    private RolloutWriter writer(HelperModel helper) {
        return new RolloutWriter(workspace(), MemoryLimits.DEFAULT.consolidation(), helper);
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
    void a_session_is_read_once_and_again_when_it_continued() {
        assertEquals(1, writer(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10));
        assertEquals(0, writer(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10));
        assertEquals(1, rollouts().size());
        assertTrue(
                rollouts().getFirst().text().matches("rollouts/2026-04-05T04-00_[a-z2-7]{8}_move_parser\\.md"),
                rollouts().toString());
        String text = text(rollouts().getFirst());
        assertTrue(text.contains("- Releases are cut on Thursdays. (2026-04-05, 00000001/ab12cd34)"), text);
        assertEquals(
                1, writer(new Stage.Prompter(FOUND)).run(sessions(MORNING.plusSeconds(60), 1), this::conversation, 10));
        assertEquals(1, rollouts().size(), "a session has one page");
    }

    @Test
    void a_session_that_is_too_recent_or_too_old_is_not_read() {
        assertEquals(
                0,
                writer(HelperModel.NONE)
                        .run(sessions(Stage.NOON.minus(Duration.ofHours(5)), 1), this::conversation, 10));
        assertEquals(
                0,
                writer(HelperModel.NONE)
                        .run(sessions(Stage.NOON.minus(Duration.ofDays(11)), 1), this::conversation, 10));
    }

    @Test
    void an_empty_result_is_a_success() {
        String nothing = "{\"notes\":[],\"rollout_summary\":\"\",\"slug\":\"\"}";
        assertEquals(1, writer(new Stage.Prompter(nothing)).run(sessions(MORNING, 1), this::conversation, 10));
        assertEquals(List.of(), rollouts());
        assertEquals(0, writer(new Stage.Prompter(FOUND)).run(sessions(MORNING, 1), this::conversation, 10));
    }

    @Test
    void a_failure_is_repeated_a_few_times() {
        Instant now = Stage.NOON;
        int tries = 0;
        for (int i = 0; i < 20; i++) {
            reads.set(0);
            writer(new Stage.Prompter("")).run(sessions(MORNING, 1), this::conversation, 10);
            tries += reads.get();
            now = now.plus(Duration.ofHours(5));
            time.move(now);
        }
        assertEquals(RolloutLeases.MAX_ATTEMPTS, tries);
    }

    @Test
    void concurrent_writers_read_each_session_once() throws InterruptedException, ExecutionException, TimeoutException {
        int[] numbers = {1, 2, 3, 4, 5, 6};
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(threads.submit(
                        () -> writer(HelperModel.NONE).run(sessions(MORNING, numbers), this::conversation, 10)));
            }
            for (Future<?> each : all) {
                each.get(120, TimeUnit.SECONDS);
            }
        }
        assertEquals(6, reads.get());
        assertEquals(6, rollouts().size());
    }
}
