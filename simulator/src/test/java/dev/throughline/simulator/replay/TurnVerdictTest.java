package dev.throughline.simulator.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Usage;
import dev.throughline.simulator.answer.AnsweredRequest;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.request.WrittenRequest;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.ReplayedSession;
import dev.throughline.simulator.session.TurnEnding;
import org.junit.jupiter.api.Test;

final class TurnVerdictTest {
    private final ReplayedSession session = new ReplayedSession(
            "0a1b2c3d-0000-4000-8000-000000000001",
            SmallSession.reading(2),
            ReplaySettings.usual(SimulatedDialect.CHAT));

    private TurnEnding verdict(int status, String body) {
        ReplyCollector client = new ReplyCollector();
        client.answer(status, Headers.NONE, Bytes.of(body));
        return TurnVerdict.of(client, session, SimulatedDialect.CHAT);
    }

    private String recorded() {
        WrittenRequest asked =
                session.requests().ask(session.trajectory().turns().getFirst());
        session.begin(0, asked);
        session.charge(session.reader(SimulatedDialect.CHAT).read(asked.body()).prompt(), "", asked.body(), true);
        AnsweredRequest.Ids ids = (prefix, number) -> prefix + "z" + number;
        return ReplayModel.stream(
                        SimulatedDialect.CHAT,
                        session.answer(),
                        ReplayModel.answered(ids, JsonNodes.object(), Usage.NONE))
                .utf8();
    }

    @Test
    void an_answer_is_ok_only_if_it_equals_the_recorded_one() {
        String answer = recorded();
        assertEquals(TurnEnding.OK, verdict(200, answer));
        assertEquals(TurnEnding.DAMAGED, verdict(200, answer.replace("Reading on.", "Reading off.")));
        assertEquals(TurnEnding.DAMAGED, verdict(200, "data: {\"error\":{}}\n\n"));
    }

    @Test
    void an_overflow_is_distinguished_from_other_errors() {
        recorded();
        assertEquals(TurnEnding.FAILED, verdict(502, "{}"));
        assertEquals(TurnEnding.OVERFLOW, verdict(400, "{\"error\":{\"code\":\"context_length_exceeded\"}}"));
        assertEquals("turn 0: HTTP 502: {}", session.result().errors().getFirst());
    }

    @Test
    void an_answer_without_a_main_request_is_not_ok() {
        String answer = recorded();
        session.begin(0, session.requests().ask(session.trajectory().turns().getFirst()));
        assertEquals(TurnEnding.FAILED, verdict(200, answer));
        assertEquals(TurnEnding.UNMATCHED, verdict(200, answer.replace("Reading on.", "Something.")));
    }
}
