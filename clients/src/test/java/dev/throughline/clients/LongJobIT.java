package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of sixty calls in a window for a third of them. Without the gateway, the agents cannot finish it. */
final class LongJobIT {
    private static final int CALLS = 60;
    private static final long WINDOW = 32_000;
    /**
     * Unrelated to the planted line, because text that is related to the newest message is retrieved without a call.
     */
    private static final String PROMPT = "Begin, please, and do not stop early.";
    /** OpenAI repeats the tools of the request in its response, so the name alone is not a call. */
    private static final Pattern OUR_CALL = Pattern.compile("\"name\":\"recall\"(?!,\"description\")");

    private static final Pattern HANDLE = Pattern.compile("\"id\":\"([0-9a-z]+)\"");

    @TempDir
    private Path folder;

    private final LongJob job = new LongJob(CALLS, planted());

    @Test
    void codex_without_the_gateway_exceeds_the_context_window() throws IOException, InterruptedException {
        try (ModelServer model = model()) {
            Program codex = CodexIT.codex(agent(), model.url(), "gpt-5.5", "");
            job.prepare(codex.folder());
            Program.Ended ended = CodexIT.exec(codex, PROMPT);
            assertNotEquals(0, ended.code(), ended::out);
            assertTrue(ended.out().contains("exceeds the context window"), ended::out);
            assertTrue(job.done() < CALLS, () -> job.done() + " calls");
        }
    }

    @Test
    void codex_finishes_and_recalls_the_planted_line() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.start(folder, options(), "--windows", "gpt-5=" + WINDOW)) {
            Program codex = CodexIT.codex(environment, "gpt-5.5", "");
            job.prepare(codex.folder());
            Program.Ended ended = CodexIT.exec(codex, PROMPT);
            checkFinished(environment, SimulatedDialect.RESPONSES, codex, ended);
        }
    }

    /** Claude Code compacts when a prompt is refused as too long, and the line is lost. */
    @Test
    void claude_without_the_gateway_compacts() throws IOException, InterruptedException {
        try (ModelServer model = model()) {
            Program claude = ClaudeIT.claude(agent(), model.url());
            job.prepare(claude.folder());
            Program.Ended ended = ClaudeIT.ask(claude, PROMPT);
            assertTrue(job.isCompacted(), ended::out);
            assertTrue(job.done() < CALLS, () -> job.done() + " calls");
            assertTrue(model.received().stream()
                    .anyMatch(request -> request.status().orElse(0) == 400));
        }
    }

    @Test
    void claude_finishes_and_recalls_the_planted_line() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.start(folder, options(), "--windows", "claude-=" + WINDOW)) {
            Program claude = ClaudeIT.claude(environment);
            job.prepare(claude.folder());
            Program.Ended ended = ClaudeIT.ask(claude, PROMPT);
            checkFinished(environment, SimulatedDialect.MESSAGES, claude, ended);
        }
    }

    private void checkFinished(
            TestEnvironment environment, SimulatedDialect dialect, Program agent, Program.Ended ended)
            throws IOException, InterruptedException {
        String planted = planted(agent.folder());
        ended.expectSuccess();
        assertEquals(CALLS, job.done());
        assertFalse(job.isCompacted(), "the client compacts");
        assertTrue(Files.size(agent.folder().resolve("out-" + CALLS + ".txt")) > 0, "the last call was run");
        assertTrue(
                ended.out().contains("It says: " + planted),
                () -> job.recalled().toString());
        assertEquals(
                2,
                job.recalled().stream()
                        .filter(each -> each.text().lines().anyMatch(planted::equals))
                        .count(),
                () -> "by query and by handle: " + job.recalled());
        assertFalse(job.recalled().getFirst().wasVisible(), "the line was no longer in the prompt");
        assertFalse(OUR_CALL.matcher(environment.replies()).find(), "the client saw a local call");
        assertTrue(environment.sent().stream()
                .noneMatch(request -> request.body().utf8().contains("\"name\":\"recall\"")));
        assertFalse(
                environment.replies().contains("From the archive of this session"),
                "the client saw the result of a local call");
        ArchiveCheck check =
                environment.stopAndReadArchive().checkAccepted().checkArchived().checkEdited();
        assertEquals(1, check.sessions().size(), () -> check.sessionSummaries().toString());
        checkRecalledExactly(environment, dialect, check, planted);
    }

    /** The command line prints exactly the bytes that the client sent. */
    private void checkRecalledExactly(
            TestEnvironment environment, SimulatedDialect dialect, ArchiveCheck check, String planted)
            throws IOException, InterruptedException {
        Matcher handle = HANDLE.matcher(job.recalled().getLast().arguments());
        assertTrue(handle.find());
        String session = check.sessions().getFirst().card().ref().id().toString();
        Program.Ended exact =
                environment.throughline("recall", session, "--id", Objects.requireNonNull(handle.group(1)));
        SentHistory whole = environment.sent().stream()
                .filter(request -> ArchiveCheck.dialect(request).isPresent())
                .map(request -> SentHistory.of(dialect, request))
                .filter(history -> history.request().body().utf8().contains(planted))
                .findFirst()
                .orElseThrow();
        String sent = whole.places().stream()
                .map(place -> whole.request().raw(place.item().raw()).utf8())
                .filter(raw -> raw.contains(planted))
                .findFirst()
                .orElseThrow();
        assertEquals(sent, exact.expectSuccess().out());
    }

    private static String planted() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        byte[] bytes = new byte[12];
        new Random(seed).nextBytes(bytes);
        return "The vault opens with " + HexFormat.of().formatHex(bytes) + " and with nothing else.";
    }

    private static String planted(Path folder) throws IOException {
        return Files.readAllLines(folder.resolve(LongJob.PLAN)).stream()
                .filter(line -> line.startsWith("The vault"))
                .findFirst()
                .orElseThrow();
    }

    private Program agent() throws IOException {
        return new Program(Files.createDirectories(folder.resolve("agent")));
    }

    private ModelOptions options() {
        return ModelOptions.of(job).window(WINDOW);
    }

    private ModelServer model() {
        return ModelServer.start(options());
    }
}
