package dev.throughline.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Recall;
import dev.throughline.model.Bytes;
import dev.throughline.model.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SessionImporterTest extends ImportTest {
    @Test
    void a_rollout_of_codex_becomes_a_session_with_its_items_times_and_usage() throws IOException {
        ImportReport report = importFile(codex());

        SessionCard card = card(CODEX_KEY);
        assertEquals(new ImportReport(1, List.of(card.ref().id().toString()), 7, 11, 0, List.of(), 0), report);
        assertEquals(
                List.of(
                        "system: <permissions>all</permissions>",
                        "user: <environment_context>\n  <cwd>/home/ada/parser</cwd>\n</environment_context>",
                        "user: Fix the zeppelin parser",
                        "reasoning: thinking",
                        "tool_call: {\"cmd\":\"ls\"}",
                        "tool_result: Parser.java",
                        "assistant: The parser is fixed."),
                conversation(CODEX_KEY));
        assertEquals("codex", card.client());
        assertEquals("gpt-5.5", card.model());
        assertEquals(2, card.turns());
        assertEquals(Instant.parse("2026-03-01T10:00:09Z"), card.updated());
        assertEquals(Instant.parse("2026-03-01T10:00:00Z"), card.created());
        assertEquals(60, card.usage().input());
        assertEquals(Optional.of(Instant.parse("2026-03-01T10:00:02Z")), card.lastUserMessage());
        assertEquals(
                List.of(Instant.parse("2026-03-01T10:00:02Z")),
                recall(card).transcript().nodes().stream()
                        .filter(node -> recall(card).text(node).startsWith("Fix"))
                        .map(Entry.Node::at)
                        .toList());
        assertEquals(List.of(card.ref()), changed.stream().map(SessionCard::ref).toList());
    }

    @Test
    void items_are_marked_as_imported_and_carry_their_exact_line() throws IOException {
        Path file = codex();
        importFile(file);

        List<String> lines = Files.readAllLines(file);
        List<Entry.Imported> imported = entries(CODEX_KEY).stream()
                .flatMap(entry -> entry instanceof Entry.Imported each
                        ? List.of(each).stream()
                        : List.<Entry.Imported>of().stream())
                .toList();
        assertEquals(
                List.of(1L, 3L, 4L, 5L, 7L, 8L, 10L, 11L),
                imported.stream().map(Entry.Imported::line).toList());
        for (Entry.Imported each : imported) {
            Bytes source = store.source(card(CODEX_KEY).ref(), each.source()).orElseThrow();
            assertEquals(lines.get((int) each.line() - 1), source.utf8());
            assertEquals(file.toString(), each.file());
        }
        assertTrue(recall(card(CODEX_KEY)).transcript().turns().stream()
                .allMatch(turn -> turn.purpose() == Purpose.IMPORTED));
        Recall recall = recall(card(CODEX_KEY));
        assertTrue(recall.transcript().nodes().stream()
                .allMatch(node -> recall.exact(node).utf8().startsWith("{\"type\":")));
    }

    @Test
    void a_second_import_adds_nothing_and_a_grown_file_only_its_new_lines() throws IOException {
        Path file = codex();
        importFile(file);
        int before = entries(CODEX_KEY).size();

        assertEquals(new ImportReport(1, List.of(), 0, 11, 0, List.of(), 0), importFile(file));
        assertEquals(before, entries(CODEX_KEY).size());

        SampleFiles.append(file, SampleFiles.CODEX_LATER);
        ImportReport grown = importFile(file);
        assertEquals(2, grown.items());
        assertEquals("assistant: Written.", conversation(CODEX_KEY).getLast());
        assertEquals(9, conversation(CODEX_KEY).size());
        assertEquals(0, importFile(file).items());
    }

    @Test
    void a_dry_run_counts_and_writes_nothing() throws IOException {
        ImportReport report = importer().importFile(codex(), /* isDryRun= */ true);

        assertEquals(7, report.items());
        assertEquals(List.of(CODEX_KEY), report.sessions());
        assertEquals(
                List.of(), store.sessions(Tenant.LOCAL, Optional.empty(), 10).items());
        assertEquals(List.of(), changed);
    }

    @Test
    void a_damaged_line_is_reported_and_the_others_are_imported() throws IOException {
        List<String> lines = new ArrayList<>(SampleFiles.CODEX);
        lines.add(9, "{'timestamp':'2026-03-01T10:00:08.000Z','type':'response_i");
        Path file = SampleFiles.write(folder.resolve("rollout.jsonl"), lines);

        ImportReport report = importFile(file);

        assertEquals(7, report.items());
        assertEquals(
                List.of(new ImportReport.Problem(file.toString(), 10, "expected one JSON object")), report.problems());
    }

    @Test
    void a_file_of_another_kind_is_reported() throws IOException {
        Path file = SampleFiles.write(folder.resolve("notes.jsonl"), List.of("{'a':1}"));
        Path missing = folder.resolve("missing.jsonl");

        assertEquals(
                "it is not a session of Codex, Claude Code, pi or OpenClaw, and no export of Throughline",
                importFile(file).problems().getFirst().reason());
        assertEquals(
                missing + " is not there",
                importFile(missing).problems().getFirst().reason());
    }

    @Test
    void a_long_file_is_added_in_portions() throws IOException {
        List<String> lines = new ArrayList<>(SampleFiles.CODEX);
        String text = "word ".repeat(2_000);
        for (int i = 0; i < 1_000; i++) {
            lines.add(SampleFiles.codex(
                    "12:00:00",
                    "response_item",
                    "{'type':'message','role':'user','content':[{'type':'input_text','text':'" + i + text + "'}]}"));
            lines.add(SampleFiles.codex(
                    "12:00:01",
                    "response_item",
                    "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'" + i + "'}]}"));
        }
        Path file = SampleFiles.write(folder.resolve("long.jsonl"), lines);

        assertEquals(2_007, importFile(file).items());
        assertEquals(2_007, conversation(CODEX_KEY).size());
        assertEquals(0, importFile(file).items());
    }

    @Test
    void an_impossible_time_is_that_of_the_line_before() throws IOException {
        List<String> lines = new ArrayList<>(SampleFiles.CODEX);
        lines.set(4, lines.get(4).replace("2026-03-01T10:00:02.000Z", "+999999999-12-31T23:59:59Z"));
        lines.set(6, lines.get(6).replace("'2026-03-01T10:00:05.000Z'", "-62135596800000"));

        assertEquals(
                7,
                importFile(SampleFiles.write(folder.resolve("rollout.jsonl"), lines))
                        .items());
        assertEquals(
                Optional.of(Instant.parse("2026-03-01T10:00:01Z")),
                card(CODEX_KEY).lastUserMessage());
    }
}
