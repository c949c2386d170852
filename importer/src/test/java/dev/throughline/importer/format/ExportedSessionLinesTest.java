package dev.throughline.importer.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.importer.ImportReport;
import dev.throughline.importer.ImportTest;
import dev.throughline.importer.SampleFiles;
import dev.throughline.model.ChatType;
import dev.throughline.model.Hash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code ImportCommandTest} of the command line imports what the command exports. */
final class ExportedSessionLinesTest extends ImportTest {
    private static final Hash QUESTION = Hash.of("question");
    private static final Hash ANSWER = Hash.of("answer");
    private static final Hash ASIDE = Hash.of("aside");
    private static final Hash FIRST = Hash.node(Entry.ROOT, QUESTION);
    private static final Hash LAST = Hash.node(FIRST, ANSWER);

    private static final List<String> LINES = List.of(
            "{'type':'throughline_session','version':1,'key':'agent:main:dm:ada','client':'bot','cwd':'/w','leaf':'"
                    + LAST + "','origin':{'type':'dm','agent':'main','peer':'ada'},'created':'2026-03-01T10:00:00Z'}",
            item(Entry.ROOT, QUESTION, "user", "'raw':{'type':'input_text','text':'Hello'}"),
            item(FIRST, ANSWER, "assistant", "'raw_text':'{\\'type\\':\\'output_text\\',\n\\'text\\':\\'Hi\\'}'")
                    .replace("\n", "\\n"),
            item(FIRST, ASIDE, "assistant", "'raw':{'type':'output_text','text':'A title'}"));

    private static String item(Hash parent, Hash item, String role, String raw) {
        return "{'id':'" + Hash.node(parent, item) + "','parent':'" + parent + "','item':'" + item + "','kind':'" + role
                + "','role':'" + role + "','tool':null,'call':null,'at':'2026-03-01T10:00:05Z','main':true,"
                + "'dialect':'responses','model':'gpt-5.5'," + raw + "}";
    }

    @Test
    void an_export_becomes_the_session_that_it_was() throws IOException {
        Path file = SampleFiles.write(folder.resolve("s.jsonl"), LINES);

        assertEquals(3, importFile(file).items());

        SessionCard card = card("agent:main:dm:ada");
        assertEquals(ChatType.DM, card.origin().orElseThrow().type());
        assertEquals("bot", card.client());
        assertEquals("gpt-5.5", card.model());
        assertEquals(List.of("user: Hello", "assistant: Hi"), conversation("agent:main:dm:ada"));
        List<Entry.Node> nodes = recall(card).transcript().nodes();
        assertEquals(
                List.of(FIRST, LAST, Hash.node(FIRST, ASIDE)),
                nodes.stream().map(Entry.Node::id).toList());
        assertEquals(
                "{\"type\":\"output_text\",\n\"text\":\"Hi\"}",
                recall(card).exact(nodes.get(1)).utf8());
        assertEquals(0, importFile(file).items());
    }

    @Test
    void a_line_that_does_not_fit_is_reported() throws IOException {
        List<String> lines = new ArrayList<>(LINES);
        lines.set(2, lines.get(2).replace(ANSWER.text(), ASIDE.text()));
        lines.set(3, lines.get(3).replace("'kind':'assistant'", "'kind':'other thing'"));
        Path file = SampleFiles.write(folder.resolve("s.jsonl"), lines);

        ImportReport report = importFile(file);

        assertEquals(1, report.items());
        assertEquals(
                List.of(3L, 4L),
                report.problems().stream().map(ImportReport.Problem::line).toList());
        assertEquals(
                "the id of the item does not follow from its parent and its content",
                report.problems().getFirst().reason());
    }

    @Test
    void an_export_of_another_version_is_reported() throws IOException {
        Path file = SampleFiles.write(
                folder.resolve("s.jsonl"), List.of(LINES.getFirst().replace("'version':1", "'version':2")));
        assertEquals(
                "expected version 1 of the export format, found version 2",
                importFile(file).problems().getFirst().reason());
    }
}
