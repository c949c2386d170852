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

    private final ManualClock clock = new ManualClock();
    private final Deque<Supplier<HelperUpstream.HelperReply>> script = new ArrayDeque<>();
    private final List<HelperUpstream.HelperRequest> sent = new ArrayList<>();
    private final List<HelperAnswer<?>> reported = new ArrayList<>();
    private final List<String> models = new ArrayList<>();
    private Optional<SessionCaller> caller = Optional.of(
            new SessionCaller(ChatDialect.NAME, "/v1/chat/completions", Headers.of("authorization", "Bearer k"), "m"));

    private Optional<HelperFunds> funds = Optional.empty();

    private LimitedHelperModel helper(long perSession) {
        HelperUpstream upstream = request -> {
            sent.add(request);
            return script.removeFirst().get();
        };
        return new LimitedHelperModel(new LimitedHelperModel.HelperServices(
                upstream,
                Dialects::of,
                _ -> caller,
                /* usesSessionModel= */ true,
                new HelperAllowance(clock, perSession, Long.MAX_VALUE),
                funds,
                new CircuitBreaker(clock),
                (_, _, model, asked) -> {
                    reported.add(asked);
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

    private static Supplier<HelperUpstream.HelperReply> failure(String code) {
        return () -> {
            throw new ProxyException(ProxyException.Kind.UPSTREAM, code, "no");
        };
    }

    private static HelperAnswer<String> ask(LimitedHelperModel helper) {
        return helper.ask(Questions.session(1), Questions.word());
    }

    @Test
    void a_matching_answer_is_read_from_a_code_fence() {
        script.add(() -> said("```json\n{\"word\":\"yes\"}\n```"));
        assertEquals(new HelperAnswer.Answered<>("yes", COST), ask(helper(1_000)));
        assertEquals(List.of(new HelperAnswer.Answered<>("yes", COST)), reported);
        assertTrue(sent.getFirst().body().utf8().contains("Say one word."));
        assertTrue(sent.getFirst().headers().has("authorization"));
    }

    @Test
    void the_bill_names_the_model_that_was_asked() {
        LimitedHelperModel helper = helper(1_000);
        script.add(() -> said("a summary"));
        helper.continuePrompt(
                Questions.session(1),
                new HelperPrompt("summary", ChatDialect.NAME, "larger", Bytes.of("{}"), Duration.ofSeconds(5)));
        script.add(() -> said("{\"word\":\"yes\"}"));
        ask(helper);
        assertEquals(List.of("larger", "m"), models);
    }

    @Test
    void a_malformed_answer_is_asked_for_again_with_what_was_wrong() {
        script.add(() -> said("I think it is yes."));
        script.add(() -> said("{\"word\":1}"));
        script.add(() -> said("{\"word\":\"yes\"}"));
        assertEquals(new HelperAnswer.Answered<>("yes", new Usage(30, 0, 0, 15)), ask(helper(1_000)));
        assertTrue(sent.get(2).body().utf8().contains("$.word: expected string"));
    }

    @Test
    void the_third_malformed_answer_is_the_last() {
        for (int i = 0; i < 4; i++) {
            script.add(() -> said("no JSON"));
        }
        assertEquals(new HelperAnswer.None<>("malformed", new Usage(30, 0, 0, 15)), ask(helper(1_000)));
        assertEquals(3, sent.size());
    }

    @Test
    void a_connection_failure_is_not_retried() {
        LimitedHelperModel helper = helper(1_000);
        script.add(failure("upstream_unreachable"));
        assertEquals(new HelperAnswer.None<>("unreachable"), ask(helper));
        script.add(failure("upstream_timeout"));
        HelperAnswer<String> late = ask(helper);
        assertEquals("timeout", ((HelperAnswer.None<String>) late).reason());
        assertTrue(late.usage().input() > 0, "the provider may bill a prompt that it received");
        assertEquals(2, sent.size());
    }

    @Test
    void a_status_other_than_200_is_not_retried() {
        script.add(() -> new HelperUpstream.HelperReply(500, /* isStream= */ false, Bytes.of("{}")));
        assertEquals(new HelperAnswer.None<>("status"), ask(helper(1_000)));
        assertEquals(1, sent.size());
    }

    @Test
    void three_failures_in_a_row_stop_the_questions_for_a_minute() {
        LimitedHelperModel helper = helper(1_000);
        for (int i = 0; i < 3; i++) {
            script.add(failure("upstream_broken"));
            ask(helper);
        }
        assertEquals(new HelperAnswer.None<>("breaker"), ask(helper));
        assertEquals(3, sent.size());
        clock.advance(CircuitBreaker.PAUSE);
        script.add(() -> said("{\"word\":\"back\"}"));
        assertEquals(Optional.of("back"), ask(helper).value());
    }

    @Test
    void a_session_that_has_spent_its_tokens_is_not_served() {
        LimitedHelperModel helper = helper(20);
        script.add(() -> said("{\"word\":\"one\"}"));
        script.add(() -> said("{\"word\":\"two\"}"));
        assertEquals(Optional.of("one"), ask(helper).value());
        assertEquals(Optional.of("two"), ask(helper).value());
        assertEquals(new HelperAnswer.None<>("budget"), ask(helper));
    }

    @Test
    void the_timeout_covers_all_attempts() {
        script.add(() -> {
            clock.advance(Duration.ofSeconds(4));
            return said("no JSON");
        });
        script.add(() -> {
            clock.advance(Duration.ofSeconds(6));
            return said("no JSON");
        });
        assertEquals("timeout", ((HelperAnswer.None<String>) ask(helper(1_000))).reason());
        assertEquals(
                List.of(10L, 6L),
                sent.stream().map(one -> one.timeout().toSeconds()).toList());
    }

    @Test
    void an_internal_error_gives_no_answer_and_no_exception() {
        script.add(() -> {
            throw new IllegalStateException("a bug");
        });
        assertEquals(new HelperAnswer.None<>("failed"), ask(helper(1_000)));
    }

    @Test
    void without_a_caller_nothing_is_sent() {
        caller = Optional.empty();
        assertEquals(new HelperAnswer.None<>("no_caller"), ask(helper(1_000)));
        assertEquals(List.of(), sent);
    }

    @Test
    void a_question_that_the_funds_do_not_cover_is_not_sent() {
        funds = Optional.of(new TestFunds(100)); // The output limit of the question alone is as much.
        LimitedHelperModel helper = helper(1_000);
        assertTrue(helper.isAvailable(Questions.session(1)));
        for (int i = 0; i < 9; i++) {
            HelperAnswer<String> asked = ask(helper);
            assertEquals(new HelperAnswer.None<>("no_funds"), asked);
            assertTrue(((HelperAnswer.None<String>) asked).wasNotSent());
        }
        assertEquals(List.of(), sent);
        assertFalse(helper(new TestFunds(0)).isAvailable(Questions.session(1)));
        caller = Optional.empty();
        assertFalse(helper(new TestFunds(1_000)).isAvailable(Questions.session(1)));
    }

    private LimitedHelperModel helper(HelperFunds other) {
        funds = Optional.of(other);
        return helper(1_000);
    }

    @Test
    void funds_reserved_for_one_question_cannot_be_spent_on_another() {
        TestFunds testFunds = new TestFunds(400);
        LimitedHelperModel helper = helper(testFunds);
        script.add(() -> {
            assertEquals(new HelperAnswer.None<>("no_funds"), ask(helper));
            return said("{\"word\":\"first\"}");
        });
        script.add(() -> said("{\"word\":\"second\"}"));
        assertEquals(Optional.of("first"), ask(helper).value());
        assertEquals(400 - 15, testFunds.left, "the rest of the reservation is released");
        assertEquals(Optional.of("second"), ask(helper).value());
        assertEquals(Set.of(Questions.session(1)), testFunds.payers, "the session of the question pays");
    }

    @Test
    void a_continuation_is_paid_for_by_the_home_and_a_question_by_the_session() {
        TestFunds home = new TestFunds(9_000);
        TestFunds session = new TestFunds(0) {
            @Override
            public HelperFunds withoutSessionLimit() {
                return home;
            }
        };
        LimitedHelperModel helper = helper(session);
        assertFalse(helper.isAvailable(Questions.session(1)));
        assertTrue(helper.canContinue(Questions.session(1)));
        assertEquals(new HelperAnswer.None<>("no_funds"), ask(helper));
        script.add(() -> said("some words"));
        HelperPrompt prompt = new HelperPrompt(
                "summary", ChatDialect.NAME, "big", Bytes.of("{\"model\":\"big\"}"), Duration.ofSeconds(5));
        assertEquals(
                Optional.of("some words"),
                helper.continuePrompt(Questions.session(1), prompt).value());
        assertEquals(Set.of(Questions.session(1)), home.payers);
    }

    @Test
    void funds_for_a_continuation_are_reserved_as_if_nothing_were_cached() {
        Bytes body = Bytes.of("{\"model\":\"big\",\"messages\":[]," + " ".repeat(4_000) + "}");
        HelperPrompt prompt = new HelperPrompt("summary", ChatDialect.NAME, "big", body, Duration.ofSeconds(5));
        HelperAnswer<String> refused = helper(new TestFunds(4_999)).continuePrompt(Questions.session(1), prompt);
        assertEquals(new HelperAnswer.None<>("no_funds"), refused);
        script.add(() -> said("some words"));
        HelperAnswer<String> asked = helper(new TestFunds(6_000)).continuePrompt(Questions.session(1), prompt);
        assertEquals(Optional.of("some words"), asked.value());
    }

    @Test
    void a_continuation_is_sent_unchanged() {
        script.add(() -> said("some words"));
        Bytes body = Bytes.of("{\"model\":\"big\",\"messages\":[]}");
        HelperPrompt prompt = new HelperPrompt("summary", ChatDialect.NAME, "big", body, Duration.ofSeconds(5));
        assertEquals(
                Optional.of("some words"),
                helper(1_000).continuePrompt(Questions.session(1), prompt).value());
        assertEquals(body, sent.getFirst().body());
        assertEquals(Duration.ofSeconds(5), sent.getFirst().timeout());
    }

    @Test
    void a_prompt_in_another_dialect_than_the_callers_is_not_sent() {
        HelperPrompt prompt =
                new HelperPrompt("summary", MessagesDialect.NAME, "m", Bytes.of("{}"), Duration.ofSeconds(5));
        assertEquals(new HelperAnswer.None<>("no_caller"), helper(1_000).continuePrompt(Questions.session(1), prompt));
    }

    @ParameterizedTest
    @MethodSource("wires")
    void a_question_is_a_valid_request_of_every_dialect(Wire wire) {
        Dialect dialect = wire.profile().dialect();
        caller = Optional.of(new SessionCaller(dialect, "/target", Headers.of("x-api-key", "k"), "big"));
        script.add(() -> new HelperUpstream.HelperReply(503, /* isStream= */ false, Bytes.EMPTY));
        ask(helper(1_000));
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
        ask(helper(1_000));
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
        assertEquals(new HelperAnswer.Answered<>("yes", COST), ask(helper(1_000)));
    }

    @Test
    void a_reply_that_was_cut_is_no_answer_and_is_paid_for() {
        script.add(() -> new HelperUpstream.HelperReply(
                200,
                /* isStream= */ false,
                Bytes.of(said("{\"word\":\"ye").body().utf8().replace("\"stop\"", "\"length\""))));
        assertEquals(new HelperAnswer.None<>("incomplete", COST), ask(helper(1_000)));
        assertEquals(1, sent.size(), "it is not requested again");
    }

    @Test
    void a_provider_that_reports_no_usage_is_assumed_to_bill_every_token() {
        script.add(() -> new HelperUpstream.HelperReply(
                200,
                /* isStream= */ false,
                Bytes.of(said("{\"word\":\"yes\"}").body().utf8().replaceFirst(",\"usage\":.*", "}"))));
        HelperAnswer<String> answer = ask(helper(1_000));
        assertEquals(Optional.of("yes"), answer.value());
        long tokens = ChatDialect.WIRE.profile().tokens(sent.getFirst().body().length());
        assertEquals(tokens, answer.usage().input());
        assertTrue(answer.usage().output() > 0);
    }

    @Test
    void a_session_that_spends_its_tokens_between_attempts_is_not_asked_again() {
        script.add(() -> said("no JSON"));
        assertEquals(new HelperAnswer.None<>("budget", COST), ask(helper(15)));
        assertEquals(1, sent.size());
    }

    @Test
    void a_prompt_that_was_taken_and_not_answered_counts_against_the_allowance() {
        script.add(failure("upstream_broken"));
        LimitedHelperModel helper = helper(20);
        assertTrue(ask(helper).usage().input() > 20);
        assertEquals(new HelperAnswer.None<>("budget"), ask(helper));
    }

    @Test
    void an_internal_error_keeps_the_whole_reservation_since_the_cost_is_unknown() {
        TestFunds testFunds = new TestFunds(1_000);
        script.add(() -> {
            throw new IllegalStateException("a bug");
        });
        assertEquals(new HelperAnswer.None<>("failed"), ask(helper(testFunds)));
        assertTrue(testFunds.left < 1_000 - 100, "left " + testFunds.left);
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
        HelperAnswer<String> answer = helper(1_000).ask(Questions.session(1), picky);
        assertEquals(new HelperAnswer.None<>("malformed", new Usage(30, 0, 0, 15)), answer);
        assertTrue(sent.getLast().body().utf8().contains("not this word"), "the model is told why");
    }
}
