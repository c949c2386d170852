package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.LocalTool;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.AutoSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.price.Ledger;
import dev.throughline.workingset.price.PriceTable;
import dev.throughline.workingset.price.Prices;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The ledger of a session for what its provider reports. */
final class SessionLedgerTest {
    private static final Prices PRICES = new PriceTable(Map.of()).of("claude-x");
    private static final Policy NOTHING = _ -> List.of();
    private static final String TOOL =
            "{\"name\":\"%s\",\"description\":\"runs\",\"input_schema\":{\"type\":\"object\"}}";

    /** Clears the first result as soon as there are so many pieces. */
    private static Policy clearsAt(int pieces) {
        return input -> input.chain().size() == pieces ? List.of(clear(input)) : List.of();
    }

    private static Decision clear(PolicyInput input) {
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Reword(input.chain().piece(2).node(), Edit.RewordKind.CLEAR, draft.text("gone"), 5));
        return draft.because(why());
    }

    private static DecisionReason why() {
        return new DecisionReason(DecisionReason.Trigger.WARM, 2, 1, 1, 1, 1, "For a test.");
    }

    private static Usage uncached(long tokens) {
        return new Usage(tokens, 0, 0, 10);
    }

    private static double saved(EditFixture fixture) {
        return fixture.progress().ledger().saved(PRICES);
    }

    @Test
    void an_unedited_session_has_the_same_cost_with_and_without_edits() {
        EditFixture fixture = new EditFixture(NOTHING, 100_000);
        List<Usage> reports = List.of(
                uncached(900), // Too small to be cached, or a provider without a cache.
                new Usage(3, 0, 2_000, 10),
                new Usage(3, 2_000, 400, 10),
                uncached(2_900), // The client changed its tools.
                new Usage(0, 1_000, 2_500, 10));
        Usage all = Usage.NONE;
        for (Usage report : reports) {
            fixture.command(fixture.messages.size(), 30).user("Go on.");
            fixture.head = "\"tools\":[" + TOOL.formatted("t" + fixture.messages.size()) + "],";
            assertFalse(fixture.ask(200, Optional.of(report)).isEdited());
            all = all.plus(report);
        }
        assertEquals(new Ledger(reports.size(), all, all), fixture.progress().ledger());
        fixture.restart();
        assertEquals(new Ledger(reports.size(), all, all), fixture.progress().ledger(), "after a restart too");
    }

    @Test
    void a_provider_that_reports_no_cache_reads_is_assumed_to_have_no_cache() {
        EditFixture fixture =
                new EditFixture(clearsAt(5), 100_000).user("Build it.").command(1, 300);
        fixture.ask(200, Optional.of(uncached(3_000)));
        fixture.command(2, 3);
        PromptToSend edited = fixture.ask(200, Optional.of(uncached(100)));
        assertTrue(edited.isEdited());
        Usage shadow = fixture.progress().ledger().shadow();
        assertEquals(0, shadow.cacheRead() + shadow.cacheWrite());
        long untouched =
                Math.round(100.0 * edited.weight().untouched() / edited.weight().tokens());
        assertEquals(3_000 + untouched, shadow.input());
        assertTrue(saved(fixture) > 0);
    }

    @Test
    void the_cost_of_a_helper_question_reduces_the_balance() {
        EditFixture fixture =
                new EditFixture(NOTHING, 100_000).user("Build it.").command(1, 30);
        fixture.ask(200, Optional.of(uncached(900)));
        assertEquals(0, saved(fixture), 1e-9);
        fixture.billHelperQuestion(new Usage(100, 0, 0, 10));
        assertEquals(-150, saved(fixture), 1e-9, "the store has the entry");
        fixture.restart();
        assertEquals(-150, saved(fixture), 1e-9, "after a restart too");
    }

    @Test
    void after_a_rewrite_the_unedited_prompt_would_have_been_read_from_the_warm_cache() {
        EditFixture fixture = warm();
        fixture.command(2, 3);
        PromptToSend edited = fixture.ask(200, Optional.of(new Usage(0, 0, 100, 10)));
        assertTrue(edited.isEdited());
        Usage shadow = fixture.progress().ledger().shadow();
        assertTrue(shadow.cacheRead() > 10 * 100, "the client's own prompt would have been read: " + shadow);
        assertTrue(shadow.cacheWrite() - 3_000 < 100, "only new content would have been written: " + shadow);
    }

    /** A session whose first result was sent and cached, and is cleared in the next request. */
    private static EditFixture warm() {
        EditFixture fixture =
                new EditFixture(clearsAt(5), 100_000).user("Build it.").command(1, 300);
        fixture.ask(200, Optional.of(new Usage(0, 0, 3_000, 10)));
        return fixture;
    }

    @Test
    void a_cache_miss_that_the_client_caused_is_not_charged_to_an_edit() {
        EditFixture tools = warm();
        tools.head = "\"tools\":[" + TOOL.formatted("Bash") + "," + TOOL.formatted("Other") + "],";
        assertNothingRead(tools);
        EditFixture model = warm();
        model.model = "claude-y";
        assertNothingRead(model);
        EditFixture pause = warm();
        pause.now = pause.now.plus(Duration.ofMinutes(6));
        assertNothingRead(pause);
    }

    private static void assertNothingRead(EditFixture fixture) {
        fixture.command(2, 3);
        assertTrue(fixture.ask(200, Optional.of(new Usage(0, 0, 100, 10))).isEdited());
        assertEquals(0, fixture.progress().ledger().shadow().cacheRead());
        assertTrue(saved(fixture) > 0);
    }

    @Test
    void a_failed_request_does_not_warm_the_cache() {
        for (int status : new int[] {0, 400, 429, 502, 529}) {
            EditFixture fixture =
                    new EditFixture(clearsAt(6), 100_000).user("Build it.").command(1, 300);
            fixture.ask(200, Optional.of(new Usage(0, 0, 3_000, 10)));
            fixture.now = fixture.now.plus(Duration.ofMinutes(6));
            fixture.user("Go on.").ask(status, Optional.empty());
            fixture.now = fixture.now.plusSeconds(5);
            assertEquals(
                    Optional.of(EditFixture.NOON), fixture.progress().requests().newest(), "status " + status);
            assertNothingRead(fixture);
        }
    }

    @Test
    void an_edit_in_a_refused_request_is_a_rewrite_when_it_is_sent_again() {
        EditFixture fixture = warm();
        fixture.command(2, 3);
        assertTrue(fixture.ask(529, Optional.empty()).isEdited());
        fixture.restart();
        fixture.ask(200, Optional.of(new Usage(0, 0, 100, 10)));
        assertTrue(fixture.progress().ledger().shadow().cacheRead() > 10 * 100);
    }

    @Test
    void added_state_and_tools_reduce_the_balance() {
        EditFixture withState = new EditFixture(NOTHING, 100_000);
        withState.state = _ -> Optional.of("<throughline_state>" + "pinned ".repeat(100) + "</throughline_state>");
        assertTrue(
                withState.user("Build it.").ask(200, Optional.of(uncached(500))).isEdited());
        assertTrue(saved(withState) < -100, "saved " + saved(withState));

        EditFixture offered = new EditFixture(NOTHING, 100_000);
        offered.tools =
                List.of(new LocalTool("recall", "Brings back. ".repeat(100), Bytes.of("{\"type\":\"object\"}")));
        offered.head = "\"system\":\"" + "Be brief. ".repeat(4_000) + "\"," + offered.head;
        offered.user("Build it.");
        for (int i = 0; i < 3; i++) {
            PromptToSend outgoing = offered.ask(200, Optional.of(uncached(10_000)));
            assertTrue(outgoing.weight().tokens() > outgoing.weight().untouched() + 100);
            offered.command(i, 3);
        }
        assertTrue(saved(offered) < -300, "saved " + saved(offered));
    }

    @Test
    void a_reply_without_a_bill_does_not_change_the_ledger() {
        EditFixture fixture = warm();
        Ledger before = fixture.progress().ledger();
        fixture.command(2, 3);
        assertTrue(fixture.ask(200, Optional.empty()).isEdited());
        assertEquals(before, fixture.progress().ledger());
    }

    @Test
    void without_a_cache_the_balance_does_not_block_rewrites() {
        List<Double> balances = new ArrayList<>();
        Policy auto = new Auto(AutoSettings.DEFAULT);
        EditFixture fixture = new EditFixture(
                input -> {
                    balances.add(input.state().saved());
                    return auto.decide(input);
                },
                200_000);
        fixture.user("Build it.");
        for (int i = 0; i < 60; i++) {
            fixture.command(i, 60);
            fixture.now = fixture.now.plusSeconds(20);
            fixture.ask(200, outgoing -> Optional.of(uncached(outgoing.weight().tokens())));
        }
        assertTrue(balances.stream().allMatch(saved -> saved >= 0), "balances " + balances);
        assertTrue(fixture.triggers().contains(DecisionReason.Trigger.WARM), "triggers " + fixture.triggers());
        assertTrue(saved(fixture) > 0);
    }
}
