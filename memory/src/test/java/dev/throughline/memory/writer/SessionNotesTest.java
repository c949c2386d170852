package dev.throughline.memory.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryNotes;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.memory.Stage;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.model.ItemKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SessionNotesTest {
    private final MemoryNotes store = new MemoryNotes();

    private String page() {
        return store.read(Stage.SESSION, NoteKind.SUMMARY).orElse("");
    }

    private static Conversation longer(int more) {
        List<ConversationItem> said = new ArrayList<>(Stage.day().items());
        for (int i = 0; i < more; i++) {
            said.add(Stage.said(ItemKind.TOOL_CALL, "Bash", "{\"command\":\"step " + i + "\"}"));
        }
        return Stage.conversation(said);
    }

    @Test
    void notes_are_due_at_ten_thousand_tokens_and_then_every_five_thousand() {
        SessionNotes notes = new SessionNotes(store, MemoryLimits.DEFAULT.notes(), HelperModel.NONE);
        assertEquals(WriteResult.WAITING, notes.run(longer(3), 9_999, true));
        assertEquals(WriteResult.WRITTEN, notes.run(longer(3), 10_000, false));
        assertEquals(WriteResult.WAITING, notes.run(longer(9), 14_999, true));
        assertEquals(WriteResult.WAITING, notes.run(longer(5), 15_000, false), "two calls, and no pause");
        assertEquals(WriteResult.WRITTEN, notes.run(withUser(), 15_000, true));
    }

    @Test
    void what_follows_repeated_words_is_read() {
        List<ConversationItem> said = new ArrayList<>(List.of(Stage.user("hello"), Stage.agent("Done.")));
        Stage.Prompter helper = new Stage.Prompter("{\"sections\":[]}", "{\"sections\":[]}");
        SessionNotes notes = new SessionNotes(store, MemoryLimits.DEFAULT.notes(), helper);
        notes.run(Stage.conversation(said), 10_000, true);
        said.addAll(List.of(Stage.user("and now the second thing"), Stage.agent("Done.")));
        notes.run(Stage.conversation(said), 15_000, true);
        assertTrue(
                helper.inputs().get(1).contains("and now the second thing"),
                helper.inputs().get(1));
    }

    private static Conversation withUser() {
        List<ConversationItem> said = new ArrayList<>(longer(5).items());
        said.add(Stage.user("and then deploy it"));
        return Stage.conversation(said);
    }

    @Test
    void headers_and_the_text_above_them_are_kept() {
        store.write(Stage.SESSION, NoteKind.SUMMARY, "By hand: be careful.\n");
        Stage.Prompter helper =
                new Stage.Prompter("{\"sections\":[{\"title\":\"Current state\",\"text\":\"# Title\\nTests pass.\"},"
                        + "{\"title\":\"Nonsense\",\"text\":\"x\"}]}");
        assertEquals(
                WriteResult.WRITTEN,
                new SessionNotes(store, MemoryLimits.DEFAULT.notes(), helper).run(Stage.day(), 20_000, true));
        assertTrue(page().startsWith("By hand: be careful.\n\n# Title\n_A name for this session"), page());
        assertTrue(page().contains(NotesSection.STATE.header() + "## Title\nTests pass.\n"), page());
        for (NotesSection section : NotesSection.values()) {
            assertTrue(page().contains(section.header()), section.title());
        }
        assertEquals(NotesPage.of(page()), NotesPage.of(NotesPage.of(page()).format()));
    }

    @Test
    void without_an_answer_rules_write_the_notes() {
        assertEquals(
                WriteResult.WRITTEN,
                new SessionNotes(store, MemoryLimits.DEFAULT.notes(), new Stage.Prompter(""))
                        .run(Stage.day(), 20_000, true));
        NotesPage page = NotesPage.of(page());
        assertEquals("Done; the old tests are back and all of them pass.", page.text(NotesSection.STATE));
        assertEquals("Please move the parser to the new lexer.", page.text(NotesSection.TASK));
        assertEquals("- src/Parser.java", page.text(NotesSection.FILES));
        assertTrue(page.text(NotesSection.ERRORS).contains("error: lexer not found"));
    }

    @Test
    void long_notes_are_cut_except_state_and_errors() {
        NotesPage page = NotesPage.of("");
        for (NotesSection section : NotesSection.values()) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 2_000; i++) {
                text.append(section.title()).append(" line ").append(i).append('\n');
            }
            page = page.with(section, text.toString());
        }
        NotesPage condensed = page.condensed(MemoryLimits.DEFAULT.notes());
        assertTrue(ApproximateTokens.tokens(condensed.format())
                <= MemoryLimits.DEFAULT.notes().allTokens());
        assertTrue(condensed.text(NotesSection.STATE).length() > 7_000);
        assertTrue(condensed.text(NotesSection.ERRORS).endsWith("line 1999"), "of the errors the newest stay");
        assertTrue(condensed.text(NotesSection.WORKLOG).endsWith("line 1999"));
        assertTrue(condensed.text(NotesSection.TASK).startsWith("Task line 0"));
    }

    @Test
    void secrets_are_not_written() {
        Stage.Prompter helper = new Stage.Prompter(
                "{\"sections\":[{\"title\":\"Workflow\",\"text\":\"export API_TOKEN=a8sd7f6as8d7f6a8sd7f\"}]}");
        new SessionNotes(store, MemoryLimits.DEFAULT.notes(), helper).run(Stage.day(), 20_000, true);
        assertTrue(page().contains("API_TOKEN=[redacted:token]"), page());
    }
}
