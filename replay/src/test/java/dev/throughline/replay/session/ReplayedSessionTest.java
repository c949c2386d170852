package dev.throughline.replay.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.SmallSession;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.prompt.Problem;
import dev.throughline.replay.prompt.Prompt;
import dev.throughline.replay.speech.Asked;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplayedSessionTest {
    private final ReplayedSession session = new ReplayedSession(
            "0a1b2c3d-0000-4000-8000-000000000001", SmallSession.reading(12), Terms.usual(Dialect.CHAT));

    private Asked ask(int turn) {
        return session.speaker().ask(session.trajectory().turns().get(turn));
    }

    private Prompt read(Bytes body) {
        return session.read(Dialect.CHAT, body).prompt();
    }

    private double sum(Count count) {
        return session.books().tally().of(count);
    }

    @Test
    void a_session_that_is_sent_as_it_is_costs_what_it_costs_direct_and_loses_nothing() {
        for (int turn = 0; turn < session.trajectory().turns().size(); turn++) {
            Asked asked = ask(turn);
            Billed direct = session.begin(turn, asked);
            session.charge(read(asked.body()), "", asked.body(), /* isMain= */ true);
            session.finish(direct, Ending.OK);
        }
        assertEquals(sum(Count.DIRECT_COST), sum(Count.COST));
        assertEquals(sum(Count.DIRECT_TOKENS), sum(Count.FORWARDED_TOKENS));
        assertEquals(0, sum(Count.EDITS));
        assertEquals(0, sum(Count.REGRET));
        assertTrue(sum(Count.EVIDENCE) > 0);
        assertEquals(sum(Count.EVIDENCE), sum(Count.COVERED));
        assertEquals(sum(Count.TURNS_WITH_EVIDENCE), sum(Count.TURNS_COVERED));
    }

    @Test
    void evidence_that_was_masked_is_lost_and_fetching_it_again_is_priced() {
        Asked before = ask(11);
        session.begin(11, before);
        session.charge(read(before.body()), "", before.body(), true);
        Asked asked = ask(12);
        Billed direct = session.begin(12, asked);
        String whole = asked.body().utf8();
        int start = whole.indexOf("value_of_file0 = 1000");
        int end = whole.indexOf("\",\"tool_call_id\":\"call_0\"");
        Bytes masked = Bytes.of(whole.substring(0, start) + "gone" + whole.substring(end));
        Prompt prompt = read(masked);
        session.charge(prompt, "", masked, true);
        session.finish(direct, Ending.OK);
        assertEquals(1, sum(Count.EDITS));
        assertEquals(2, sum(Count.EVIDENCE_OLD));
        assertEquals(0, sum(Count.COVERED_OLD));
        assertEquals(1, sum(Count.REFETCHES));
        double result = session.trajectory().messages().get(3).content().length() / 4.0 + 4;
        double size = prompt.items().stream().mapToInt(item -> item.chars()).sum() / 4.0;
        assertEquals(0.1 * size + 1.25 * result + 750, sum(Count.REGRET), 1e-6);
    }

    @Test
    void evidence_that_stands_somewhere_else_is_covered() {
        Asked asked = ask(12);
        Billed direct = session.begin(12, asked);
        String whole = asked.body().utf8();
        int start = whole.indexOf("value_of_file0 = 1000");
        int end = whole.indexOf("\",\"tool_call_id\":\"call_0\"");
        Bytes stub = Bytes.of(whole.substring(0, start) + "[cut: value_of_file0 = 1000]" + whole.substring(end));
        session.charge(read(stub), "", stub, true);
        session.finish(direct, Ending.OK);
        assertEquals(sum(Count.EVIDENCE), sum(Count.COVERED));
    }

    @Test
    void a_text_that_an_edit_replaces_is_ready_while_it_stands_verbatim_in_what_is_forwarded() {
        ReplayedSession editing = new ReplayedSession(
                "0a1b2c3d-0000-4000-8000-000000000002", SmallSession.editing(), Terms.usual(Dialect.CHAT));
        Tally tally = editing.books().tally();
        int edit = editing.trajectory().turns().size() - 1;
        Asked asked = editing.speaker().ask(editing.trajectory().turns().get(edit));
        Bytes stub = Bytes.of(asked.body().utf8().replace("     1→first line", "[cut: 1→first line]"));
        for (Bytes body : List.of(asked.body(), stub)) {
            Billed direct = editing.begin(edit, asked);
            editing.charge(editing.read(Dialect.CHAT, body).prompt(), "", body, /* isMain= */ true);
            editing.finish(direct, Ending.OK);
        }
        // Of three texts that the edits replace, one never stood in the request; the stub hides one of the others.
        assertEquals(4, tally.of(Count.TARGETS));
        assertEquals(3, tally.of(Count.READY));
        editing.finish(editing.begin(edit, asked), Ending.OVERFLOW);
        assertEquals(6, tally.of(Count.TARGETS));
        assertEquals(3, tally.of(Count.READY));
    }

    @Test
    void a_turn_that_fails_costs_what_it_costs_direct_and_covers_nothing() {
        Billed direct = session.begin(12, ask(12));
        session.finish(direct, Ending.OVERFLOW);
        assertEquals(direct.cost(Terms.usual(Dialect.CHAT).prices()), sum(Count.COST));
        assertEquals(1, sum(Count.OVERFLOW));
        assertEquals(0, sum(Count.COVERED));
        Billed next = session.begin(13, ask(13));
        session.finish(next, Ending.UNMATCHED);
        assertEquals(direct.cost(Terms.usual(Dialect.CHAT).prices()), sum(Count.COST));
    }

    @Test
    void a_repetition_is_compared_and_neither_charged_nor_noted() {
        Asked asked = ask(5);
        Billed direct = session.begin(5, asked);
        session.charge(read(asked.body()), "", asked.body(), true);
        session.finish(direct, Ending.OK);
        double cost = sum(Count.COST);
        session.beginRepeat();
        session.note(List.of(new Problem("rule", "sentence")), true);
        session.charge(read(asked.body()), "", Bytes.of(asked.body().toArray()), true);
        session.finishRepeat();
        assertEquals(cost, sum(Count.COST));
        assertEquals(1, sum(Count.REPEATS_SAME));
        session.beginRepeat();
        session.finishRepeat();
        assertEquals(2, sum(Count.REPEATS));
        assertEquals(1, sum(Count.REPEATS_SAME));
        assertEquals(0, sum(Count.VIOLATIONS));
    }

    @Test
    void auxiliary_requests_are_charged_to_their_session() {
        session.begin(5, ask(5));
        Bytes aside = Bytes.of("{\"messages\":[{\"role\":\"user\",\"content\":\"sum it up\"}]}");
        session.note(List.of(new Problem("rule", "sentence")), false);
        session.charge(read(aside), "", aside, /* isMain= */ false);
        assertEquals(1, sum(Count.AUXILIARY));
        assertEquals(15 / 4.0, sum(Count.COST));
        assertEquals(List.of("turn 5: rule: sentence"), session.books().examples());
        session.noteTools(List.of("Read", "recall"));
        assertEquals(List.of("recall"), List.copyOf(session.books().addedTools()));
    }
}
