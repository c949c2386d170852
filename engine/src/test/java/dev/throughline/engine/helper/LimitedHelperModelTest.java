package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class LimitedHelperModelTest {
    private static final Usage COST = new Usage(10, 0, 0, 5);

    private final Ticking clock = new Ticking();
    private final Deque<Supplier<HelperUpstream.HelperReply>> script = new ArrayDeque<>();
    private final List<HelperUpstream.HelperRequest> sent = new ArrayList<>();
    private final List<HelperAnswer<?>> heard = new ArrayList<>();
    private final List<String> models = new ArrayList<>();
    private Optional<SessionCaller> caller = Optional.of(
            new SessionCaller(ChatDialect.NAME, "/v1/chat/completions", Headers.of("authorization", "Bearer k"), "m"));

    private HelperFunds funds = HelperFunds.UNLIMITED;

    private LimitedHelperModel consulting(long perSession) {
        HelperUpstream upstream = request -> {
            sent.add(request);
            return script.removeFirst().get();
        };
        return new LimitedHelperModel(new LimitedHelperModel.HelperServices(
                upstream,
                Dialects::of,
                _ -> caller,
                /* usesSessionModel= */ true,
                new HelperAllowance(clock, perSession, Long.MAX_VALUE, funds),
                new CircuitBreaker(clock),
                (_, _, model, asked) -> {
                    heard.add(asked);
                    models.add(model);
                },
                Duration.ofSeconds(10),
                clock));
    }

    private static HelperUpstream.HelperReply said(String text) {
        String body = "{\"id\":\"c\",\"object\":\"chat.completion\",\"model\":\"m\",\"choices\":[{\"index\":0,"
                + "\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":"
                + JsonBuilder.quoted(text).utf8()
                + "}}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}";
        return new HelperUpstream.HelperReply(200, /* isStream= */ false, Bytes.of(body));
    }

    private static Supplier<HelperUpstream.HelperReply> trouble(String code) {
        return () -> {
            throw new ProxyException(ProxyException.Kind.UPSTREAM, code, "no");
        };
    }

    private static HelperAnswer<String> ask(LimitedHelperModel consulting) {
        return consulting.ask(Questions.session(1), Questions.word());
    }

    @Test
    void an_answer_of_the_shape_is_read_also_from_a_fence() {
        script.add(() -> said("```json\n{\"word\":\"yes\"}\n```"));
        assertEquals(new HelperAnswer.Answered<>("yes", COST), ask(consulting(1_000)));
        assertEquals(List.of(new HelperAnswer.Answered<>("yes", COST)), heard);
        assertTrue(sent.getFirst().body().utf8().contains("Say one word."));
        assertTrue(sent.getFirst().headers().has("authorization"));
    }

    @Test
    void the_bill_names_the_model_that_was_asked() {
        LimitedHelperModel consulting = consulting(1_000);
        script.add(() -> said("a summary"));
        consulting.continuePrompt(
                Questions.session(1),
                new HelperPrompt("summary", ChatDialect.NAME, "larger", Bytes.of("{}"), Duration.ofSeconds(5)));
        script.add(() -> said("{\"word\":\"yes\"}"));
        ask(consulting);
        assertEquals(List.of("larger", "m"), models);
    }

    @Test
    void a_malformed_answer_is_asked_for_again_with_what_was_wrong() {
        script.add(() -> said("I think it is yes."));
        script.add(() -> said("{\"word\":1}"));
        script.add(() -> said("{\"word\":\"yes\"}"));
        assertEquals(new HelperAnswer.Answered<>("yes", new Usage(30, 0, 0, 15)), ask(consulting(1_000)));
        assertTrue(sent.get(2).body().utf8().contains("$.word: expected string"));
    }

    @Test
    void the_third_malformed_answer_is_the_last() {
        for (int i = 0; i < 4; i++) {
            script.add(() -> said("no JSON"));
        }
        assertEquals(new HelperAnswer.None<>("malformed", new Usage(30, 0, 0, 15)), ask(consulting(1_000)));
        assertEquals(3, sent.size());
    }

    @Test
    void trouble_on_the_way_is_not_tried_again() {
        LimitedHelperModel consulting = consulting(1_000);
        script.add(trouble("upstream_unreachable"));
        assertEquals(new HelperAnswer.None<>("unreachable"), ask(consulting));
        script.add(trouble("upstream_timeout"));
        HelperAnswer<String> late = ask(consulting);
        assertEquals("timeout", ((HelperAnswer.None<String>) late).reason());
        assertTrue(late.usage().input() > 0, "whoever took a prompt may bill it");
        assertEquals(2, sent.size());
    }

    @Test
    void a_status_that_is_not_200_is_not_tried_again() {
        script.add(() -> new HelperUpstream.HelperReply(500, /* isStream= */ false, Bytes.of("{}")));
        assertEquals(new HelperAnswer.None<>("status"), ask(consulting(1_000)));
        assertEquals(1, sent.size());
    }

    @Test
    void three_failures_in_a_row_stop_the_questions_for_a_minute() {
        LimitedHelperModel consulting = consulting(1_000);
        for (int i = 0; i < 3; i++) {
            script.add(trouble("upstream_broken"));
            ask(consulting);
        }
        assertEquals(new HelperAnswer.None<>("breaker"), ask(consulting));
        assertEquals(3, sent.size());
        clock.pass(CircuitBreaker.PAUSE);
        script.add(() -> said("{\"word\":\"back\"}"));
        assertEquals(Optional.of("back"), ask(consulting).value());
    }

    @Test
    void a_session_that_has_spent_its_tokens_is_not_served() {
        LimitedHelperModel consulting = consulting(20);
        script.add(() -> said("{\"word\":\"one\"}"));
        script.add(() -> said("{\"word\":\"two\"}"));
        assertEquals(Optional.of("one"), ask(consulting).value());
        assertEquals(Optional.of("two"), ask(consulting).value());
        assertEquals(new HelperAnswer.None<>("budget"), ask(consulting));
    }

    @Test
    void the_time_is_for_all_attempts_together() {
        script.add(() -> {
            clock.pass(Duration.ofSeconds(4));
            return said("no JSON");
        });
        script.add(() -> {
            clock.pass(Duration.ofSeconds(6));
            return said("no JSON");
        });
        assertEquals("timeout", ((HelperAnswer.None<String>) ask(consulting(1_000))).reason());
        assertEquals(
                List.of(10L, 6L),
                sent.stream().map(one -> one.timeout().toSeconds()).toList());
    }

    @Test
    void a_bug_of_ours_is_no_answer_and_no_exception() {
        script.add(() -> {
            throw new IllegalStateException("a bug");
        });
        assertEquals(new HelperAnswer.None<>("failed"), ask(consulting(1_000)));
    }

    @Test
    void without_a_caller_nobody_is_asked() {
        caller = Optional.empty();
        assertEquals(new HelperAnswer.None<>("no_caller"), ask(consulting(1_000)));
        assertEquals(List.of(), sent);
    }

    @Test
    void a_question_that_savings_cannot_pay_is_not_asked_and_no_failure() {
        funds = new Purse(100); // An answer may have as many.
        LimitedHelperModel consulting = consulting(1_000);
        assertTrue(consulting.isAvailable(Questions.session(1)));
        for (int i = 0; i < 9; i++) {
            HelperAnswer<String> asked = ask(consulting);
            assertEquals(new HelperAnswer.None<>("no_funds"), asked);
            assertTrue(((HelperAnswer.None<String>) asked).wasNotSent());
        }
        assertEquals(List.of(), sent);
        assertFalse(consulting(new Purse(0)).isAvailable(Questions.session(1)));
        caller = Optional.empty();
        assertFalse(consulting(new Purse(1_000)).isAvailable(Questions.session(1)));
    }

    private LimitedHelperModel consulting(HelperFunds other) {
        funds = other;
        return consulting(1_000);
    }

    @Test
    void what_a_question_under_way_may_cost_cannot_be_spent_by_another() {
        Purse purse = new Purse(400);
        LimitedHelperModel consulting = consulting(purse);
        script.add(() -> {
            assertEquals(new HelperAnswer.None<>("no_funds"), ask(consulting));
            return said("{\"word\":\"first\"}");
        });
        script.add(() -> said("{\"word\":\"second\"}"));
        assertEquals(Optional.of("first"), ask(consulting).value());
        assertEquals(400 - 15, purse.left, "what it did not cost is there again");
        assertEquals(Optional.of("second"), ask(consulting).value());
        assertEquals(Set.of(Questions.session(1)), purse.payers, "the session that it is asked for pays");
    }

    @Test
    void to_go_on_is_paid_for_by_the_home_and_a_question_by_the_session() {
        Purse home = new Purse(9_000);
        Purse session = new Purse(0) {
            @Override
            public HelperFunds withoutSessionLimit() {
                return home;
            }
        };
        LimitedHelperModel consulting = consulting(session);
        assertFalse(consulting.isAvailable(Questions.session(1)));
        assertTrue(consulting.canContinue(Questions.session(1)));
        assertEquals(new HelperAnswer.None<>("no_funds"), ask(consulting));
        script.add(() -> said("some words"));
        HelperPrompt prompt = new HelperPrompt(
                "summary", ChatDialect.NAME, "big", Bytes.of("{\"model\":\"big\"}"), Duration.ofSeconds(5));
        assertEquals(
                Optional.of("some words"),
                consulting.continuePrompt(Questions.session(1), prompt).value());
        assertEquals(Set.of(Questions.session(1)), home.payers);
    }

    @Test
    void a_prompt_of_the_session_is_paid_for_as_if_no_cache_had_it() {
        Bytes body = Bytes.of("{\"model\":\"big\",\"messages\":[]," + " ".repeat(4_000) + "}");
        HelperPrompt prompt = new HelperPrompt("summary", ChatDialect.NAME, "big", body, Duration.ofSeconds(5));
        HelperAnswer<String> refused = consulting(new Purse(4_999)).continuePrompt(Questions.session(1), prompt);
        assertEquals(new HelperAnswer.None<>("no_funds"), refused);
        script.add(() -> said("some words"));
        HelperAnswer<String> asked = consulting(new Purse(6_000)).continuePrompt(Questions.session(1), prompt);
        assertEquals(Optional.of("some words"), asked.value());
    }

    @Test
    void a_prompt_of_the_session_is_sent_as_it_is() {
        script.add(() -> said("some words"));
        Bytes body = Bytes.of("{\"model\":\"big\",\"messages\":[]}");
        HelperPrompt prompt = new HelperPrompt("summary", ChatDialect.NAME, "big", body, Duration.ofSeconds(5));
        assertEquals(
                Optional.of("some words"),
                consulting(1_000).continuePrompt(Questions.session(1), prompt).value());
        assertEquals(body, sent.getFirst().body());
        assertEquals(Duration.ofSeconds(5), sent.getFirst().timeout());
    }

    @Test
    void a_session_that_speaks_another_dialect_by_now_is_not_served() {
        HelperPrompt prompt =
                new HelperPrompt("summary", MessagesDialect.NAME, "m", Bytes.of("{}"), Duration.ofSeconds(5));
        assertEquals(
                new HelperAnswer.None<>("no_caller"), consulting(1_000).continuePrompt(Questions.session(1), prompt));
    }

    @ParameterizedTest
    @MethodSource("wires")
    void a_question_is_a_valid_request_of_every_dialect(Wire wire) {
        Dialect dialect = wire.profile().dialect();
        caller = Optional.of(new SessionCaller(dialect, "/target", Headers.of("x-api-key", "k"), "big"));
        script.add(() -> new HelperUpstream.HelperReply(503, /* isStream= */ false, Bytes.EMPTY));
        ask(consulting(1_000));
        HelperUpstream.HelperRequest request = sent.getFirst();
        Request decoded = wire.decode(request.body());
        assertEquals(List.of(), wire.validate(decoded));
        assertEquals(
                List.of(dialect, "/target", "big", "big", OptionalLong.of(100)),
                List.of(request.dialect(), request.target(), request.model(), decoded.model(), decoded.outputLimit()));
        assertEquals(Optional.of("application/json"), request.headers().first("content-type"));
        assertFalse(request.toString().contains("Which word?"), request.toString());
    }

    static List<Wire> wires() {
        return List.of(ChatDialect.WIRE, MessagesDialect.WIRE, ResponsesDialect.WIRE);
    }

    @Test
    void a_login_with_an_account_gets_no_output_limit() {
        caller = Optional.of(
                new SessionCaller(ResponsesDialect.NAME, "/responses", Headers.of("chatgpt-account-id", "a"), "gpt-9"));
        script.add(() -> new HelperUpstream.HelperReply(503, /* isStream= */ false, Bytes.EMPTY));
        ask(consulting(1_000));
        assertEquals(
                OptionalLong.empty(),
                ResponsesDialect.WIRE.decode(sent.getFirst().body()).outputLimit());
    }

    @Test
    void a_streamed_reply_is_read_like_a_whole_one() {
        String body = "data:"
            + " {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"{\\\"word\\\":\\\"yes\\\"}\"}}]}\n\n"
            + "data:"
            + " {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}\n\n"
            + "data: [DONE]\n\n";
        script.add(() -> new HelperUpstream.HelperReply(200, /* isStream= */ true, Bytes.of(body)));
        assertEquals(new HelperAnswer.Answered<>("yes", COST), ask(consulting(1_000)));
    }

    @Test
    void a_reply_that_was_cut_is_no_answer_and_is_paid_for() {
        script.add(() -> new HelperUpstream.HelperReply(
                200,
                /* isStream= */ false,
                Bytes.of(said("{\"word\":\"ye").body().utf8().replace("\"stop\"", "\"length\""))));
        assertEquals(new HelperAnswer.None<>("incomplete", COST), ask(consulting(1_000)));
        assertEquals(1, sent.size(), "it is not requested again");
    }

    @Test
    void a_provider_that_reports_no_usage_is_assumed_to_bill_every_token() {
        script.add(() -> new HelperUpstream.HelperReply(
                200,
                /* isStream= */ false,
                Bytes.of(said("{\"word\":\"yes\"}").body().utf8().replaceFirst(",\"usage\":.*", "}"))));
        HelperAnswer<String> answer = ask(consulting(1_000));
        assertEquals(Optional.of("yes"), answer.value());
        long tokens = ChatDialect.WIRE.profile().tokens(sent.getFirst().body().length());
        assertEquals(tokens, answer.usage().input());
        assertTrue(answer.usage().output() > 0);
    }

    @Test
    void a_session_that_spends_its_tokens_between_attempts_is_not_asked_again() {
        script.add(() -> said("no JSON"));
        assertEquals(new HelperAnswer.None<>("budget", COST), ask(consulting(15)));
        assertEquals(1, sent.size());
    }

    @Test
    void a_prompt_that_was_taken_and_not_answered_counts_against_the_allowance() {
        script.add(trouble("upstream_broken"));
        LimitedHelperModel consulting = consulting(20);
        assertTrue(ask(consulting).usage().input() > 20);
        assertEquals(new HelperAnswer.None<>("budget"), ask(consulting));
    }

    @Test
    void an_internal_error_keeps_the_whole_reservation_since_the_cost_is_unknown() {
        Purse purse = new Purse(1_000);
        script.add(() -> {
            throw new IllegalStateException("a bug");
        });
        assertEquals(new HelperAnswer.None<>("failed"), ask(consulting(purse)));
        assertTrue(purse.left < 1_000 - 100, "left " + purse.left);
    }

    @Test
    void a_reader_that_refuses_the_answer_makes_it_malformed() {
        HelperQuestion<String> word = Questions.word();
        HelperQuestion<String> picky = new HelperQuestion<>(
                word.name(),
                word.instructions(),
                word.input(),
                word.schema(),
                _ -> {
                    throw new IllegalArgumentException("not this word");
                },
                word.outputTokens(),
                word.timeout());
        for (int i = 0; i < 3; i++) {
            script.add(() -> said("{\"word\":\"yes\"}"));
        }
        HelperAnswer<String> answer = consulting(1_000).ask(Questions.session(1), picky);
        assertEquals(new HelperAnswer.None<>("malformed", new Usage(30, 0, 0, 15)), answer);
        assertTrue(sent.getLast().body().utf8().contains("not this word"), "the model is told why");
    }
}
