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
import dev.throughline.wire.Item;
import dev.throughline.wire.NewRequest;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a model, within limits.
 *
 * <p>An answer that is not JSON of the schema is asked for again, with what was wrong about it, three times in all. A
 * model that cannot be reached, refuses or takes too long is not asked again: whoever waits for us has waited enough.
 * Three questions in a row that came to nothing close the {@link CircuitBreaker}'s way for a minute. Safe for use by
 * many threads.
 */
public final class LimitedHelperModel implements HelperModel {
    private static final Logger LOG = LoggerFactory.getLogger(LimitedHelperModel.class);

    static final int MAX_ATTEMPTS = 3;
    private static final int OK = 200;

    /** A fourth more than estimated is reserved. */
    private static final int ESTIMATE_MARGIN = 4;

    /** More than is said when a session's own model goes on. */
    private static final int CONTINUATION_TOKENS = 4_000;

    /**
     * What it needs.
     *
     * @param callers as whom to ask for a session, if that is known
     * @param usesSessionModel whether those are the sessions' own callers and models
     * @param maxTime the longest time for any question
     */
    public record Services(
            HelperUpstream upstream,
            Function<Dialect, Wire> wires,
            Function<SessionRef, Optional<SessionCaller>> callers,
            boolean usesSessionModel,
            HelperAllowance allowance,
            CircuitBreaker breaker,
            HelperListener listener,
            Duration maxTime,
            Clock clock) {}

    private final Services services;
    private final String frame = TextResources.text(LimitedHelperModel.class, "question.md");

    public LimitedHelperModel(Services services) {
        this.services = services;
    }

    @Override
    public boolean usesSessionModel() {
        return services.usesSessionModel();
    }

    /** Where questions have to be paid out of savings, there must be some, and somebody who may be asked. */
    @Override
    public boolean isAvailable(SessionRef session) {
        return mayAsk(session, services.allowance().funds());
    }

    /** A summary takes the place of a history that is read again with every request, so it saves what it costs. */
    @Override
    public boolean canContinue(SessionRef session) {
        return mayAsk(session, services.allowance().funds().withoutSessionLimit());
    }

    private boolean mayAsk(SessionRef session, HelperFunds funds) {
        return funds.isUnlimited() || (services.callers().apply(session).isPresent() && funds.hasFunds(session));
    }

    @Override
    public <T> HelperAnswer<T> ask(SessionRef session, HelperQuestion<T> question) {
        return guarded(session, question.name(), SessionCaller::model, caller -> structured(session, question, caller));
    }

    @Override
    public HelperAnswer<String> continuePrompt(SessionRef session, HelperPrompt prompt) {
        return guarded(session, prompt.name(), _ -> prompt.model(), caller -> {
            if (!caller.dialect().equals(prompt.dialect())) {
                return new HelperAnswer.None<>(HelperAnswer.NO_CALLER);
            }
            HelperUpstream.HelperRequest request = new HelperUpstream.HelperRequest(
                    prompt.dialect(),
                    caller.target(),
                    caller.headers(),
                    prompt.body(),
                    prompt.model(),
                    within(prompt.timeout()));
            return paid(
                    session,
                    request,
                    CONTINUATION_TOKENS,
                    services.allowance().funds().withoutSessionLimit());
        });
    }

    private Duration within(Duration time) {
        return time.compareTo(services.maxTime()) < 0 ? time : services.maxTime();
    }

    /**
     * The guards around a question; a bug of ours counts as no answer.
     *
     * @param model which model is asked, and so billed
     */
    private <T> HelperAnswer<T> guarded(
            SessionRef session,
            String name,
            Function<SessionCaller, String> model,
            Function<SessionCaller, HelperAnswer<T>> asking) {
        HelperAnswer<T> asked;
        Optional<SessionCaller> caller = services.callers().apply(session);
        if (caller.isEmpty()) {
            asked = new HelperAnswer.None<>(HelperAnswer.NO_CALLER);
        } else if (!services.allowance().hasTokens(session)) {
            asked = new HelperAnswer.None<>("budget");
        } else if (!services.breaker().allows()) {
            asked = new HelperAnswer.None<>("breaker");
        } else {
            asked = reported(asking, caller.get());
        }
        if (asked instanceof HelperAnswer.None<T> none && !none.reason().equals(HelperAnswer.NO_FUNDS)) {
            LOG.info("session {}: the helper model did not answer '{}': {}", session.id(), name, none.reason());
        }
        services.listener().questionEnded(session, name, caller.map(model).orElse(""), asked);
        return asked;
    }

    private <T> HelperAnswer<T> reported(Function<SessionCaller, HelperAnswer<T>> asking, SessionCaller caller) {
        HelperAnswer<T> asked = new HelperAnswer.None<>("failed");
        try {
            asked = asking.apply(caller);
        } catch (RuntimeException e) {
            LOG.error("a question to the helper model failed", e);
        }
        switch (asked) {
            case HelperAnswer.Answer<T> _ -> services.breaker().succeeded();
            case HelperAnswer.None<T> none when none.wasNotSent() -> {} // Nobody was asked, so nobody failed.
            case HelperAnswer.None<T> _ -> services.breaker().failed();
        }
        return asked;
    }

    private <T> HelperAnswer<T> structured(SessionRef session, HelperQuestion<T> question, SessionCaller caller) {
        Instant end = services.clock().instant().plus(within(question.timeout()));
        Usage usage = Usage.NONE;
        String trouble = "";
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Duration left = Duration.between(services.clock().instant(), end);
            if (!left.isPositive()) {
                return new HelperAnswer.None<>("timeout", usage);
            }
            if (attempt > 0 && !services.allowance().hasTokens(session)) {
                return new HelperAnswer.None<>("budget", usage);
            }
            HelperUpstream.HelperRequest request = request(question, caller, trouble, left);
            HelperAnswer<String> said = paid(
                    session,
                    request,
                    question.outputTokens(),
                    services.allowance().funds());
            usage = usage.plus(said.usage());
            switch (said) {
                case HelperAnswer.None<String> none -> {
                    return new HelperAnswer.None<>(none.reason(), usage);
                }
                case HelperAnswer.Answer<String> answer -> {
                    Read<T> read = read(question, answer.content());
                    if (read.value().isPresent()) {
                        return new HelperAnswer.Answer<>(read.value().get(), usage);
                    }
                    trouble = read.trouble();
                }
            }
        }
        return new HelperAnswer.None<>("malformed", usage);
    }

    private HelperUpstream.HelperRequest request(
            HelperQuestion<?> question, SessionCaller caller, String trouble, Duration left) {
        String instructions = frame.replace("{instructions}", question.instructions())
                .replace("{schema}", question.schema().text().utf8());
        String input = trouble.isEmpty()
                ? question.input()
                : question.input() + "\n\nYour last answer could not be used: " + trouble
                        + "\nAnswer again, with the JSON alone.";
        boolean hasLimit = !caller.headers().has("chatgpt-account-id"); // There a limit is an unknown parameter.
        NewRequest fresh = new NewRequest(caller.model(), instructions, input, hasLimit ? question.outputTokens() : 0);
        Headers headers = caller.headers().has("content-type")
                ? caller.headers()
                : caller.headers().and("content-type", "application/json");
        return new HelperUpstream.HelperRequest(
                caller.dialect(),
                caller.target(),
                headers,
                services.wires().apply(caller.dialect()).newRequest(fresh),
                caller.model(),
                left);
    }

    /** A value, or what was wrong. */
    private record Read<T>(Optional<T> value, String trouble) {}

    private static <T> Read<T> read(HelperQuestion<T> question, String text) {
        try {
            Json json = Json.parse(Bytes.of(unfenced(text)));
            List<String> problems = question.schema().problems(json);
            return problems.isEmpty()
                    ? new Read<>(Optional.of(question.reader().apply(json)), "")
                    : new Read<>(Optional.empty(), String.join("; ", problems));
        } catch (UnreadableException | IllegalArgumentException e) {
            return new Read<>(Optional.empty(), "it is not JSON of the schema: " + e.getMessage());
        }
    }

    /** Models like to put JSON into a fence of Markdown. */
    private static String unfenced(String text) {
        String plain = text.strip();
        int line = plain.indexOf('\n');
        boolean isFenced = plain.startsWith("```") && plain.endsWith("```") && line > 0 && line < plain.length() - 3;
        return isFenced ? plain.substring(line + 1, plain.length() - 3).strip() : plain;
    }

    /** One call, if the funds can pay for the most that it may cost: a prompt that no cache has, and all its words. */
    private HelperAnswer<String> paid(
            SessionRef session, HelperUpstream.HelperRequest request, int outputTokens, HelperFunds funds) {
        long prompt = services.wires()
                .apply(request.dialect())
                .profile()
                .tokens(request.body().length());
        Usage most = new Usage(0, 0, prompt + prompt / ESTIMATE_MARGIN, outputTokens);
        if (!funds.reserve(session, request.model(), most)) {
            return new HelperAnswer.None<>(HelperAnswer.NO_FUNDS);
        }
        Usage cost = most; // What a bug of ours cost is not known.
        try {
            HelperAnswer<String> asked = call(session, request);
            cost = asked.usage();
            return asked;
        } finally {
            funds.settle(session, request.model(), most, cost);
        }
    }

    /** One call: the text of its reply, or why there is none. What it cost is spent either way. */
    private HelperAnswer<String> call(SessionRef session, HelperUpstream.HelperRequest request) {
        HelperUpstream.HelperReply said;
        try {
            services.listener().requestSent(session, request);
            said = services.upstream().send(request);
            services.listener().replyReceived(session, said);
        } catch (ProxyException e) {
            return unanswered(session, request, e.code());
        }
        if (said.status() != OK) {
            LOG.info("the helper model answered with status {}", said.status());
            return new HelperAnswer.None<>("status");
        }
        HelperAnswer<String> asked = read(services.wires().apply(request.dialect()), request, said);
        services.allowance().spend(session, asked.usage());
        return asked;
    }

    /** Who was reached and did not answer to the end is taken to bill the prompt. */
    private HelperAnswer<String> unanswered(SessionRef session, HelperUpstream.HelperRequest request, String code) {
        Usage cost = code.equals("upstream_unreachable")
                ? Usage.NONE
                : estimated(services.wires().apply(request.dialect()), request, Bytes.EMPTY);
        services.allowance().spend(session, cost);
        return new HelperAnswer.None<>(code.equals("upstream_timeout") ? "timeout" : "unreachable", cost);
    }

    /** The words of a whole reply, and what it cost. */
    private static HelperAnswer<String> read(
            Wire wire, HelperUpstream.HelperRequest request, HelperUpstream.HelperReply said) {
        ReplyReader reader = said.isStream() ? wire.streamedReply() : wire.wholeReply();
        Bytes body = said.body();
        reader.feed(body.array(), body.offset(), body.length());
        Reply reply = reader.finish();
        Usage usage = reply.usage().orElseGet(() -> estimated(wire, request, body));
        return switch (reply.ending()) {
            case COMPLETE -> new HelperAnswer.Answer<>(words(wire, reply), usage);
            case INCOMPLETE, FAILED, CUT -> new HelperAnswer.None<>("incomplete", usage);
        };
    }

    /** A server that does not say what it bills is taken to bill every token. */
    private static Usage estimated(Wire wire, HelperUpstream.HelperRequest request, Bytes body) {
        DialectProfile profile = wire.profile();
        return new Usage(profile.tokens(request.body().length()), 0, 0, profile.tokens(body.length()));
    }

    private static String words(Wire wire, Reply reply) {
        List<String> words = new ArrayList<>();
        for (Bytes element : reply.elements()) {
            for (Item item : wire.itemise(element, new Span(0, element.length()))) {
                if (item.kind() == ItemKind.ASSISTANT) {
                    words.add(wire.text(element, item));
                }
            }
        }
        return String.join("\n", words);
    }
}
