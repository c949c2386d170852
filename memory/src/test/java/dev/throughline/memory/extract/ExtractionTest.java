package dev.throughline.memory.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Stage;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.said.Conversation;
import dev.throughline.memory.said.Said;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ItemKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    private Extraction extraction(HelperModel helper, int every) {
        return new Extraction(workspace(), new Admission(workspace()), helper, every);
    }

    private static Conversation longer(String... texts) {
        List<Said> said = new ArrayList<>(Stage.day().said());
        for (String text : texts) {
            said.add(Stage.user(text));
        }
        return new Conversation(Stage.SESSION, said);
    }

    @Test
    void topics_are_learnt_and_the_cursor_moves_on() {
        Stage.Prompter helper = new Stage.Prompter(CREATE, "{\"operations\":[]}");
        assertEquals(Extraction.Fate.WRITTEN, extraction(helper, 1).afterTurn(Stage.day(), List.of()));
        assertTrue(new Topics(workspace()).read(LINTER).isPresent());
        assertEquals(Extraction.Fate.WAITING, extraction(helper, 1).afterTurn(Stage.day(), List.of()));
        assertEquals(Extraction.Fate.NOTHING, extraction(helper, 1).afterTurn(longer("and now this"), List.of()));
        assertTrue(helper.inputs().get(1).contains("topics/feedback_linter.md"), "the manifest is shown");
        assertTrue(helper.inputs().get(1).contains("and now this"));
        assertTrue(!helper.inputs().get(1).contains("new lexer"), "only what is new is shown");
    }

    @Test
    void a_helper_that_fails_is_asked_again_about_the_same() {
        Stage.Prompter helper = new Stage.Prompter("", CREATE);
        assertEquals(Extraction.Fate.FAILED, extraction(helper, 1).afterTurn(Stage.day(), List.of()));
        assertEquals(Extraction.Fate.WRITTEN, extraction(helper, 1).afterTurn(Stage.day(), List.of()));
        assertEquals(helper.inputs().get(0), helper.inputs().get(1));
    }

    @Test
    void it_waits_for_its_turn() {
        assertEquals(
                Extraction.Fate.WAITING,
                extraction(new Stage.Prompter(CREATE), 3).afterTurn(Stage.day(), List.of()));
        assertEquals(
                Extraction.Fate.WRITTEN,
                extraction(new Stage.Prompter(CREATE), 3).afterTurn(longer("a third time"), List.of()));
    }

    @Test
    void an_agent_that_writes_memory_itself_is_left_alone() {
        Conversation conversation = Stage.conversation(
                Stage.user("note it"),
                Stage.said(ItemKind.TOOL_CALL, "Write", "{\"file_path\":\"" + folder + "/topics/x.md\"}"));
        Stage.Prompter helper = new Stage.Prompter(CREATE);
        assertEquals(Extraction.Fate.LEFT_TO_THE_AGENT, extraction(helper, 1).afterTurn(conversation, List.of()));
        assertEquals(List.of(), helper.inputs());
    }

    @Test
    void operations_on_what_is_not_there_are_passed_over() {
        Stage.Prompter helper =
                new Stage.Prompter("{\"operations\":[{\"action\":\"delete\",\"path\":\"topics/none.md\"},"
                        + "{\"action\":\"update\",\"path\":\"../../etc/passwd.md\",\"body\":\"x\"},"
                        + "{\"action\":\"delete\",\"path\":\"MEMORY.md\"}]}");
        assertEquals(Extraction.Fate.NOTHING, extraction(helper, 1).afterTurn(Stage.day(), List.of()));
    }

    @Test
    void an_echo_of_what_was_shown_makes_no_topic() {
        Stage.Prompter helper = new Stage.Prompter(CREATE);
        assertEquals(
                Extraction.Fate.NOTHING,
                extraction(helper, 1).afterTurn(Stage.day(), List.of("- Run the linter before a commit.")));
    }

    @Test
    void without_a_helper_the_users_own_words_become_a_topic() {
        assertEquals(Extraction.Fate.WRITTEN, extraction(HelperModel.NONE, 1).afterTurn(Stage.day(), List.of()));
        String body = new Topics(workspace())
                .read(new MemoryPath("topics/feedback_what_the_user_asked_for.md"))
                .orElseThrow()
                .body();
        assertTrue(body.contains("- Always run the linter before you commit. (2026-04-05, "), body);
        assertEquals(
                Extraction.Fate.NOTHING,
                extraction(HelperModel.NONE, 1)
                        .afterTurn(longer("Always run the linter before you commit."), List.of()));
    }
}
