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

/** What a session's ledger says, by what its provider reported. */
final class SessionLedgerTest {
    private static final Prices PRICES = new PriceTable(Map.of()).of("claude-x");
    private static final Policy NOTHING = _ -> List.of();
    private static final String TOOL =
            "{\"name\":\"%s\",\"description\":\"runs\",\"input_schema\":{\"type\":\"object\"}}";

    /** Clears the first result as soon as there are so many pieces. */
    private static Policy clearsAt(int pieces) {
        return scene -> scene.chain().size() == pieces ? List.of(clear(scene)) : List.of();
    }

    private static Decision clear(PolicyInput scene) {
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Reword(scene.chain().piece(2).node(), Edit.RewordKind.CLEAR, draft.text("gone"), 5));
        return draft.because(why());
    }

    private static DecisionReason why() {
        return new DecisionReason(DecisionReason.Trigger.WARM, 2, 1, 1, 1, 1, "For a test.");
    }

    private static Usage uncached(long tokens) {
        return new Usage(tokens, 0, 0, 10);
    }

    private static double saved(EditingStand stand) {
        return stand.progress().ledger().saved(PRICES);
    }

    @Test
    void a_session_in_which_nothing_was_edited_would_have_cost_what_it_cost() {
        EditingStand stand = new EditingStand(NOTHING, 100_000);
        List<Usage> reports = List.of(
                uncached(900), // Below the least that is cached, or a provider without a cache.
                new Usage(3, 0, 2_000, 10),
                new Usage(3, 2_000, 400, 10),
                uncached(2_900), // The client changed its tools.
                new Usage(0, 1_000, 2_500, 10));
        Usage all = Usage.NONE;
        for (Usage report : reports) {
            stand.ran(stand.messages.size(), 30).user("Go on.");
            stand.head = "\"tools\":[" + TOOL.formatted("t" + stand.messages.size()) + "],";
            assertFalse(stand.ask(200, Optional.of(report)).isEdited());
            all = all.plus(report);
        }
        assertEquals(new Ledger(reports.size(), all, all), stand.progress().ledger());
        stand.restart();
        assertEquals(new Ledger(reports.size(), all, all), stand.progress().ledger(), "after a restart too");
    }

    @Test
    void a_provider_that_reports_no_reads_has_no_cache_that_an_edit_could_break() {
        EditingStand stand =
                new EditingStand(clearsAt(5), 100_000).user("Build it.").ran(1, 300);
        stand.ask(200, Optional.of(uncached(3_000)));
        stand.ran(2, 3);
        PromptToSend edited = stand.ask(200, Optional.of(uncached(100)));
        assertTrue(edited.isEdited());
        Usage shadow = stand.progress().ledger().shadow();
        assertEquals(0, shadow.cacheRead() + shadow.cacheWrite());
        long untouched =
                Math.round(100.0 * edited.weight().untouched() / edited.weight().tokens());
        assertEquals(3_000 + untouched, shadow.input());
        assertTrue(saved(stand) > 0);
    }

    @Test
    void what_a_question_cost_cannot_pay_for_a_rewrite() {
        EditingStand stand =
                new EditingStand(NOTHING, 100_000).user("Build it.").ran(1, 30);
        stand.ask(200, Optional.of(uncached(900)));
        assertEquals(0, saved(stand), 1e-9);
        stand.helped(new Usage(100, 0, 0, 10));
        assertEquals(-150, saved(stand), 1e-9, "another has written it down");
        stand.restart();
        assertEquals(-150, saved(stand), 1e-9, "after a restart too");
    }

    @Test
    void a_rewrite_of_a_warm_cache_costs_what_would_have_been_read() {
        EditingStand stand = warm();
        stand.ran(2, 3);
        PromptToSend edited = stand.ask(200, Optional.of(new Usage(0, 0, 100, 10)));
        assertTrue(edited.isEdited());
        Usage shadow = stand.progress().ledger().shadow();
        assertTrue(shadow.cacheRead() > 10 * 100, "the client's own prompt would have been read: " + shadow);
        assertTrue(shadow.cacheWrite() - 3_000 < 100, "and only what is new written: " + shadow);
    }

    /** A session whose first result was sent and cached, and goes with the next request. */
    private static EditingStand warm() {
        EditingStand stand =
                new EditingStand(clearsAt(5), 100_000).user("Build it.").ran(1, 300);
        stand.ask(200, Optional.of(new Usage(0, 0, 3_000, 10)));
        return stand;
    }

    @Test
    void a_cache_that_the_client_itself_gave_up_is_not_our_loss() {
        EditingStand tools = warm();
        tools.head = "\"tools\":[" + TOOL.formatted("Bash") + "," + TOOL.formatted("Other") + "],";
        assertNothingRead(tools);
        EditingStand model = warm();
        model.model = "claude-y";
        assertNothingRead(model);
        EditingStand pause = warm();
        pause.now = pause.now.plus(Duration.ofMinutes(6));
        assertNothingRead(pause);
    }

    private static void assertNothingRead(EditingStand stand) {
        stand.ran(2, 3);
        assertTrue(stand.ask(200, Optional.of(new Usage(0, 0, 100, 10))).isEdited());
        assertEquals(0, stand.progress().ledger().shadow().cacheRead());
        assertTrue(saved(stand) > 0);
    }

    @Test
    void a_request_that_failed_warms_no_cache() {
        for (int status : new int[] {0, 400, 429, 502, 529}) {
            EditingStand stand =
                    new EditingStand(clearsAt(6), 100_000).user("Build it.").ran(1, 300);
            stand.ask(200, Optional.of(new Usage(0, 0, 3_000, 10)));
            stand.now = stand.now.plus(Duration.ofMinutes(6));
            stand.user("Go on.").ask(status, Optional.empty());
            stand.now = stand.now.plusSeconds(5);
            assertEquals(
                    Optional.of(EditingStand.NOON), stand.progress().requests().newest(), "status " + status);
            assertNothingRead(stand);
        }
    }

    @Test
    void an_edit_that_was_refused_is_a_rewrite_when_it_is_sent_again() {
        EditingStand stand = warm();
        stand.ran(2, 3);
        assertTrue(stand.ask(529, Optional.empty()).isEdited());
        stand.restart();
        stand.ask(200, Optional.of(new Usage(0, 0, 100, 10)));
        assertTrue(stand.progress().ledger().shadow().cacheRead() > 10 * 100);
    }

    @Test
    void what_we_add_is_our_cost() {
        EditingStand told = new EditingStand(NOTHING, 100_000);
        told.state = _ -> Optional.of("<throughline_state>" + "pinned ".repeat(100) + "</throughline_state>");
        assertTrue(told.user("Build it.").ask(200, Optional.of(uncached(500))).isEdited());
        assertTrue(saved(told) < -100, "saved " + saved(told));

        EditingStand offered = new EditingStand(NOTHING, 100_000);
        offered.tools =
                List.of(new LocalTool("recall", "Brings back. ".repeat(100), Bytes.of("{\"type\":\"object\"}")));
        offered.head = "\"system\":\"" + "Be brief. ".repeat(4_000) + "\"," + offered.head;
        offered.user("Build it.");
        for (int i = 0; i < 3; i++) {
            PromptToSend outgoing = offered.ask(200, Optional.of(uncached(10_000)));
            assertTrue(outgoing.weight().tokens() > outgoing.weight().untouched() + 100);
            offered.ran(i, 3);
        }
        assertTrue(saved(offered) < -300, "saved " + saved(offered));
    }

    @Test
    void an_answer_that_was_cut_before_its_bill_is_in_no_column() {
        EditingStand stand = warm();
        Ledger before = stand.progress().ledger();
        stand.ran(2, 3);
        assertTrue(stand.ask(200, Optional.empty()).isEdited());
        assertEquals(before, stand.progress().ledger());
    }

    @Test
    void a_session_without_a_cache_owes_nothing_that_blocks_rewrites() {
        List<Double> balances = new ArrayList<>();
        Policy auto = new Auto(AutoSettings.DEFAULT);
        EditingStand stand = new EditingStand(
                scene -> {
                    balances.add(scene.state().saved());
                    return auto.decide(scene);
                },
                200_000);
        stand.user("Build it.");
        for (int i = 0; i < 60; i++) {
            stand.ran(i, 60);
            stand.now = stand.now.plusSeconds(20);
            stand.ask(200, outgoing -> Optional.of(uncached(outgoing.weight().tokens())));
        }
        assertTrue(balances.stream().allMatch(saved -> saved >= 0), "balances " + balances);
        assertTrue(stand.occasions().contains(DecisionReason.Trigger.WARM), "occasions " + stand.occasions());
        assertTrue(saved(stand) > 0);
    }
}
