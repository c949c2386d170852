package dev.throughline.replay.played;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.replay.SmallSession;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.session.Ending;
import dev.throughline.replay.session.ReplayedSession;
import dev.throughline.replay.session.Terms;
import dev.throughline.replay.speech.Asked;
import org.junit.jupiter.api.Test;

final class VerdictTest {
    private final ReplayedSession session = new ReplayedSession(
            "0a1b2c3d-0000-4000-8000-000000000001", SmallSession.reading(2), Terms.usual(Dialect.CHAT));

    private Ending verdict(int status, String body) {
        PlayedClient client = new PlayedClient();
        client.answer(status, Headers.NONE, Bytes.of(body));
        return Verdict.of(client, session, Dialect.CHAT);
    }

    private String recorded() {
        Asked asked = session.speaker().ask(session.trajectory().turns().getFirst());
        session.begin(0, asked);
        session.charge(session.read(Dialect.CHAT, asked.body()).prompt(), "", asked.body(), true);
        return AnswerWriter.of(Dialect.CHAT).stream(
                        session.answer(), new AnswerWriter.Signature("z", "m", Billed.uncharged(1)))
                .utf8();
    }

    @Test
    void an_answer_is_judged_by_what_it_says() {
        String answer = recorded();
        assertEquals(Ending.OK, verdict(200, answer));
        assertEquals(Ending.DAMAGED, verdict(200, answer.replace("Reading on.", "Reading off.")));
        assertEquals(Ending.DAMAGED, verdict(200, "data: {\"error\":{}}\n\n"));
    }

    @Test
    void errors_are_told_apart() {
        recorded();
        assertEquals(Ending.FAILED, verdict(502, "{}"));
        assertEquals(Ending.OVERFLOW, verdict(400, "{\"error\":{\"code\":\"context_length_exceeded\"}}"));
        assertEquals("turn 0: HTTP 502: {}", session.books().errors().getFirst());
    }

    @Test
    void an_answer_without_a_request_at_the_model_is_none() {
        String answer = recorded();
        session.begin(0, session.speaker().ask(session.trajectory().turns().getFirst()));
        assertEquals(Ending.FAILED, verdict(200, answer));
        assertEquals(Ending.UNMATCHED, verdict(200, answer.replace("Reading on.", "Something.")));
    }
}
