package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.workingset.edit.DecisionReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A file is edited in five places over forty turns, with reads of the same lines in between. Whatever {@code auto}
 * removes from the prompt, the lines that an edit replaces are still there, and the file need not be read again.
 *
 * <p>Each agent does it twice: with a provider that caches prompts for five minutes, so that rewrites are limited by
 * the savings, and with one that is configured without a cache, so that everything that may be removed is removed with
 * every request.
 */
final class EditReadyIT {
    private static final String PROMPT = "Begin, please, and do not stop early.";
    private static final Set<String> EDITORS = Set.of("Edit", "Write", "apply_patch");
    private static final Pattern SUCCESS =
            Pattern.compile("updated successfully|created successfully|Success\\. Updated");

    /** The file that is written at the beginning, and the five edits. */
    private static final int CHANGES = 6;

    private static final Pattern TOKENS = Pattern.compile("(?i)\r\nx-throughline-tokens-(in|forwarded): (\\d+)");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {5, 0})
    void claude_makes_every_edit_without_an_extra_read(int minutes) throws IOException, InterruptedException {
        EditJob job = new EditJob(folder.resolve("agent"));
        try (TestEnvironment environment =
                TestEnvironment.start(folder, ModelOptions.of(job), "--prices", "claude-=0.1/1.25/" + minutes)) {
            Program claude = ClaudeIT.claude(environment);
            EditedFile.write(claude.folder());
            ClaudeIT.ask(claude, PROMPT, "--permission-mode", "acceptEdits").expectSuccess();
            checkEdits(environment, SimulatedDialect.MESSAGES, job, trigger(minutes));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 0})
    void codex_makes_every_edit_without_an_extra_read(int minutes) throws IOException, InterruptedException {
        EditJob job = new EditJob(folder.resolve("agent"));
        try (TestEnvironment environment =
                TestEnvironment.start(folder, ModelOptions.of(job), "--prices", "gpt-5=0.1/1/" + minutes)) {
            Program codex = CodexIT.codex(environment, "gpt-5.5", "");
            EditedFile.write(codex.folder());
            CodexIT.exec(codex, PROMPT).expectSuccess();
            checkEdits(environment, SimulatedDialect.RESPONSES, job, trigger(minutes));
        }
    }

    /** Why content is removed from the prompt. */
    private static DecisionReason.Trigger trigger(int minutes) {
        return minutes == 0 ? DecisionReason.Trigger.COLD : DecisionReason.Trigger.WARM;
    }

    private void checkEdits(
            TestEnvironment environment, SimulatedDialect dialect, EditJob job, DecisionReason.Trigger expected)
            throws IOException, InterruptedException {
        assertTrue(job.isDone(), "the agent ended early");
        VisiblePrompt whole = newest(environment, dialect);
        List<String> missing =
                job.missing().stream().map(each -> each.explained(whole)).toList();
        assertAll(
                () -> assertEquals(List.of(), missing, "edits before which the file had to be read again"),
                () -> assertEquals(Set.of(), job.reworded(), "texts in calls that the model had not written"));
        everyEditSucceeded(whole);
        assertEquals(
                new EditedFile().whole(),
                Files.readString(folder.resolve("agent").resolve(EditedFile.NAME)));
        assertFalse(environment.replies().contains("x-throughline-bypass"), "a request was sent without memory");
        assertTrue(isSmaller(environment.replies()), "no request was made smaller");
        List<DecisionReason.Trigger> triggers =
                environment.stopAndReadArchive().checkAccepted().checkEdited().sessions().stream()
                        .flatMap(session -> session.edits().stream())
                        .map(edited -> edited.why().trigger())
                        .toList();
        assertTrue(triggers.contains(expected), () -> "decided because of " + triggers);
    }

    /** The newest request as the client sent it, with nothing removed. */
    private static VisiblePrompt newest(TestEnvironment environment, SimulatedDialect dialect) {
        return environment.sent().stream()
                .filter(request -> ArchiveCheck.dialect(request).equals(Optional.of(dialect)))
                .map(SentRequest::body)
                .max(Comparator.comparingInt(Bytes::length))
                .map(body -> VisiblePrompt.of(dialect, body))
                .orElseThrow();
    }

    private static void everyEditSucceeded(VisiblePrompt whole) {
        Map<String, VisiblePrompt.Result> results = new HashMap<>();
        whole.results().forEach(result -> results.put(result.id(), result));
        List<VisiblePrompt.Result> edits = whole.calls().stream()
                .filter(call -> EDITORS.contains(call.tool()))
                .map(call -> Objects.requireNonNull(results.get(call.id())))
                .toList();
        assertEquals(CHANGES, edits.size());
        edits.forEach(edit ->
                assertTrue(!edit.isError() && SUCCESS.matcher(edit.text()).find(), edit::text));
    }

    /** Whether the headers of some reply say that fewer tokens were forwarded than came in. */
    private static boolean isSmaller(String replies) {
        List<MatchResult> found = TOKENS.matcher(replies).results().toList();
        assertEquals(0, found.size() % 2);
        boolean isSmaller = false;
        for (int i = 0; i < found.size(); i += 2) {
            assertEquals("in", found.get(i).group(1));
            isSmaller |= tokens(found.get(i)) > tokens(found.get(i + 1));
        }
        return isSmaller;
    }

    private static long tokens(MatchResult header) {
        return Long.parseLong(Objects.requireNonNull(header.group(2)));
    }
}
