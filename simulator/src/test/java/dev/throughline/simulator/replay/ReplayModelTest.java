package dev.throughline.simulator.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.CachePrices;
import dev.throughline.simulator.prompt.PromptCharge;
import dev.throughline.simulator.request.WrittenRequest;
import dev.throughline.simulator.session.Counter;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.ReplayedSession;
import dev.throughline.simulator.session.TurnEnding;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ReplayModelTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-000000000001";

    private static ReplayedSession open(ReplayModel model, ReplaySettings terms) {
        ReplayedSession session = new ReplayedSession(ID, SmallSession.reading(3), terms);
        model.open(session);
        return session;
    }

    private static ReplyCollector send(
            ReplayModel model, SimulatedDialect dialect, String target, Headers headers, Bytes body) {
        ReplyCollector client = new ReplyCollector();
        try (Exchange exchange =
                model.send(new UpstreamRequest(dialect.dialect(), "POST", target, headers, body, ""), client)) {
            exchange.relay(Headers.of("x-throughline-bypass", "tried"));
            exchange.finish();
        }
        return client;
    }

    private static ReplaySettings narrow(SimulatedDialect dialect, long window) {
        return new ReplaySettings(dialect, 0, 300, window, CachePrices.USUAL);
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void a_main_request_gets_the_recorded_answer(SimulatedDialect dialect) {
        ReplayModel model = new ReplayModel(ReplaySettings.usual(dialect), SmallSession::wireRules);
        ReplayedSession session = open(model, ReplaySettings.usual(dialect));
        WrittenRequest asked =
                session.requests().ask(session.trajectory().turns().getFirst());
        PromptCharge direct = session.begin(0, asked);
        ReplyCollector client = send(model, dialect, "/v1/x", Headers.of("X-Session-Id", ID), asked.body());
        assertEquals(TurnEnding.OK, TurnVerdict.of(client, session, dialect));
        session.finish(direct, TurnEnding.OK);
        assertEquals(1, session.result().totals().of(Counter.REQUESTS));
        assertEquals(1, session.result().totals().of(Counter.BYPASSES));
        assertEquals(0, session.result().totals().of(Counter.VIOLATIONS));
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void a_prompt_above_the_window_is_rejected_like_by_the_provider(SimulatedDialect dialect) {
        ReplayModel model = new ReplayModel(narrow(dialect, 50), SmallSession::wireRules);
        ReplayedSession session = open(model, narrow(dialect, 50));
        WrittenRequest asked =
                session.requests().ask(session.trajectory().turns().get(1));
        session.begin(1, asked);
        ReplyCollector client = send(model, dialect, "/v1/x", Headers.of("X-Session-Id", ID), asked.body());
        assertEquals(dialect == SimulatedDialect.RESPONSES ? 200 : 400, client.status());
        assertEquals(TurnEnding.OVERFLOW, TurnVerdict.of(client, session, dialect));
        assertEquals(1, session.result().totals().of(Counter.REJECTED));
    }

    @Test
    void a_session_is_found_by_its_key_or_by_the_id_in_its_prompt() {
        ReplayModel model = new ReplayModel(ReplaySettings.usual(SimulatedDialect.CHAT), SmallSession::wireRules);
        ReplayedSession session = open(model, ReplaySettings.usual(SimulatedDialect.CHAT));
        model.open(new ReplayedSession(
                "0a1b2c3d-ffff", SmallSession.reading(1), ReplaySettings.usual(SimulatedDialect.CHAT)));
        WrittenRequest asked =
                session.requests().ask(session.trajectory().turns().getFirst());
        session.begin(0, asked);
        Headers key = Headers.of("authorization", "Bearer " + ReplayModel.key(ID));
        send(model, SimulatedDialect.CHAT, "/v1/x", key, asked.body());
        send(model, SimulatedDialect.CHAT, "/v1/x", Headers.NONE, asked.body());
        assertEquals(2, session.result().totals().of(Counter.REQUESTS));
        send(model, SimulatedDialect.CHAT, "/v1/x", Headers.NONE, Bytes.of("{\"messages\":[]}"));
        assertEquals(1, model.unmatched().requests());
        model.close(session);
    }

    @Test
    void a_helper_request_does_not_get_the_recorded_answer() {
        ReplayModel model = new ReplayModel(ReplaySettings.usual(SimulatedDialect.CHAT), SmallSession::wireRules);
        ReplayedSession session = open(model, ReplaySettings.usual(SimulatedDialect.CHAT));
        WrittenRequest asked =
                session.requests().ask(session.trajectory().turns().getFirst());
        session.begin(0, asked);
        Headers helper = Headers.of("X-Session-Id", ID, "x-throughline-helper", "notes");
        ReplyCollector client = send(model, SimulatedDialect.CHAT, "/v1/x", helper, asked.body());
        assertEquals(1, session.result().totals().of(Counter.AUXILIARY));
        assertEquals(TurnEnding.UNMATCHED, TurnVerdict.of(client, session, SimulatedDialect.CHAT));
    }

    @Test
    void a_changed_request_is_checked_by_both_validators() {
        ReplayModel model = new ReplayModel(ReplaySettings.usual(SimulatedDialect.RESPONSES), SmallSession::wireRules);
        ReplayedSession session = open(model, ReplaySettings.usual(SimulatedDialect.RESPONSES));
        WrittenRequest asked =
                session.requests().ask(session.trajectory().turns().getFirst());
        session.begin(0, asked);
        String reasoning = asked.body()
                .utf8()
                .replaceFirst("\"input\":\\[", "\"input\":[{\"type\":\"reasoning\",\"summary\":[]},");
        send(model, SimulatedDialect.RESPONSES, "/v1/x", Headers.of("X-Session-Id", ID), Bytes.of(reasoning));
        assertTrue(
                session.result().rules().containsKey("wire_reasoning_alone"),
                session.result().rules().toString());
    }

    @Test
    void tokens_are_counted_and_malformed_json_is_rejected() {
        ReplayModel model = new ReplayModel(ReplaySettings.usual(SimulatedDialect.MESSAGES), SmallSession::wireRules);
        Bytes body = Bytes.of("{\"messages\":[{\"role\":\"user\",\"content\":\"hello, you there\"}]}");
        assertEquals(
                "{\"input_tokens\":5}",
                send(model, SimulatedDialect.MESSAGES, "/v1/messages/count_tokens?x", Headers.NONE, body)
                        .body()
                        .utf8());
        assertEquals(
                400,
                send(model, SimulatedDialect.MESSAGES, "/", Headers.NONE, Bytes.of("{"))
                        .status());
    }

    @Test
    void a_malformed_history_is_a_violation() {
        ReplayModel model = new ReplayModel(ReplaySettings.usual(SimulatedDialect.CHAT), SmallSession::wireRules);
        ReplayedSession session = open(model, ReplaySettings.usual(SimulatedDialect.CHAT));
        Bytes body = Bytes.of("{\"model\":\"m\",\"messages\":[1]}");
        send(model, SimulatedDialect.CHAT, "/v1/x", Headers.of("X-Session-Id", ID), body);
        assertEquals(Map.of("invalid_type", 1), session.result().rules());
    }

    @Test
    void a_request_without_streaming_gets_an_unstreamed_reply() {
        ReplayModel model = new ReplayModel(ReplaySettings.usual(SimulatedDialect.CHAT), SmallSession::wireRules);
        String answer = send(
                        model, SimulatedDialect.CHAT, "/", Headers.NONE, Bytes.of("{\"model\":\"m\",\"messages\":[]}"))
                .body()
                .utf8();
        assertTrue(answer.startsWith("{\"id\":\"chatcmpl-aux\",\"object\":\"chat.completion\""), answer);
    }
}
