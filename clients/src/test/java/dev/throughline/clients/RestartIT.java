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
    void codex_goes_on_where_it_was() throws IOException, InterruptedException {
        try (Stage stage = stage()) {
            Program codex = CodexIT.codex(stage, "gpt-5.5", "");
            job.prepare(codex.folder());
            CodexIT.exec(codex, "Work through the plan.").well();
            List<ReceivedRequest> before = stage.model().received();
            stage.restart();
            CodexIT.resume(codex, "And now?").well();
            ReceivedRequest after = stage.model().received().get(before.size());
            List<Bytes> asked =
                    elements(before.get(before.size() - 1 - job.recalled().size()));
            assertEquals(asked, elements(after).subList(0, asked.size()));
            List<JsonNode> last = items(before.getLast());
            assertEquals(last, items(after).subList(0, last.size()));
            stage.over().isAccepted().isKept().isEdited();
        }
    }

    @Test
    void claude_goes_on_where_it_was() throws IOException, InterruptedException {
        try (Stage stage = stage()) {
            Program claude = ClaudeIT.claude(stage);
            job.prepare(claude.folder());
            ClaudeIT.ask(claude, "Work through the plan.").well();
            List<Next> nexts = new ArrayList<>();
            for (int i = 0; i < RESTARTS; i++) {
                List<ReceivedRequest> before = stage.model().received();
                stage.restart();
                ClaudeIT.ask(claude, "And now?", "--continue").well();
                ReceivedRequest after = stage.model().received().get(before.size());
                nexts.add(new Next(before.getLast(), after));
            }
            Proof proof = stage.over().isAccepted().isKept().isEdited();
            List<Next> untouched =
                    nexts.stream().filter(next -> !isRewritten(proof, next)).toList();
            assertFalse(untouched.isEmpty(), "each time something was left out at that very moment");
            for (Next next : untouched) {
                List<String> before = texts(next.before());
                assertEquals(before, texts(next.after()).subList(0, before.size()));
            }
        }
    }

    /** A request, and the first one after the restart. */
    private record Next(ReceivedRequest before, ReceivedRequest after) {}

    /** Whether an edit removed something between the two. */
    private static boolean isRewritten(Proof proof, Next next) {
        return proof.sessions().stream()
                .flatMap(session -> session.edits().stream())
                .filter(edited -> edited.edits().stream()
                        .anyMatch(edit -> edit instanceof Edit.Replace || edit instanceof Edit.Reword))
                .anyMatch(edited -> edited.at().isAfter(next.before().arrived())
                        && !edited.at().isAfter(next.after().arrived()));
    }

    private Stage stage() throws IOException, InterruptedException {
        return Stage.set(
                folder, ModelOptions.of(job).window(WINDOW), "--windows", "gpt-5=" + WINDOW + ",claude-=" + WINDOW);
    }

    /** A marker that the client moved to its newest message is no part of a prompt. */
    private static List<String> texts(ReceivedRequest request) throws IOException {
        return Prompt.of(SimulatedDialect.MESSAGES, request.json()).items().stream()
                .map(PromptItem::text)
                .toList();
    }

    /** The history without members that are null: Codex adds one to what the model said when it sends it back. */
    private static List<JsonNode> items(ReceivedRequest request) throws IOException {
        List<JsonNode> items = new ArrayList<>();
        for (JsonNode item : request.json().path("input")) {
            ((ObjectNode) item).removeNulls();
            items.add(item);
        }
        return items;
    }

    /** The history, in the bytes that arrived. */
    private static List<Bytes> elements(ReceivedRequest request) {
        SentHistory history = SentHistory.of(SimulatedDialect.RESPONSES, SentRequest.of(request));
        return history.request().history().stream()
                .map(element -> history.request().raw(element))
                .toList();
    }
}
