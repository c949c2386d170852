package dev.throughline.replay.played;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.replay.SmallSession;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.bill.Prices;
import dev.throughline.replay.session.Count;
import dev.throughline.replay.session.Ending;
import dev.throughline.replay.session.ReplayedSession;
import dev.throughline.replay.session.Terms;
import dev.throughline.replay.speech.Asked;
import dev.throughline.wire.Wires;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PlayedModelTest {
    private static final String ID = "0a1b2c3d-0000-4000-8000-000000000001";

    private static ReplayedSession open(PlayedModel model, Terms terms) {
        ReplayedSession session = new ReplayedSession(ID, SmallSession.reading(3), terms);
        model.open(session);
        return session;
    }

    private static PlayedClient send(PlayedModel model, Dialect dialect, String target, Headers headers, Bytes body) {
        PlayedClient client = new PlayedClient();
        try (Exchange exchange = model.send(new UpstreamRequest(dialect, "POST", target, headers, body, ""), client)) {
            exchange.relay(Headers.of("x-throughline-bypass", "tried"));
            exchange.finish();
        }
        return client;
    }

    private static Terms narrow(Dialect dialect, long window) {
        return new Terms(dialect, 0, 300, window, Prices.USUAL);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void a_main_request_gets_the_recorded_answer(Dialect dialect) {
        PlayedModel model = new PlayedModel(Terms.usual(dialect), Wires::of);
        ReplayedSession session = open(model, Terms.usual(dialect));
        Asked asked = session.speaker().ask(session.trajectory().turns().getFirst());
        Billed direct = session.begin(0, asked);
        PlayedClient client = send(model, dialect, "/v1/x", Headers.of("X-Session-Id", ID), asked.body());
        assertEquals(Ending.OK, Verdict.of(client, session, dialect));
        session.finish(direct, Ending.OK);
        assertEquals(1, session.books().tally().of(Count.REQUESTS));
        assertEquals(1, session.books().tally().of(Count.BYPASSES));
        assertEquals(0, session.books().tally().of(Count.VIOLATIONS));
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void a_prompt_above_the_window_is_refused_as_the_provider_refuses_it(Dialect dialect) {
        PlayedModel model = new PlayedModel(narrow(dialect, 50), Wires::of);
        ReplayedSession session = open(model, narrow(dialect, 50));
        Asked asked = session.speaker().ask(session.trajectory().turns().get(1));
        session.begin(1, asked);
        PlayedClient client = send(model, dialect, "/v1/x", Headers.of("X-Session-Id", ID), asked.body());
        assertEquals(dialect == Dialect.RESPONSES ? 200 : 400, client.status());
        assertEquals(Ending.OVERFLOW, Verdict.of(client, session, dialect));
        assertEquals(1, session.books().tally().of(Count.REJECTED));
    }

    @Test
    void a_session_is_found_by_its_key_or_by_its_mark() {
        PlayedModel model = new PlayedModel(Terms.usual(Dialect.CHAT), Wires::of);
        ReplayedSession session = open(model, Terms.usual(Dialect.CHAT));
        model.open(new ReplayedSession("0a1b2c3d-ffff", SmallSession.reading(1), Terms.usual(Dialect.CHAT)));
        Asked asked = session.speaker().ask(session.trajectory().turns().getFirst());
        session.begin(0, asked);
        Headers key = Headers.of("authorization", "Bearer " + PlayedModel.key(ID));
        send(model, Dialect.CHAT, "/v1/x", key, asked.body());
        send(model, Dialect.CHAT, "/v1/x", Headers.NONE, asked.body());
        assertEquals(2, session.books().tally().of(Count.REQUESTS));
        send(model, Dialect.CHAT, "/v1/x", Headers.NONE, Bytes.of("{\"messages\":[]}"));
        assertEquals(1, model.strays().requests());
        model.close(session);
    }

    @Test
    void a_helper_is_answered_beside_the_session() {
        PlayedModel model = new PlayedModel(Terms.usual(Dialect.CHAT), Wires::of);
        ReplayedSession session = open(model, Terms.usual(Dialect.CHAT));
        Asked asked = session.speaker().ask(session.trajectory().turns().getFirst());
        session.begin(0, asked);
        Headers helper = Headers.of("X-Session-Id", ID, "x-throughline-helper", "notes");
        PlayedClient client = send(model, Dialect.CHAT, "/v1/x", helper, asked.body());
        assertEquals(1, session.books().tally().of(Count.AUXILIARY));
        assertEquals(Ending.UNMATCHED, Verdict.of(client, session, Dialect.CHAT));
    }

    @Test
    void what_was_changed_is_held_against_both_sets_of_rules() {
        PlayedModel model = new PlayedModel(Terms.usual(Dialect.RESPONSES), Wires::of);
        ReplayedSession session = open(model, Terms.usual(Dialect.RESPONSES));
        Asked asked = session.speaker().ask(session.trajectory().turns().getFirst());
        session.begin(0, asked);
        String reasoning = asked.body().utf8().replaceFirst("\"input\":\\[", "\"input\":[{\"type\":\"reasoning\"},");
        send(model, Dialect.RESPONSES, "/v1/x", Headers.of("X-Session-Id", ID), Bytes.of(reasoning));
        assertTrue(
                session.books().rules().containsKey("wire_reasoning_alone"),
                session.books().rules().toString());
    }

    @Test
    void tokens_are_counted_and_nonsense_is_refused() {
        PlayedModel model = new PlayedModel(Terms.usual(Dialect.MESSAGES), Wires::of);
        Bytes body = Bytes.of("{\"messages\":[{\"role\":\"user\",\"content\":\"hello, you there\"}]}");
        assertEquals(
                "{\"input_tokens\":5}",
                send(model, Dialect.MESSAGES, "/v1/messages/count_tokens?x", Headers.NONE, body)
                        .body()
                        .utf8());
        assertEquals(
                400,
                send(model, Dialect.MESSAGES, "/", Headers.NONE, Bytes.of("{")).status());
        assertEquals(
                400,
                send(model, Dialect.MESSAGES, "/", Headers.NONE, Bytes.of("{\"messages\":[1]}"))
                        .status());
    }

    @Test
    void a_request_without_a_stream_is_answered_whole() {
        PlayedModel model = new PlayedModel(Terms.usual(Dialect.CHAT), Wires::of);
        String answer = send(model, Dialect.CHAT, "/", Headers.NONE, Bytes.of("{\"model\":\"m\",\"messages\":[]}"))
                .body()
                .utf8();
        assertTrue(answer.startsWith("{\"id\":\"chatcmpl-aux\",\"object\":\"chat.completion\""), answer);
    }
}
