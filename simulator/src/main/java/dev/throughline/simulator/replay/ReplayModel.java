package dev.throughline.simulator.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.AnswerWriter;
import dev.throughline.simulator.answer.AnsweredRequest;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.answer.Provider;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.prompt.ParsedRequest;
import dev.throughline.simulator.prompt.Prompt;
import dev.throughline.simulator.prompt.PromptCharge;
import dev.throughline.simulator.prompt.RequestReader;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.ReplayedSession;
import dev.throughline.simulator.session.Violation;
import dev.throughline.simulator.validation.ProviderError;
import dev.throughline.simulator.validation.RequestValidator;
import dev.throughline.simulator.validation.ValueSigner;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The simulated model of all sessions of a run. Thread-safe. */
public final class ReplayModel implements Upstream {
    /** Marks a request as our own: a question to a helper, not the session's next one. */
    static final String HELPER = "x-throughline-helper";

    private static final String MARK = "Session id: ";
    private static final String KEY_START = "sk-replay-";
    private static final ValueSigner SIGNER = new ValueSigner("replay");
    private static final Instant ANSWERED_AT = Instant.ofEpochSecond(1_700_000_000);

    /** Longer than those of providers, because a replay does not measure streaming. */
    private static final int DELTA_CHARACTERS = 600;

    private final ReplaySettings settings;
    private final BiFunction<SimulatedDialect, Bytes, List<Violation>> productRules;
    private final Map<String, ReplayedSession> sessions = new ConcurrentHashMap<>();
    private final UnmatchedRequests unmatched;

    /** @param productRules finds the violations of the product's own rules in a changed body */
    public ReplayModel(ReplaySettings settings, BiFunction<SimulatedDialect, Bytes, List<Violation>> productRules) {
        this.settings = settings;
        this.productRules = productRules;
        this.unmatched = new UnmatchedRequests(settings);
    }

    /** The key with which a session's client calls. */
    public static String key(String session) {
        return KEY_START + session;
    }

    /** Starts to answer the requests of a session. */
    public void open(ReplayedSession session) {
        sessions.put(session.id(), session);
    }

    /** Ends a session. Later questions to the helper model are still charged to it. */
    public void close(ReplayedSession session) {
        sessions.remove(session.id());
        unmatched.ended(session.id(), session.result());
    }

    /** Requests that no session could be found for. */
    public UnmatchedRequests unmatched() {
        return unmatched;
    }

    @Override
    public Exchange send(UpstreamRequest request, ClientStream client) {
        SimulatedDialect dialect = SimulatedDialect.of(request.dialect());
        Optional<ReplayedSession> session = find(request);
        RequestReader reader = session.map(each -> each.reader(dialect)).orElseGet(() -> unmatched.reader(dialect));
        try {
            ParsedRequest parsed = reader.read(request.body());
            if (request.target().split("\\?", -1)[0].endsWith("/count_tokens")) {
                return json(
                        200, JsonNodes.object("input_tokens", parsed.prompt().tokens()), client);
            }
            return serve(new Arrival(request, parsed, session), client);
        } catch (JacksonException e) {
            return error(dialect, ProviderError.invalid("body is not JSON"), client);
        }
    }

    /** A request that could be read. */
    private record Arrival(UpstreamRequest request, ParsedRequest parsed, Optional<ReplayedSession> session) {}

    private Exchange serve(Arrival arrival, ClientStream client) {
        SimulatedDialect dialect = SimulatedDialect.of(arrival.request().dialect());
        JsonNode body = arrival.parsed().body();
        Prompt prompt = arrival.parsed().prompt();
        boolean isHelper = arrival.request().headers().first(HELPER).isPresent();
        Optional<ReplayedSession> main =
                arrival.session().filter(session -> !isHelper && MainRequest.isMain(dialect, body, session));
        arrival.session().ifPresent(session -> session.note(violations(arrival, session), main.isPresent()));
        main.ifPresent(session -> session.noteTools(prompt.tools()));
        if (settings.windowTokens() > 0 && prompt.tokens() > settings.windowTokens()) {
            arrival.session().ifPresent(ReplayedSession::reject);
            return overflow(arrival, client);
        }
        String family = dialect.word() + " " + JsonNodes.text(body, "model");
        PromptCharge charge = arrival.session()
                .map(session -> session.charge(prompt, family, arrival.request().body(), main.isPresent()))
                .orElseGet(() -> unmatched.charge(prompt, family, named(arrival.request())));
        List<AnswerPart> answer =
                main.map(ReplayedSession::answer).orElseGet(() -> List.of(SideAnswer.of(dialect, body)));
        AnsweredRequest.Ids ids = main.map(ReplayedSession::answerIds).orElse((prefix, _) -> prefix + "aux");
        Usage usage = charge.usage(dialect).plus(new Usage(0, 0, 0, AnswerPart.tokens(answer)));
        AnsweredRequest answered = answered(ids, body, usage);
        if (!JsonNodes.isTrue(body, "stream")) {
            return json(200, AnswerWriter.of(dialect).whole(said(answer), answered), client);
        }
        Bytes stream = stream(dialect, answer, answered);
        main.ifPresent(session -> session.answered(stream));
        return ReplayExchange.stream(stream, client);
    }

    static AnsweredRequest answered(AnsweredRequest.Ids ids, JsonNode request, Usage usage) {
        return new AnsweredRequest(ids, request, usage, ANSWERED_AT, SIGNER, DELTA_CHARACTERS);
    }

    /** An answer as its provider streams it. */
    static Bytes stream(SimulatedDialect dialect, List<AnswerPart> answer, AnsweredRequest answered) {
        StringBuilder out = new StringBuilder();
        AnswerWriter.of(dialect).stream(said(answer), answered, out::append);
        return Bytes.of(out.toString());
    }

    private static Answer.Said said(List<AnswerPart> answer) {
        return new Answer.Said(answer, Answer.Stop.DONE, Delivery.PLAIN);
    }

    private List<Violation> violations(Arrival arrival, ReplayedSession session) {
        SimulatedDialect dialect = SimulatedDialect.of(arrival.request().dialect());
        Bytes raw = arrival.request().body();
        List<Violation> refused = RequestValidator.of(dialect, SIGNER, RequestValidator.Strictness.GATEWAY)
                .refusals(arrival.parsed().body(), arrival.request().headers())
                .stream()
                .map(refusal -> new Violation(refusal.rule(), refusal.error().message()))
                .toList();
        if (!refused.isEmpty()) {
            return refused;
        }
        // The product's rules cost a whole parse of the body, and what a client sent untouched is not ours to judge.
        return session.isUnchanged(raw) ? List.of() : productRules.apply(dialect, raw);
    }

    private Exchange overflow(Arrival arrival, ClientStream client) {
        SimulatedDialect dialect = SimulatedDialect.of(arrival.request().dialect());
        JsonNode body = arrival.parsed().body();
        ProviderError error =
                ProviderError.overflow(dialect, arrival.parsed().prompt().tokens(), settings.windowTokens());
        if (dialect != SimulatedDialect.RESPONSES || !JsonNodes.isTrue(body, "stream")) {
            return error(dialect, error, client);
        }
        StringBuilder out = new StringBuilder();
        AnsweredRequest answered = answered((prefix, _) -> prefix + "overflow", body, Usage.NONE);
        AnswerWriter.of(dialect).streamBroken(List.of(), error, answered, out::append);
        return ReplayExchange.stream(Bytes.of(out.toString()), client);
    }

    private static Exchange error(SimulatedDialect dialect, ProviderError error, ClientStream client) {
        return json(error.status(), AnswerWriter.error(Provider.of(dialect), error, "req_replay"), client);
    }

    private static Exchange json(int status, JsonNode body, ClientStream client) {
        return ReplayExchange.json(status, Bytes.of(JsonNodes.write(body)), client);
    }

    /** The session of a request, by everything that identifies it. */
    private Optional<ReplayedSession> find(UpstreamRequest request) {
        return named(request)
                .map(sessions::get)
                .or(() -> keyed(request).map(sessions::get))
                .or(() -> marked(request.body()))
                .or(() -> sessions.size() == 1 ? sessions.values().stream().findFirst() : Optional.empty());
    }

    /** The session that a request names. */
    private static Optional<String> named(UpstreamRequest request) {
        return request.headers().first("x-session-id").or(() -> keyed(request));
    }

    private static Optional<String> keyed(UpstreamRequest request) {
        return request.headers()
                .first("x-api-key")
                .or(() -> request.headers().first("authorization"))
                .map(value -> value.substring(value.lastIndexOf(' ') + 1))
                .filter(value -> value.startsWith(KEY_START))
                .map(value -> value.substring(KEY_START.length()));
    }

    private Optional<ReplayedSession> marked(Bytes body) {
        String text = body.utf8();
        int at = text.indexOf(MARK);
        int start = at + MARK.length();
        int end = start + 36;
        return at < 0 || end > text.length()
                ? Optional.empty()
                : Optional.ofNullable(sessions.get(text.substring(start, end)));
    }
}
