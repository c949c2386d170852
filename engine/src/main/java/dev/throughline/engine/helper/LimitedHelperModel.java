package dev.throughline.engine.helper;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Usage;
import dev.throughline.wire.DialectProfile;
import dev.throughline.wire.NewRequest;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a model within limits.
 *
 * <p>If an answer is not JSON that matches the schema, the question is asked again with a description of the problem,
 * at most three times in total. If the model cannot be reached, refuses the request or takes too long, the question is
 * not asked again, because the caller has waited long enough. Three failed questions in a row open the {@link
 * CircuitBreaker} for a minute. A question whose caller waits for less than the longest time does not count as failed
 * if it takes too long: the model may just need longer. Safe for use by many threads.
 */
public final class LimitedHelperModel implements HelperModel {
    private static final Logger LOG = LoggerFactory.getLogger(LimitedHelperModel.class);

    private static final String TIMEOUT = "timeout";

    static final int MAX_ATTEMPTS = 3;
    private static final int OK = 200;

    /** The divisor of the safety margin: the cost of the estimated prompt plus a quarter is reserved. */
    private static final int MARGIN_DIVISOR = 4;

    /** The output tokens that are reserved when a session's own model continues its prompt. */
    private static final int CONTINUATION_TOKENS = 4_000;

    /**
     * The services and limits of a helper model.
     *
     * @param callers returns the caller of a session, if it is known
     * @param usesSessionModel whether these are the sessions' own callers and models
     * @param funds the savings that pay for questions; empty if questions are limited only by the allowance
     * @param maxTime the longest time for any question
     */
    public record HelperServices(
            HelperUpstream upstream,
            Function<Dialect, Wire> wires,
            Function<SessionRef, Optional<SessionCaller>> callers,
            boolean usesSessionModel,
            HelperAllowance allowance,
            Optional<HelperFunds> funds,
            CircuitBreaker breaker,
            HelperListener listener,
            Duration maxTime,
            Clock clock) {}

    private final HelperServices services;
    private final String frame = TextResources.text(LimitedHelperModel.class, "question.md");

    public LimitedHelperModel(HelperServices services) {
        this.services = services;
    }

    @Override
    public boolean usesSessionModel() {
        return services.usesSessionModel();
    }

    /** If questions are paid from savings, a question needs savings and a known caller. */
    @Override
    public boolean isAvailable(SessionRef session) {
        return mayAsk(session, services.funds());
    }

    @Override
    public Optional<String> model(SessionRef session) {
        return services.callers().apply(session).map(SessionCaller::model);
    }

    /** A summary replaces a history that is read again with every request, so it pays for itself in its session. */
    @Override
    public boolean canContinue(SessionRef session) {
        return mayAsk(session, services.funds().map(HelperFunds::withoutSessionLimit));
    }

    private boolean mayAsk(SessionRef session, Optional<HelperFunds> funds) {
        return funds.isEmpty()
                || (services.callers().apply(session).isPresent() && funds.get().hasFunds(session));
    }

    @Override
    public <T> HelperAnswer<T> ask(SessionRef session, HelperQuestion<T> question) {
        return withinLimits(
                session,
                new Limited(question.name(), question.timeout()),
                SessionCaller::model,
                caller -> askWithRetries(session, question, caller));
    }

    @Override
    public HelperAnswer<String> continuePrompt(SessionRef session, HelperPrompt prompt) {
        return withinLimits(session, new Limited(prompt.name(), prompt.timeout()), _ -> prompt.model(), caller -> {
            if (!caller.dialect().equals(prompt.dialect())) {
                return new HelperAnswer.None<>(HelperAnswer.NO_CALLER);
            }
            HelperUpstream.HelperRequest request = new HelperUpstream.HelperRequest(
                    prompt.dialect(),
                    caller.target(),
                    caller.headers(),
                    prompt.body(),
                    prompt.model(),
                    limited(prompt.timeout()));
            return sendIfFunded(
                    session, request, CONTINUATION_TOKENS, services.funds().map(HelperFunds::withoutSessionLimit));
        });
    }

    private Duration limited(Duration time) {
        return time.compareTo(services.maxTime()) < 0 ? time : services.maxTime();
    }

    /** The name of a question, and how long its caller waits. */
    private record Limited(String name, Duration timeout) {}

    /**
     * Checks the limits, asks, and reports the result to the circuit breaker and the listener.
     *
     * @param model returns the name of the model that is asked, for the listener
     */
    private <T> HelperAnswer<T> withinLimits(
            SessionRef session,
            Limited limited,
            Function<SessionCaller, String> model,
            Function<SessionCaller, HelperAnswer<T>> question) {
        Optional<SessionCaller> caller = services.callers().apply(session);
        HelperAnswer<T> answer;
        if (caller.isEmpty()) {
            answer = new HelperAnswer.None<>(HelperAnswer.NO_CALLER);
        } else if (!limited.timeout().isPositive()) {
            answer = new HelperAnswer.None<>(HelperAnswer.NO_TIME);
        } else if (!services.allowance().hasTokens(session)) {
            answer = new HelperAnswer.None<>("budget");
        } else if (!services.breaker().allows()) {
            answer = new HelperAnswer.None<>("breaker");
        } else {
            answer = askAndReport(question, caller.get(), limited.timeout());
        }
        if (answer instanceof HelperAnswer.None<T> none && !none.reason().equals(HelperAnswer.NO_FUNDS)) {
            LOG.info(
                    "session {}: the helper model did not answer '{}': {}",
                    session.id(),
                    limited.name(),
                    none.reason());
        }
        services.listener()
                .questionEnded(session, limited.name(), caller.map(model).orElse(""), answer);
        return answer;
    }

    private <T> HelperAnswer<T> askAndReport(
            Function<SessionCaller, HelperAnswer<T>> question, SessionCaller caller, Duration timeout) {
        boolean isShort = timeout.compareTo(services.maxTime()) < 0;
        HelperAnswer<T> answer = new HelperAnswer.None<>("failed");
        try {
            answer = question.apply(caller);
        } catch (RuntimeException e) {
            LOG.error("a question to the helper model failed", e);
        }
        switch (answer) {
            case HelperAnswer.Answered<T> _ -> services.breaker().succeeded();
            case HelperAnswer.None<T> none when none.wasNotSent() -> {} // The model was not asked, so it did not fail.
            case HelperAnswer.None<T> none when isShort && none.reason().equals(TIMEOUT) -> {}
            case HelperAnswer.None<T> _ -> services.breaker().failed();
        }
        return answer;
    }

    private <T> HelperAnswer<T> askWithRetries(SessionRef session, HelperQuestion<T> question, SessionCaller caller) {
        Instant end = services.clock().instant().plus(limited(question.timeout()));
        Usage usage = Usage.NONE;
        String problem = "";
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Duration left = Duration.between(services.clock().instant(), end);
            if (!left.isPositive()) {
                return new HelperAnswer.None<>(TIMEOUT, usage);
            }
            if (attempt > 0 && !services.allowance().hasTokens(session)) {
                return new HelperAnswer.None<>("budget", usage);
            }
            HelperUpstream.HelperRequest request = request(question, caller, problem, left);
            HelperAnswer<String> reply = sendIfFunded(session, request, question.outputTokens(), services.funds());
            usage = usage.plus(reply.usage());
            switch (reply) {
                case HelperAnswer.None<String> none -> {
                    return new HelperAnswer.None<>(none.reason(), usage);
                }
                case HelperAnswer.Answered<String> answered -> {
                    ParsedAnswer<T> parsed = parse(question, answered.content());
                    if (parsed.value().isPresent()) {
                        return new HelperAnswer.Answered<>(parsed.value().get(), usage);
                    }
                    problem = parsed.problem();
                }
            }
        }
        return new HelperAnswer.None<>("malformed", usage);
    }

    private HelperUpstream.HelperRequest request(
            HelperQuestion<?> question, SessionCaller caller, String problem, Duration timeout) {
        String instructions = frame.replace("{instructions}", question.instructions())
                .replace("{schema}", question.schema().text().utf8());
        String input = problem.isEmpty()
                ? question.input()
                : question.input() + "\n\nYour last answer could not be used: " + problem
                        + "\nAnswer again, with the JSON alone.";
        // With a ChatGPT account, the provider rejects an output limit as an unknown parameter.
        int outputTokens = caller.headers().has("chatgpt-account-id") ? 0 : question.outputTokens();
        NewRequest fresh = new NewRequest(caller.model(), instructions, input, outputTokens);
        Headers headers = caller.headers().has("content-type")
                ? caller.headers()
                : caller.headers().and("content-type", "application/json");
        return new HelperUpstream.HelperRequest(
                caller.dialect(),
                caller.target(),
                headers,
                services.wires().apply(caller.dialect()).newRequest(fresh),
                caller.model(),
                timeout);
    }

    /** The value of an answer, or a description of the problem with it. */
    private record ParsedAnswer<T>(Optional<T> value, String problem) {}

    private static <T> ParsedAnswer<T> parse(HelperQuestion<T> question, String text) {
        try {
            Json json = Json.parse(Bytes.of(withoutFence(text)));
            List<String> problems = question.schema().problems(json);
            return problems.isEmpty()
                    ? new ParsedAnswer<>(Optional.of(question.reader().apply(json)), "")
                    : new ParsedAnswer<>(Optional.empty(), String.join("; ", problems));
        } catch (UnreadableException | IllegalArgumentException e) {
            return new ParsedAnswer<>(Optional.empty(), "it is not JSON of the schema: " + e.getMessage());
        }
    }

    /** The text without a Markdown code fence, which models often put around JSON. */
    private static String withoutFence(String text) {
        String stripped = text.strip();
        int line = stripped.indexOf('\n');
        boolean isFenced =
                stripped.startsWith("```") && stripped.endsWith("```") && line > 0 && line < stripped.length() - 3;
        return isFenced ? stripped.substring(line + 1, stripped.length() - 3).strip() : stripped;
    }

    /** Sends a request if the funds cover its maximum cost: an uncached prompt and a reply of full length. */
    private HelperAnswer<String> sendIfFunded(
            SessionRef session, HelperUpstream.HelperRequest request, int outputTokens, Optional<HelperFunds> funds) {
        Wire wire = services.wires().apply(request.dialect());
        long prompt = wire.profile().tokens(request.body().length());
        Usage maxCost = new Usage(0, 0, prompt + prompt / MARGIN_DIVISOR, outputTokens);
        if (funds.isPresent() && !funds.get().reserve(session, request.model(), maxCost)) {
            return new HelperAnswer.None<>(HelperAnswer.NO_FUNDS);
        }
        Usage cost = maxCost; // If an internal error ends the call, the cost is unknown.
        try {
            HelperAnswer<String> answer = send(wire, session, request);
            cost = answer.usage();
            services.allowance().spend(session, cost);
            return answer;
        } finally {
            if (funds.isPresent()) {
                funds.get().settle(session, request.model(), maxCost, cost);
            }
        }
    }

    /** The text of the reply to one request, or the reason why there is none. */
    private HelperAnswer<String> send(Wire wire, SessionRef session, HelperUpstream.HelperRequest request) {
        HelperUpstream.HelperReply reply;
        try {
            services.listener().requestSent(session, request);
            reply = services.upstream().send(request);
            services.listener().replyReceived(session, reply);
        } catch (ProxyException e) {
            // A provider that was reached is assumed to bill the prompt.
            Usage cost = e.code().equals("upstream_unreachable") ? Usage.NONE : estimate(wire, request, Bytes.EMPTY);
            return new HelperAnswer.None<>(e.code().equals("upstream_timeout") ? TIMEOUT : "unreachable", cost);
        }
        if (reply.status() != OK) {
            LOG.info("the helper model answered with status {}", reply.status());
            return new HelperAnswer.None<>("status");
        }
        return read(wire, request, reply);
    }

    private static HelperAnswer<String> read(
            Wire wire, HelperUpstream.HelperRequest request, HelperUpstream.HelperReply helperReply) {
        ReplyReader reader = helperReply.isStream() ? wire.streamedReply() : wire.wholeReply();
        Bytes body = helperReply.body();
        reader.feed(body.array(), body.offset(), body.length());
        Reply reply = reader.finish();
        Usage usage = reply.usage().orElseGet(() -> estimate(wire, request, body));
        return switch (reply.ending()) {
            case COMPLETE -> new HelperAnswer.Answered<>(text(wire, reply), usage);
            case INCOMPLETE, FAILED, CUT -> new HelperAnswer.None<>("incomplete", usage);
        };
    }

    /** The estimated usage, for a provider that reports none. It is assumed to bill every token. */
    private static Usage estimate(Wire wire, HelperUpstream.HelperRequest request, Bytes reply) {
        DialectProfile profile = wire.profile();
        return new Usage(profile.tokens(request.body().length()), 0, 0, profile.tokens(reply.length()));
    }

    private static String text(Wire wire, Reply reply) {
        return reply.elements().stream()
                .flatMap(element -> wire.itemise(element, new Span(0, element.length())).stream()
                        .filter(item -> item.kind() == ItemKind.ASSISTANT)
                        .map(item -> wire.text(element, item)))
                .collect(Collectors.joining("\n"));
    }
}
