package dev.throughline.memory.note;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryNotes;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperPrompt;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.memory.Stage;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class SessionNotesTest {
    private final MemoryNotes store = new MemoryNotes();

    private String sheet() {
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
    void it_looks_at_ten_thousand_tokens_and_then_every_five_thousand() {
        SessionNotes notes = new SessionNotes(store, SessionNotes.Limits.DEFAULT, HelperModel.NONE);
        assertFalse(notes.afterTurn(longer(3), 9_999, true));
        assertTrue(notes.afterTurn(longer(3), 10_000, false));
        assertFalse(notes.afterTurn(longer(9), 14_999, true));
        assertFalse(notes.afterTurn(longer(5), 15_000, false), "two calls, and no pause");
        assertTrue(notes.afterTurn(withUser(), 15_000, true));
    }

    @Test
    void what_comes_after_the_same_words_as_before_is_told() {
        List<ConversationItem> said = new ArrayList<>(List.of(Stage.user("hello"), Stage.agent("Done.")));
        Stage.Prompter helper = new Stage.Prompter("{\"sections\":[]}", "{\"sections\":[]}");
        SessionNotes notes = new SessionNotes(store, SessionNotes.Limits.DEFAULT, helper);
        notes.afterTurn(Stage.conversation(said), 10_000, true);
        said.addAll(List.of(Stage.user("and now the second thing"), Stage.agent("Done.")));
        notes.afterTurn(Stage.conversation(said), 15_000, true);
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
    void the_sheet_keeps_its_headers_and_what_a_person_wrote_above() {
        store.write(Stage.SESSION, NoteKind.SUMMARY, "By hand: be careful.\n");
        Stage.Prompter helper =
                new Stage.Prompter("{\"sections\":[{\"title\":\"Current state\",\"text\":\"# Title\\nTests pass.\"},"
                        + "{\"title\":\"Nonsense\",\"text\":\"x\"}]}");
        assertTrue(new SessionNotes(store, SessionNotes.Limits.DEFAULT, helper).afterTurn(Stage.day(), 20_000, true));
        assertTrue(sheet().startsWith("By hand: be careful.\n\n# Title\n_A name for this session"), sheet());
        assertTrue(sheet().contains(Section.STATE.header() + "## Title\nTests pass.\n"), sheet());
        for (Section section : Section.values()) {
            assertTrue(sheet().contains(section.header()), section.title());
        }
        assertEquals(Sheet.of(sheet()), Sheet.of(Sheet.of(sheet()).written()));
    }

    @Test
    void without_a_helper_or_when_it_fails_rules_fill_the_sheet() {
        assertTrue(new SessionNotes(store, SessionNotes.Limits.DEFAULT, new Stage.Prompter(""))
                .afterTurn(Stage.day(), 20_000, true));
        Sheet sheet = Sheet.of(sheet());
        assertEquals("Done; the old tests are back and all of them pass.", sheet.text(Section.STATE));
        assertEquals("Please move the parser to the new lexer.", sheet.text(Section.TASK));
        assertEquals("- src/Parser.java", sheet.text(Section.FILES));
        assertTrue(sheet.text(Section.ERRORS).contains("error: lexer not found"));
    }

    @Test
    void what_is_over_its_limit_is_condensed_and_state_and_errors_stay() {
        Sheet sheet = Sheet.of("");
        for (Section section : Section.values()) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 2_000; i++) {
                text.append(section.title()).append(" line ").append(i).append('\n');
            }
            sheet = sheet.with(section, text.toString());
        }
        Sheet condensed = sheet.condensed(SessionNotes.Limits.DEFAULT);
        assertTrue(ApproximateTokens.tokens(condensed.written()) <= SessionNotes.Limits.DEFAULT.allTokens());
        assertTrue(condensed.text(Section.STATE).length() > 7_000);
        assertTrue(condensed.text(Section.ERRORS).endsWith("line 1999"), "of the errors the newest stay");
        assertTrue(condensed.text(Section.WORKLOG).endsWith("line 1999"));
        assertTrue(condensed.text(Section.TASK).startsWith("Task line 0"));
    }

    @Test
    void secrets_do_not_come_in() {
        Stage.Prompter helper = new Stage.Prompter(
                "{\"sections\":[{\"title\":\"Workflow\",\"text\":\"export API_TOKEN=a8sd7f6as8d7f6a8sd7f\"}]}");
        new SessionNotes(store, SessionNotes.Limits.DEFAULT, helper).afterTurn(Stage.day(), 20_000, true);
        assertTrue(sheet().contains("API_TOKEN=[redacted:token]"), sheet());
    }

    /** A helper that is thinking about one session until it is told to answer. */
    private static final class Thinking implements HelperModel {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch answer = new CountDownLatch(1);
        private final AtomicInteger questions = new AtomicInteger();

        @Override
        public <T> HelperAnswer<T> ask(SessionRef session, HelperQuestion<T> question) {
            if (session.equals(Stage.SESSION)) {
                questions.incrementAndGet();
                asked.countDown();
                try {
                    assertTrue(answer.await(60, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return new HelperAnswer.None<>("off");
        }

        @Override
        public HelperAnswer<String> goOn(SessionRef session, HelperPrompt prompt) {
            return new HelperAnswer.None<>("off");
        }

        @Override
        public boolean isSessionsOwn() {
            return false;
        }
    }

    @Test
    void a_session_waits_for_itself_and_not_for_others()
            throws InterruptedException, ExecutionException, TimeoutException {
        Thinking helper = new Thinking();
        SessionNotes notes = new SessionNotes(store, SessionNotes.Limits.DEFAULT, helper);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> first = threads.submit(() -> notes.afterTurn(Stage.day(), 20_000, true));
            assertTrue(helper.asked.await(60, TimeUnit.SECONDS));
            Future<Boolean> again = threads.submit(() -> notes.afterTurn(Stage.day(), 20_000, true));
            Conversation other = new Conversation(Stage.session(2), Stage.day().items());
            assertTrue(
                    threads.submit(() -> notes.afterTurn(other, 20_000, true)).get(60, TimeUnit.SECONDS));
            assertFalse(first.isDone());
            assertFalse(again.isDone());
            helper.answer.countDown();
            assertTrue(first.get(60, TimeUnit.SECONDS));
            assertFalse(again.get(60, TimeUnit.SECONDS), "there is nothing new since the first look");
        }
        assertEquals(1, helper.questions.get());
    }
}
