package dev.throughline.memory.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Stage;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExtractionTest {
    private static final String CREATE =
            "{\"operations\":[{\"action\":\"create\",\"type\":\"feedback\",\"name\":\"linter\",\"description\":\"lint"
                    + " first\",\"body\":\"Run the linter before a commit.\"}]}";
    private static final MemoryPath LINTER = new MemoryPath("topics/feedback_linter.md");

    @TempDir
    Path folder;

    private Workspace workspace() {
        return new Workspace(folder, new Stage.Time());
    }

    private WorkspaceMemory memory() {
        return Stage.memory(workspace(), HelperModel.NONE);
    }

    private Extraction extraction(HelperModel helper, int every) {
        return new Extraction(helper, every);
    }

    private static Conversation longer(String... texts) {
        List<ConversationItem> said = new ArrayList<>(Stage.day().items());
        for (String text : texts) {
            said.add(Stage.user(text));
        }
        return Stage.conversation(said);
    }

    @Test
    void topics_are_written_and_the_cursor_moves() {
        Stage.Prompter helper = new Stage.Prompter(CREATE, "{\"operations\":[]}");
        assertEquals(WriteResult.WRITTEN, extraction(helper, 1).run(memory(), Stage.day(), List.of()));
        assertTrue(new Topics(workspace(), MemoryLimits.DEFAULT.manifest())
                .read(LINTER)
                .isPresent());
        assertEquals(WriteResult.WAITING, extraction(helper, 1).run(memory(), Stage.day(), List.of()));
        assertEquals(WriteResult.NOTHING, extraction(helper, 1).run(memory(), longer("and now this"), List.of()));
        assertTrue(helper.inputs().get(1).contains("topics/feedback_linter.md"), "the manifest is shown");
        assertTrue(helper.inputs().get(1).contains("and now this"));
        assertTrue(!helper.inputs().get(1).contains("new lexer"), "only what is new is shown");
    }

    @Test
    void a_helper_model_that_fails_is_asked_again_about_the_same_items() {
        Stage.Prompter helper = new Stage.Prompter("", CREATE);
        assertEquals(WriteResult.FAILED, extraction(helper, 1).run(memory(), Stage.day(), List.of()));
        assertEquals(WriteResult.WRITTEN, extraction(helper, 1).run(memory(), Stage.day(), List.of()));
        assertEquals(helper.inputs().get(0), helper.inputs().get(1));
    }

    @Test
    void it_waits_for_the_configured_number_of_turns() {
        assertEquals(
                WriteResult.WAITING, extraction(new Stage.Prompter(CREATE), 3).run(memory(), Stage.day(), List.of()));
        assertEquals(
                WriteResult.WRITTEN,
                extraction(new Stage.Prompter(CREATE), 3).run(memory(), longer("a third time"), List.of()));
    }

    @Test
    void nothing_is_extracted_if_the_agent_wrote_memory_itself() {
        Conversation conversation = Stage.conversation(
                Stage.user("note it"),
                Stage.said(ItemKind.TOOL_CALL, "Write", "{\"file_path\":\"" + folder + "/topics/x.md\"}"));
        Stage.Prompter helper = new Stage.Prompter(CREATE);
        assertEquals(WriteResult.LEFT_TO_THE_AGENT, extraction(helper, 1).run(memory(), conversation, List.of()));
        assertEquals(List.of(), helper.inputs());
    }

    @Test
    void only_the_turn_in_which_the_agent_wrote_is_left_out() {
        Conversation conversation = Stage.conversation(
                Stage.user("Always speak French."),
                Stage.agent("Oui."),
                Stage.user("note it"),
                Stage.said(ItemKind.TOOL_CALL, "mcp__memory__memory_save", "{\"text\":\"it\"}"),
                Stage.agent("Noted."));
        Stage.Prompter helper = new Stage.Prompter("{\"operations\":[]}");
        assertEquals(WriteResult.NOTHING, extraction(helper, 1).run(memory(), conversation, List.of()));
        assertTrue(helper.inputs().getFirst().contains("Always speak French."));
        assertFalse(helper.inputs().getFirst().contains("note it"));
    }

    @Test
    void a_turn_with_the_same_words_as_the_one_before_is_read() {
        List<ConversationItem> said = new ArrayList<>(List.of(Stage.user("hello"), Stage.agent("Done.")));
        Stage.Prompter helper = new Stage.Prompter("{\"operations\":[]}", CREATE);
        assertEquals(WriteResult.NOTHING, extraction(helper, 1).run(memory(), Stage.conversation(said), List.of()));
        said.addAll(List.of(Stage.user("Always run the linter before you commit."), Stage.agent("Done.")));
        assertEquals(WriteResult.WRITTEN, extraction(helper, 1).run(memory(), Stage.conversation(said), List.of()));
        assertTrue(helper.inputs().get(1).contains("Always run the linter"));
    }

    @Test
    void operations_on_missing_pages_are_ignored() {
        Stage.Prompter helper =
                new Stage.Prompter("{\"operations\":[{\"action\":\"delete\",\"path\":\"topics/none.md\"},"
                        + "{\"action\":\"update\",\"path\":\"../../etc/passwd.md\",\"body\":\"x\"},"
                        + "{\"action\":\"delete\",\"path\":\"MEMORY.md\"}]}");
        assertEquals(WriteResult.NOTHING, extraction(helper, 1).run(memory(), Stage.day(), List.of()));
    }

    @Test
    void a_page_that_the_helper_has_not_read_is_not_deleted() throws IOException {
        Path page = folder.resolve("topics/project_beer.md");
        Files.createDirectories(folder.resolve("topics"));
        Files.writeString(page, "---\nname: beer\ndescription: what is drunk here\n---\nPilsner.\n");
        Stage.Prompter helper =
                new Stage.Prompter("{\"operations\":[{\"action\":\"delete\",\"path\":\"topics/project_beer.md\"}]}");
        assertEquals(WriteResult.NOTHING, extraction(helper, 1).run(memory(), Stage.day(), List.of()));
        assertTrue(Files.exists(page));
    }

    @Test
    void rules_begin_a_new_topic_when_one_is_long() throws IOException {
        Path page = folder.resolve("topics/feedback_run_linter_commit.md");
        Files.createDirectories(folder.resolve("topics"));
        Files.writeString(
                page,
                "---\nname: run linter commit\ntype: feedback\n---\n"
                        + "- a wish among very many others\n".repeat(300));
        assertEquals(WriteResult.WRITTEN, extraction(HelperModel.NONE, 1).run(memory(), Stage.day(), List.of()));
        assertTrue(Files.readString(folder.resolve("topics/feedback_run_linter_commit_2.md"))
                .contains("Always run the linter"));
    }

    @Test
    void a_text_that_the_session_was_shown_makes_no_topic() {
        Stage.Prompter helper = new Stage.Prompter(CREATE);
        assertEquals(
                WriteResult.NOTHING,
                extraction(helper, 1).run(memory(), Stage.day(), List.of("- Run the linter before a commit.")));
    }

    @Test
    void without_a_helper_model_a_statement_becomes_a_topic() {
        assertEquals(WriteResult.WRITTEN, extraction(HelperModel.NONE, 1).run(memory(), Stage.day(), List.of()));
        String page = workspace()
                .read(new MemoryPath("topics/feedback_run_linter_commit.md"))
                .orElseThrow()
                .text();
        assertTrue(page.contains("- Always run the linter before you commit. (2026-04-05, 00000001/"), page);
        Matcher line = Pattern.compile("00000001/([a-z0-9]+)\\)").matcher(page);
        assertTrue(line.find(), page);
        assertTrue(page.contains("source: " + Stage.SESSION.id() + "/" + line.group(1)), "the person's words: " + page);
        assertEquals(
                WriteResult.NOTHING,
                extraction(HelperModel.NONE, 1)
                        .run(memory(), longer("Always run the linter before you commit."), List.of()));
    }

    @Test
    void one_process_at_a_time_extracts_from_a_session() {
        Stage.Prompter second = new Stage.Prompter(CREATE);
        List<WriteResult> fates = new ArrayList<>();
        HelperModel first = new Stage.Meanwhile(
                new Stage.Prompter(CREATE),
                () -> fates.add(extraction(second, 1).run(memory(), Stage.day(), List.of())));
        fates.add(extraction(first, 1).run(memory(), Stage.day(), List.of()));
        assertEquals(List.of(WriteResult.WAITING, WriteResult.WRITTEN), fates);
        assertEquals(List.of(), second.inputs(), "the second is never asked");
        assertEquals(1, workspace().operations(10).size());
    }

    @Test
    void a_process_whose_lease_expired_writes_nothing() {
        Stage.Time time = new Stage.Time();
        Workspace late = new Workspace(folder, time);
        HelperModel slow = new Stage.Meanwhile(new Stage.Prompter(CREATE), () -> {
            time.move(Stage.NOON.plus(ExtractionCursors.LEASE));
            Workspace other = new Workspace(folder, time);
            new Extraction(new Stage.Prompter(CREATE), 1)
                    .run(Stage.memory(other, HelperModel.NONE), Stage.day(), List.of());
        });
        assertEquals(
                WriteResult.WAITING,
                new Extraction(slow, 1).run(Stage.memory(late, HelperModel.NONE), Stage.day(), List.of()));
        assertEquals(1, late.operations(10).size());
    }

    @Test
    void a_page_that_is_not_text_is_ignored() throws IOException {
        Files.createDirectories(folder.resolve("topics"));
        Files.write(folder.resolve("topics/binary.md"), new byte[] {0, (byte) 0xff});
        Stage.Prompter helper = new Stage.Prompter(
                "{\"operations\":[{\"action\":\"update\",\"path\":\"topics/binary.md\",\"body\":\"x\"},"
                        + CREATE.substring("{\"operations\":[".length()));
        assertEquals(WriteResult.WRITTEN, extraction(helper, 1).run(memory(), Stage.day(), List.of()));
        assertEquals(2, Files.size(folder.resolve("topics/binary.md")));
    }

    @Test
    void without_a_readable_index_the_helper_model_is_not_asked() throws IOException {
        Files.write(folder.resolve("MEMORY.md"), new byte[] {0, (byte) 0xff});
        Stage.Prompter helper = new Stage.Prompter(CREATE);
        assertThrows(ProxyException.class, () -> extraction(helper, 1).run(memory(), Stage.day(), List.of()));
        assertEquals(List.of(), helper.inputs());
        Files.delete(folder.resolve("MEMORY.md"));
        assertEquals(WriteResult.WRITTEN, extraction(helper, 1).run(memory(), Stage.day(), List.of()));
    }

    private static final String UPDATE = "{\"operations\":[{\"action\":\"update\",\"path\":"
            + "\"topics/feedback_linter.md\",\"body\":\"Run the linter first.\\nThen the tests.\"}]}";

    private void linter(String body) throws IOException {
        Files.createDirectories(folder.resolve("topics"));
        Files.writeString(
                folder.resolve(LINTER.text()),
                "---\nname: linter\ndescription: when to run the linter\ntype: feedback\n---\n" + body);
    }

    private String linter() {
        return new Topics(workspace(), MemoryLimits.DEFAULT.manifest())
                .read(LINTER)
                .orElseThrow()
                .body();
    }

    @Test
    void a_topic_that_the_user_mentions_is_read_and_can_be_replaced() throws IOException {
        linter("Run the linter.\n");
        Stage.Prompter helper = new Stage.Prompter(UPDATE);
        assertEquals(WriteResult.WRITTEN, extraction(helper, 1).run(memory(), Stage.day(), List.of()));
        assertTrue(helper.inputs().getFirst().contains("Text of topics/feedback_linter.md:\n  Run the linter.\n"));
        assertEquals("Run the linter first.\nThen the tests.\n", linter());
    }

    @Test
    void an_edit_during_the_question_is_kept() throws IOException {
        linter("Run the linter.\nAnd mind the gap.\n");
        HelperModel helper = new Stage.Meanwhile(
                new Stage.Prompter(UPDATE), () -> linter("Run the linter.\nAnd mind the gap.\nBy hand.\n"));
        extraction(helper, 1).run(memory(), Stage.day(), List.of());
        assertTrue(linter().contains("By hand.") && linter().contains("Run the linter first."), linter());
    }

    @Test
    void an_update_of_an_unread_topic_is_added_to_it() throws IOException {
        linter("Only here.\n");
        Stage.Prompter helper = new Stage.Prompter(UPDATE);
        extraction(helper, 1).run(memory(), Stage.conversation(Stage.user("Now something else.")), List.of());
        assertEquals("Only here.\n\nRun the linter first.\nThen the tests.\n", linter());
    }
}
