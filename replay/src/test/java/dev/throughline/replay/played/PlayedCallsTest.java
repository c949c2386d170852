package dev.throughline.replay.played;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.replay.SmallSession;
import dev.throughline.replay.session.Count;
import dev.throughline.replay.session.ReplayedSession;
import dev.throughline.replay.session.Terms;
import dev.throughline.wire.Wires;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PlayedCallsTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-000000000001";
    private static final Headers OF_SESSION = Headers.of("x-session-id", ID);

    private final PlayedModel model = new PlayedModel(Terms.usual(Dialect.CHAT), Wires::of);
    private final HelperUpstream helper = new PlayedCalls(model);

    private HelperUpstream.Said ask(Headers headers, String stream) {
        String body = "{\"model\":\"m\",\"stream\":" + stream
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"sum it up\"}]}";
        return helper.send(new HelperUpstream.Request(
                Dialect.CHAT, "/v1/chat/completions", headers, Bytes.of(body), "m", Duration.ofSeconds(1)));
    }

    private double sum(ReplayedSession session, Count count) {
        return session.books().tally().of(count);
    }

    @Test
    void a_question_is_answered_beside_the_session_and_charged_to_it_also_after_its_end() {
        ReplayedSession session = new ReplayedSession(ID, SmallSession.reading(3), Terms.usual(Dialect.CHAT));
        model.open(session);
        session.begin(0, session.speaker().ask(session.trajectory().turns().getFirst()));
        HelperUpstream.Said said = ask(OF_SESSION, "false");
        assertEquals(200, said.status());
        assertEquals(false, said.isStream());
        assertTrue(
                said.body().utf8().startsWith("{\"id\":\"chatcmpl-aux\""),
                said.body().utf8());
        assertEquals(1, sum(session, Count.AUXILIARY));
        assertEquals(0, sum(session, Count.REQUESTS));
        double cost = sum(session, Count.COST);
        model.close(session);
        ask(OF_SESSION, "false");
        assertEquals(2, sum(session, Count.AUXILIARY));
        assertEquals(2 * cost, sum(session, Count.COST));
        assertEquals(2 * cost, sum(session, Count.AUXILIARY_COST));
        assertEquals(0, model.strays().requests());
    }

    @Test
    void a_question_of_nobody_is_charged_to_the_run() {
        HelperUpstream.Said said = ask(Headers.NONE, "true");
        assertEquals(true, said.isStream());
        assertTrue(said.body().utf8().contains("data: [DONE]"), said.body().utf8());
        assertEquals(1, model.strays().requests());
        assertTrue(model.strays().cost() > 0);
    }
}
