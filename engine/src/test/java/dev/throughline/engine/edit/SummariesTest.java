package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.helper.HelperPrompt;
import dev.throughline.model.Hash;
import dev.throughline.model.Usage;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Retention;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which summary a compaction uses: a prepared one, the session's notes, a requested one, or none. */
final class SummariesTest {
    private static final String NO_MORE = "a summary is not requested twice";

    private final ScriptedHelperModel helper = new ScriptedHelperModel();
    private final EditFixture fixture =
            new EditFixture(new Compact(CompactSettings.DEFAULT, Retention.DEFAULT), 20_000).user("Build it.");

    SummariesTest() {
        fixture.helper = helper;
        fixture.restart();
    }

    /** Runs commands until the prompt has about this part of the window; each command has about 850 tokens. */
    private void fill(double part) {
        for (int i = fixture.messages.size() / 2; i < part * 20_000 / 850; i++) {
            fixture.command(i, 80);
        }
    }

    private String askWhenFull() {
        fill(1.1);
        return fixture.user("Go on.").ask().body().utf8();
    }

    @Test
    void a_requested_summary_replaces_what_it_describes() {
        helper.answers.add("<analysis>hm</analysis><summary> Parts were built. </summary>");
        String sent = askWhenFull();
        assertTrue(sent.contains("Parts were built."), sent);
        assertFalse(sent.contains("<analysis>") || sent.contains("make part1"), sent);
        assertEquals(1, helper.prompts.size(), NO_MORE);
        fixture.restart();
        assertEquals(sent, fixture.ask().body().utf8(), "the same bytes after a restart");
        assertEquals(1, helper.prompts.size(), NO_MORE);
    }

    @Test
    void the_sessions_own_model_continues_what_was_sent_before() {
        fill(0.6);
        String before = fixture.ask().body().utf8();
        helper.answers.add("<summary>Parts were built.</summary>");
        askWhenFull();
        HelperPrompt prompt = helper.prompts.getFirst();
        String shared = before.substring(0, before.lastIndexOf("]}"));
        assertTrue(prompt.body().utf8().startsWith(shared), prompt.body().utf8());
        assertEquals(List.of("summary", "claude-x"), List.of(prompt.name(), prompt.model()));
    }

    @Test
    void another_model_gets_the_range_as_a_text() {
        helper.isSessionModel = false;
        helper.answers.add("{\"summary\":\"Parts were built.\"}");
        assertTrue(askWhenFull().contains("Parts were built."));
        assertEquals(List.of(), helper.prompts);
        String text = helper.questions.getFirst();
        assertTrue(text.contains("[tool_call]\nmake part1\n") && text.contains("[tool_result]\nline 1000 "), text);
        assertTrue(text.contains("\n[…]\n"), "long results are cut");
    }

    @Test
    void without_a_usable_summary_there_is_a_digest_and_the_prompt_fits() {
        for (String answer : List.of("no tags", "<summary> </summary>", "<summary>open")) {
            EditFixture other = new EditFixture(fixture.policy, 20_000).user("Build it.");
            ScriptedHelperModel useless = new ScriptedHelperModel();
            useless.answers.add(answer);
            other.helper = useless;
            other.restart();
            for (int i = 0; i < 26; i++) {
                other.command(i, 80);
            }
            PromptToSend prompt = other.user("Go on.").ask();
            assertTrue(prompt.isEdited() && prompt.weight().tokens() < 18_000, answer + ": " + prompt.weight());
            assertTrue(other.edits().stream().anyMatch(Edit.Replace.class::isInstance), answer);
            assertEquals(1, useless.prompts.size(), answer);
        }
    }

    @Test
    void a_helper_that_throws_only_prevents_the_summary() {
        fixture.helper = new ThrowingHelperModel();
        fixture.restart();
        fill(1.1);
        PromptToSend prompt = fixture.user("Go on.").ask();
        assertTrue(
                prompt.isEdited() && fixture.isValid(prompt) && prompt.weight().tokens() < 18_000);
    }

    @Test
    void notes_that_describe_nearly_everything_are_used_instead_of_the_helper() {
        fill(1.1);
        fixture.user("Go on.");
        fixture.notes = Optional.of(new SessionState.Notes("The notes say it.", lastResult()));
        assertTrue(fixture.ask().body().utf8().contains("The notes say it."));
        assertEquals(List.of(), helper.prompts);
    }

    @Test
    void blank_notes_and_notes_about_another_branch_are_not_used() {
        helper.answers.add("<summary>Parts were built.</summary>");
        fill(1.1);
        fixture.user("Go on.");
        fixture.notes = Optional.of(new SessionState.Notes("Elsewhere.", Hash.of("elsewhere")));
        String sent = fixture.ask().body().utf8();
        assertTrue(sent.contains("Parts were built.") && !sent.contains("Elsewhere."), sent);
    }

    /** The node of the result before the newest user message. */
    private Hash lastResult() {
        List<RecordedTurn.Step> path = fixture.record(Purpose.CONVERSATION).path();
        return path.get(path.size() - 2).node();
    }

    @Test
    void a_prepared_summary_is_used_when_it_is_due() {
        helper.answers.add("<summary>Prepared in time.</summary>");
        fill(0.8);
        RecordedTurn recorded = fixture.record(Purpose.CONVERSATION);
        assertFalse(fixture.editor().edit(recorded).orElseThrow().isEdited(), "it is not due yet");
        prepare(recorded, 1);
        fill(1.1);
        fixture.user("Go on.");
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            while (!fixture.dryRun().orElseThrow().body().utf8().contains("Prepared in time.")) {
                Thread.onSpinWait(); // The helper has answered, and its summary is about to be kept.
            }
        });
        assertTrue(fixture.ask().body().utf8().contains("Prepared in time."));
        assertEquals(1, helper.prompts.size(), NO_MORE);
    }

    @Test
    void a_summary_that_becomes_ready_while_one_is_requested_is_used() {
        CompletableFuture<Void> mayAnswer = new CompletableFuture<>();
        CompletableFuture<Thread> preparing = new CompletableFuture<>();
        helper.answers.add("<summary>Just in time.</summary>");
        helper.beforeAnswer = () -> {
            preparing.complete(Thread.currentThread());
            mayAnswer.join();
        };
        fill(0.8);
        prepare(fixture.record(Purpose.CONVERSATION), 1);
        fill(1.1);
        RecordedTurn recorded = fixture.user("Go on.").record(Purpose.CONVERSATION);
        AtomicInteger leases = new AtomicInteger();
        fixture.beforeLease = () -> {
            // The first lease finds that a summary is due. Under the second one, the summary is requested.
            if (leases.incrementAndGet() == 2) {
                mayAnswer.complete(null);
                assertTimeoutPreemptively(
                        Duration.ofSeconds(30), () -> preparing.get().join());
            }
        };
        String sent = fixture.editor().edit(recorded).orElseThrow().body().utf8();
        assertTrue(sent.contains("Just in time."), sent);
        assertEquals(1, helper.prompts.size(), NO_MORE);
    }

    @Test
    void a_failed_preparation_is_not_repeated_with_every_turn() {
        fill(0.8);
        prepare(fixture.record(Purpose.CONVERSATION), 1);
        fixture.editor().prepare(fixture.command(90, 3).record(Purpose.CONVERSATION));
        fixture.user("Go on.").ask();
        assertEquals(1, helper.prompts.size());
    }

    @Test
    void nothing_is_prepared_for_a_small_prompt_a_side_request_or_without_a_helper() {
        prepare(fixture.record(Purpose.CONVERSATION), 0);
        fill(0.8);
        prepare(fixture.record(Purpose.SIDE_REQUEST), 0);
        helper.isAvailable = false;
        prepare(fixture.record(Purpose.CONVERSATION), 0);
        fixture.rule = Optional.empty();
        prepare(fixture.record(Purpose.CONVERSATION), 0);
        assertEquals(List.of(), helper.prompts);
    }

    /** Prepares, and waits until the helper was asked so many times more. */
    private void prepare(RecordedTurn recorded, int asked) {
        fixture.editor().prepare(recorded);
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> helper.asked.acquire(asked));
    }

    @Test
    void a_smaller_model_gets_a_summary_written_by_the_larger_model_before_it() {
        fixture.model = "large";
        fill(1.1);
        fixture.ask(200, prompt -> Optional.of(new Usage(prompt.weight().tokens(), 0, 0, 5)));
        fixture.model = "claude-x";
        helper.answers.add("<summary>By the larger one.</summary>");
        assertTrue(fixture.user("Go on.").ask().body().utf8().contains("By the larger one."));
        assertEquals(
                List.of("large"),
                helper.prompts.stream().map(HelperPrompt::model).toList());
        assertTrue(helper.prompts.getFirst().body().utf8().startsWith("{\"model\":\"large\","));
    }

    @Test
    void if_the_larger_model_does_not_answer_the_smaller_one_is_asked() {
        fixture.model = "large";
        fill(1.1);
        fixture.ask(200, prompt -> Optional.of(new Usage(prompt.weight().tokens(), 0, 0, 5)));
        fixture.model = "claude-x";
        fixture.user("Go on.").ask();
        assertEquals(
                List.of("large", "claude-x"),
                helper.prompts.stream().map(HelperPrompt::model).toList());
    }

    @Test
    void no_lease_is_held_while_the_helper_works() {
        boolean[] isLeased = new boolean[1];
        ThrowingHelperModel watching = new ThrowingHelperModel() {
            @Override
            void asked() {
                isLeased[0] |= fixture.isLeased();
                super.asked();
            }
        };
        fixture.helper = watching;
        fixture.restart();
        fill(1.1);
        fixture.user("Go on.").ask();
        assertTrue(watching.count > 0 && !isLeased[0]);
    }
}
