package dev.throughline.simulator.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.Prompt;
import dev.throughline.simulator.prompt.PromptCharge;
import dev.throughline.simulator.replay.SmallSession;
import dev.throughline.simulator.request.WrittenRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplayedSessionTest {
    private final ReplayedSession session = new ReplayedSession(
            "0a1b2c3d-0000-4000-8000-000000000001",
            SmallSession.reading(12),
            ReplaySettings.usual(SimulatedDialect.CHAT));

    private WrittenRequest ask(int turn) {
        return session.requests().ask(session.trajectory().turns().get(turn));
    }

    private Prompt read(Bytes body) {
        return session.reader(SimulatedDialect.CHAT).read(body).prompt();
    }

    private double sum(Counter count) {
        return session.result().totals().of(count);
    }

    @Test
    void an_unedited_session_costs_the_same_as_direct_and_covers_all_evidence() {
        for (int turn = 0; turn < session.trajectory().turns().size(); turn++) {
            WrittenRequest asked = ask(turn);
            PromptCharge direct = session.begin(turn, asked);
            session.charge(read(asked.body()), "", asked.body(), /* isMain= */ true);
            session.finish(direct, TurnEnding.OK);
        }
        assertEquals(sum(Counter.DIRECT_COST), sum(Counter.COST));
        assertEquals(sum(Counter.DIRECT_TOKENS), sum(Counter.FORWARDED_TOKENS));
        assertEquals(0, sum(Counter.EDITS));
        assertEquals(0, sum(Counter.REGRET));
        assertTrue(sum(Counter.EVIDENCE) > 0);
        assertEquals(sum(Counter.EVIDENCE), sum(Counter.COVERED));
        assertEquals(sum(Counter.TURNS_WITH_EVIDENCE), sum(Counter.TURNS_COVERED));
    }

    @Test
    void masked_evidence_is_not_covered_and_a_refetch_is_charged() {
        WrittenRequest before = ask(11);
        session.begin(11, before);
        session.charge(read(before.body()), "", before.body(), true);
        WrittenRequest asked = ask(12);
        PromptCharge direct = session.begin(12, asked);
        String whole = asked.body().utf8();
        int start = whole.indexOf("value_of_file0 = 1000");
        int end = whole.indexOf("\",\"tool_call_id\":\"call_0\"");
        Bytes masked = Bytes.of(whole.substring(0, start) + "gone" + whole.substring(end));
        Prompt prompt = read(masked);
        session.charge(prompt, "", masked, true);
        session.finish(direct, TurnEnding.OK);
        assertEquals(1, sum(Counter.EDITS));
        assertEquals(2, sum(Counter.EVIDENCE_OLD));
        assertEquals(0, sum(Counter.COVERED_OLD));
        assertEquals(1, sum(Counter.REFETCHES));
        double result = session.trajectory().messages().get(3).content().length() / 4.0 + 4;
        double size = prompt.items().stream().mapToInt(item -> item.chars()).sum() / 4.0;
        assertEquals(0.1 * size + 1.25 * result + 750, sum(Counter.REGRET), 1e-6);
    }

    @Test
    void evidence_in_another_place_of_the_prompt_is_covered() {
        WrittenRequest asked = ask(12);
        PromptCharge direct = session.begin(12, asked);
        String whole = asked.body().utf8();
        int start = whole.indexOf("value_of_file0 = 1000");
        int end = whole.indexOf("\",\"tool_call_id\":\"call_0\"");
        Bytes stub = Bytes.of(whole.substring(0, start) + "[cut: value_of_file0 = 1000]" + whole.substring(end));
        session.charge(read(stub), "", stub, true);
        session.finish(direct, TurnEnding.OK);
        assertEquals(sum(Counter.EVIDENCE), sum(Counter.COVERED));
    }

    @Test
    void an_edit_target_is_ready_if_the_forwarded_prompt_contains_it_verbatim() {
        ReplayedSession editing = new ReplayedSession(
                "0a1b2c3d-0000-4000-8000-000000000002",
                SmallSession.editing(),
                ReplaySettings.usual(SimulatedDialect.CHAT));
        Totals totals = editing.result().totals();
        int edit = editing.trajectory().turns().size() - 1;
        WrittenRequest asked =
                editing.requests().ask(editing.trajectory().turns().get(edit));
        Bytes stub = Bytes.of(asked.body().utf8().replace("     1→first line", "[cut: 1→first line]"));
        for (Bytes body : List.of(asked.body(), stub)) {
            PromptCharge direct = editing.begin(edit, asked);
            editing.charge(editing.reader(SimulatedDialect.CHAT).read(body).prompt(), "", body, /* isMain= */ true);
            editing.finish(direct, TurnEnding.OK);
        }
        // Of three edit targets, one was never in the request; the placeholder hides one of the others.
        assertEquals(4, totals.of(Counter.TARGETS));
        assertEquals(3, totals.of(Counter.READY));
        editing.finish(editing.begin(edit, asked), TurnEnding.OVERFLOW);
        assertEquals(6, totals.of(Counter.TARGETS));
        assertEquals(3, totals.of(Counter.READY));
    }

    @Test
    void a_failed_turn_costs_the_same_as_direct_and_covers_nothing() {
        PromptCharge direct = session.begin(12, ask(12));
        session.finish(direct, TurnEnding.OVERFLOW);
        assertEquals(direct.cost(ReplaySettings.usual(SimulatedDialect.CHAT).prices()), sum(Counter.COST));
        assertEquals(1, sum(Counter.OVERFLOW));
        assertEquals(0, sum(Counter.COVERED));
        PromptCharge next = session.begin(13, ask(13));
        session.finish(next, TurnEnding.UNMATCHED);
        assertEquals(direct.cost(ReplaySettings.usual(SimulatedDialect.CHAT).prices()), sum(Counter.COST));
    }

    @Test
    void a_repeated_request_is_compared_but_not_charged() {
        WrittenRequest asked = ask(5);
        PromptCharge direct = session.begin(5, asked);
        session.charge(read(asked.body()), "", asked.body(), true);
        session.finish(direct, TurnEnding.OK);
        double cost = sum(Counter.COST);
        session.beginRepeat();
        session.note(List.of(new Violation("rule", "sentence")), true);
        session.charge(read(asked.body()), "", Bytes.of(asked.body().toArray()), true);
        session.finishRepeat();
        assertEquals(cost, sum(Counter.COST));
        assertEquals(1, sum(Counter.REPEATS_SAME));
        session.beginRepeat();
        session.finishRepeat();
        assertEquals(2, sum(Counter.REPEATS));
        assertEquals(1, sum(Counter.REPEATS_SAME));
        assertEquals(0, sum(Counter.VIOLATIONS));
    }

    @Test
    void auxiliary_requests_are_charged_to_their_session() {
        session.begin(5, ask(5));
        Bytes helperRequest = Bytes.of("{\"messages\":[{\"role\":\"user\",\"content\":\"sum it up\"}]}");
        session.note(List.of(new Violation("rule", "sentence")), false);
        session.charge(read(helperRequest), "", helperRequest, /* isMain= */ false);
        assertEquals(1, sum(Counter.AUXILIARY));
        assertEquals(15 / 4.0, sum(Counter.COST));
        assertEquals(List.of("turn 5: rule: sentence"), session.result().examples());
        session.noteTools(List.of("Read", "recall"));
        assertEquals(List.of("recall"), List.copyOf(session.result().addedTools()));
    }
}
