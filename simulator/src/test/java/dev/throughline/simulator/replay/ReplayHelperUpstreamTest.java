package dev.throughline.simulator.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.session.Counter;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.ReplayedSession;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ReplayHelperUpstreamTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-000000000001";
    private static final Headers OF_SESSION = Headers.of("x-session-id", ID);

    private final ReplayModel model =
            new ReplayModel(ReplaySettings.usual(SimulatedDialect.CHAT), SmallSession::wireRules);
    private final HelperUpstream helper = new ReplayHelperUpstream(model);

    private HelperUpstream.HelperReply ask(Headers headers, String stream) {
        String body = "{\"model\":\"m\",\"stream\":" + stream
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"sum it up\"}]}";
        return helper.send(new HelperUpstream.HelperRequest(
                SimulatedDialect.CHAT.dialect(),
                "/v1/chat/completions",
                headers,
                Bytes.of(body),
                "m",
                Duration.ofSeconds(1)));
    }

    private double sum(ReplayedSession session, Counter count) {
        return session.result().totals().of(count);
    }

    @Test
    void a_helper_request_is_answered_and_charged_to_its_session_even_after_the_session_ended() {
        ReplayedSession session =
                new ReplayedSession(ID, SmallSession.reading(3), ReplaySettings.usual(SimulatedDialect.CHAT));
        model.open(session);
        session.begin(0, session.requests().ask(session.trajectory().turns().getFirst()));
        HelperUpstream.HelperReply reply = ask(OF_SESSION, "false");
        assertEquals(200, reply.status());
        assertEquals(false, reply.isStream());
        assertTrue(
                reply.body().utf8().startsWith("{\"id\":\"chatcmpl-aux\""),
                reply.body().utf8());
        assertEquals(1, sum(session, Counter.AUXILIARY));
        assertEquals(0, sum(session, Counter.REQUESTS));
        double cost = sum(session, Counter.COST);
        model.close(session);
        ask(OF_SESSION, "false");
        assertEquals(2, sum(session, Counter.AUXILIARY));
        assertEquals(2 * cost, sum(session, Counter.COST));
        assertEquals(2 * cost, sum(session, Counter.AUXILIARY_COST));
        assertEquals(0, model.unmatched().requests());
    }

    @Test
    void a_helper_request_without_a_session_is_charged_to_the_run() {
        HelperUpstream.HelperReply reply = ask(Headers.NONE, "true");
        assertEquals(true, reply.isStream());
        assertTrue(reply.body().utf8().contains("data: [DONE]"), reply.body().utf8());
        assertEquals(1, model.unmatched().requests());
        assertTrue(model.unmatched().cost() > 0);
    }
}
