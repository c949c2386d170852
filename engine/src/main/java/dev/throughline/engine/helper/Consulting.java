package dev.throughline.engine.helper;

import dev.throughline.engine.archive.Estimate;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.ask.FreshRequest;
import dev.throughline.wire.json.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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
 * Three questions in a row that came to nothing close the {@link Breaker}'s way for a minute. Safe for use by many
 * threads.
 */
public final class Consulting implements HelperModel {
    private static final Logger LOG = LoggerFactory.getLogger(Consulting.class);

    static final int MOST_ATTEMPTS = 3;
    private static final int OK = 200;

    /** A fourth more than estimated is reserved. */
    private static final int ESTIMATE_MARGIN = 4;

    /** More than is said when a session's own model goes on. */
    private static final int GOING_ON_TOKENS = 4_000;

    /**
     * What it needs.
     *
     * @param callers as whom to ask for a session, if that is known
     * @param isSessionsOwn whether those are the sessions' own callers and models
     * @param most the longest time for any question
     */
    public record Rooms(
            HelperUpstream upstream,
            Function<Dialect, Wire> wires,
            Function<SessionRef, Optional<Caller>> callers,
            boolean isSessionsOwn,
            Allowance allowance,
            Breaker breaker,
            HelperListener listener,
            Duration most,
            Clock clock) {}

    private final Rooms rooms;
    private final String frame = Resources.text(Consulting.class, "question.md");

    public Consulting(Rooms rooms) {
        this.rooms = rooms;
    }

    @Override
    public boolean isSessionsOwn() {
        return rooms.isSessionsOwn();
    }

    /** Where questions have to be paid out of savings, there must be some, and somebody who may be asked. */
    @Override
    public boolean isThere(SessionRef session) {
        return mayAsk(session, rooms.allowance().funds());
    }

    /** A summary takes the place of a history that is read again with every request, so it saves what it costs. */
    @Override
    public boolean mayGoOn(SessionRef session) {
        return mayAsk(session, rooms.allowance().funds().ofHome());
    }

    private boolean mayAsk(SessionRef session, HelperFunds funds) {
        return funds.isUnlimited() || (rooms.callers().apply(session).isPresent() && funds.isLeft(session));
    }

    @Override
    public <T> Asked<T> ask(SessionRef session, Question<T> question) {
        return guarded(session, question.name(), Caller::model, caller -> structured(session, question, caller));
    }

    @Override
    public Asked<String> goOn(SessionRef session, Prompt prompt) {
        return guarded(session, prompt.name(), _ -> prompt.model(), caller -> {
            if (caller.dialect() != prompt.dialect()) {
                return new Asked.None<>(Asked.NO_CALLER);
            }
            HelperUpstream.Request request = new HelperUpstream.Request(
                    prompt.dialect(),
                    caller.target(),
                    caller.headers(),
                    prompt.body(),
                    prompt.model(),
                    within(prompt.time()));
            return paid(
                    session, request, GOING_ON_TOKENS, rooms.allowance().funds().ofHome());
        });
    }

    private Duration within(Duration time) {
        return time.compareTo(rooms.most()) < 0 ? time : rooms.most();
    }

    /**
     * The guards around a question; a bug of ours counts as no answer.
     *
     * @param model which model is asked, and so billed
     */
    private <T> Asked<T> guarded(
            SessionRef session, String name, Function<Caller, String> model, Function<Caller, Asked<T>> asking) {
        Asked<T> asked;
        Optional<Caller> caller = rooms.callers().apply(session);
        if (caller.isEmpty()) {
            asked = new Asked.None<>(Asked.NO_CALLER);
        } else if (!rooms.allowance().isLeft(session)) {
            asked = new Asked.None<>("budget");
        } else if (!rooms.breaker().allows()) {
            asked = new Asked.None<>("breaker");
        } else {
            asked = reported(asking, caller.get());
        }
        if (asked instanceof Asked.None<T> none && !none.reason().equals(Asked.NO_FUNDS)) {
            LOG.info("session {}: the helper model did not answer '{}': {}", session.id(), name, none.reason());
        }
        rooms.listener().asked(session, name, caller.map(model).orElse(""), asked);
        return asked;
    }

    private <T> Asked<T> reported(Function<Caller, Asked<T>> asking, Caller caller) {
        Asked<T> asked = new Asked.None<>("failed");
        try {
            asked = asking.apply(caller);
        } catch (RuntimeException e) {
            LOG.error("a question to the helper model failed", e);
        }
        switch (asked) {
            case Asked.Answer<T> _ -> rooms.breaker().succeeded();
            case Asked.None<T> none when none.isInVain() -> {} // Nobody was asked, so nobody failed.
            case Asked.None<T> _ -> rooms.breaker().failed();
        }
        return asked;
    }

    private <T> Asked<T> structured(SessionRef session, Question<T> question, Caller caller) {
        Instant end = rooms.clock().instant().plus(within(question.time()));
        Usage usage = Usage.NONE;
        String trouble = "";
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Duration left = Duration.between(rooms.clock().instant(), end);
            if (!left.isPositive()) {
                return new Asked.None<>("timeout", usage);
            }
            if (attempt > 0 && !rooms.allowance().isLeft(session)) {
                return new Asked.None<>("budget", usage);
            }
            HelperUpstream.Request request = request(question, caller, trouble, left);
            Asked<String> said = paid(
                    session, request, question.outputTokens(), rooms.allowance().funds());
            usage = usage.plus(said.usage());
            switch (said) {
                case Asked.None<String> none -> {
                    return new Asked.None<>(none.reason(), usage);
                }
                case Asked.Answer<String> answer -> {
                    Read<T> read = read(question, answer.said());
                    if (read.value().isPresent()) {
                        return new Asked.Answer<>(read.value().get(), usage);
                    }
                    trouble = read.trouble();
                }
            }
        }
        return new Asked.None<>("malformed", usage);
    }

    private HelperUpstream.Request request(Question<?> question, Caller caller, String trouble, Duration left) {
        String instructions = frame.replace("{instructions}", question.instructions())
                .replace("{schema}", question.schema().text().utf8());
        String input = trouble.isEmpty()
                ? question.input()
                : question.input() + "\n\nYour last answer could not be used: " + trouble
                        + "\nAnswer again, with the JSON alone.";
        boolean hasLimit = !caller.headers().has("chatgpt-account-id"); // There a limit is an unknown parameter.
        FreshRequest fresh =
                new FreshRequest(caller.model(), instructions, input, hasLimit ? question.outputTokens() : 0);
        Headers headers = caller.headers().has("content-type")
                ? caller.headers()
                : caller.headers().and("content-type", "application/json");
        return new HelperUpstream.Request(
                caller.dialect(), caller.target(), headers, fresh.body(caller.dialect()), caller.model(), left);
    }

    /** A value, or what was wrong. */
    private record Read<T>(Optional<T> value, String trouble) {}

    private static <T> Read<T> read(Question<T> question, String text) {
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
    private Asked<String> paid(
            SessionRef session, HelperUpstream.Request request, int outputTokens, HelperFunds funds) {
        long prompt = Estimate.tokens(request.dialect(), request.body().length());
        Usage most = new Usage(0, 0, prompt + prompt / ESTIMATE_MARGIN, outputTokens);
        if (!funds.reserve(session, request.model(), most)) {
            return new Asked.None<>(Asked.NO_FUNDS);
        }
        Usage cost = most; // What a bug of ours cost is not known.
        try {
            Asked<String> asked = call(session, request);
            cost = asked.usage();
            return asked;
        } finally {
            funds.settle(session, request.model(), most, cost);
        }
    }

    /** One call: the text of its reply, or why there is none. What it cost is spent either way. */
    private Asked<String> call(SessionRef session, HelperUpstream.Request request) {
        HelperUpstream.Said said;
        try {
            rooms.listener().sent(session, request);
            said = rooms.upstream().send(request);
            rooms.listener().said(session, said);
        } catch (ProxyException e) {
            return unanswered(session, request, e.code());
        }
        if (said.status() != OK) {
            LOG.info("the helper model answered with status {}", said.status());
            return new Asked.None<>("status");
        }
        Asked<String> asked = Answers.read(rooms.wires().apply(request.dialect()), request, said);
        rooms.allowance().spend(session, asked.usage());
        return asked;
    }

    /** Who was reached and did not answer to the end is taken to bill the prompt. */
    private Asked<String> unanswered(SessionRef session, HelperUpstream.Request request, String code) {
        Usage cost = code.equals("upstream_unreachable") ? Usage.NONE : Answers.estimated(request, Bytes.EMPTY);
        rooms.allowance().spend(session, cost);
        return new Asked.None<>(code.equals("upstream_timeout") ? "timeout" : "unreachable", cost);
    }
}
