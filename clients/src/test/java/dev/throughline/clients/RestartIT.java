package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.Prompt;
import dev.throughline.simulator.prompt.PromptItem;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ReceivedRequest;
import dev.throughline.workingset.edit.Edit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The gateway is killed between two turns of a session with edits, and started again: the next prompt has the same
 * beginning as the previous one, so the provider still has it in its cache. This includes calls of local tools in the
 * reply before the kill, which the client does not know.
 */
final class RestartIT {
    private static final int CALLS = 24;
    private static final long WINDOW = 24_000;
    private static final int RESTARTS = 3;

    @TempDir
    private Path folder;

    private final LongJob job = new LongJob(CALLS, "The vault opens with nothing.");

    @Test
    void after_a_restart_the_next_prompt_of_codex_begins_with_the_previous_one()
            throws IOException, InterruptedException {
        try (TestEnvironment environment = environment()) {
            Program codex = CodexIT.codex(environment, "gpt-5.5", "");
            job.prepare(codex.folder());
            CodexIT.exec(codex, "Work through the plan.").expectSuccess();
            List<ReceivedRequest> before = environment.model().received();
            environment.restart();
            CodexIT.resume(codex, "And now?").expectSuccess();
            ReceivedRequest after = environment.model().received().get(before.size());
            List<Bytes> asked =
                    elements(before.get(before.size() - 1 - job.recalled().size()));
            assertEquals(asked, elements(after).subList(0, asked.size()));
            List<JsonNode> last = items(before.getLast());
            assertEquals(last, items(after).subList(0, last.size()));
            environment.stopAndReadArchive().checkAccepted().checkArchived().checkEdited();
        }
    }

    @Test
    void after_a_restart_the_next_prompt_of_claude_begins_with_the_previous_one()
            throws IOException, InterruptedException {
        try (TestEnvironment environment = environment()) {
            Program claude = ClaudeIT.claude(environment);
            job.prepare(claude.folder());
            ClaudeIT.ask(claude, "Work through the plan.").expectSuccess();
            List<Next> nexts = new ArrayList<>();
            for (int i = 0; i < RESTARTS; i++) {
                List<ReceivedRequest> before = environment.model().received();
                environment.restart();
                ClaudeIT.ask(claude, "And now?", "--continue").expectSuccess();
                ReceivedRequest after = environment.model().received().get(before.size());
                nexts.add(new Next(before.getLast(), after));
            }
            ArchiveCheck check = environment
                    .stopAndReadArchive()
                    .checkAccepted()
                    .checkArchived()
                    .checkEdited();
            List<Next> untouched =
                    nexts.stream().filter(next -> !isRewritten(check, next)).toList();
            assertFalse(untouched.isEmpty(), "every restart coincided with an edit");
            for (Next next : untouched) {
                List<String> before = texts(next.before());
                assertEquals(before, texts(next.after()).subList(0, before.size()));
            }
        }
    }

    /** A request, and the first one after the restart. */
    private record Next(ReceivedRequest before, ReceivedRequest after) {}

    /** Whether an edit removed something between the two. */
    private static boolean isRewritten(ArchiveCheck check, Next next) {
        return check.sessions().stream()
                .flatMap(session -> session.edits().stream())
                .filter(edited -> edited.edits().stream()
                        .anyMatch(edit -> edit instanceof Edit.Replace || edit instanceof Edit.Reword))
                .anyMatch(edited -> edited.at().isAfter(next.before().arrived())
                        && !edited.at().isAfter(next.after().arrived()));
    }

    private TestEnvironment environment() throws IOException, InterruptedException {
        return TestEnvironment.start(
                folder, ModelOptions.of(job).window(WINDOW), "--windows", "gpt-5=" + WINDOW + ",claude-=" + WINDOW);
    }

    /** Removes the cache marker, which the client moves to its newest message. */
    private static List<String> texts(ReceivedRequest request) throws IOException {
        return Prompt.of(SimulatedDialect.MESSAGES, request.json()).items().stream()
                .map(PromptItem::text)
                .toList();
    }

    /** The history without null members: Codex adds one to a reply when it resends it. */
    private static List<JsonNode> items(ReceivedRequest request) throws IOException {
        List<JsonNode> items = new ArrayList<>();
        for (JsonNode item : request.json().path("input")) {
            ((ObjectNode) item).removeNulls();
            items.add(item);
        }
        return items;
    }

    /** The elements of the history, with the bytes that arrived. */
    private static List<Bytes> elements(ReceivedRequest request) {
        SentHistory history = SentHistory.of(SimulatedDialect.RESPONSES, SentRequest.of(request));
        return history.request().history().stream()
                .map(element -> history.request().raw(element))
                .toList();
    }
}
