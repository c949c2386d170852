package dev.throughline.replay.played;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.prompt.MalformedException;
import dev.throughline.replay.prompt.Problem;
import dev.throughline.replay.prompt.ReadBody;
import dev.throughline.replay.prompt.Rules;
import dev.throughline.replay.session.ReplayedSession;
import dev.throughline.replay.session.Terms;
import dev.throughline.replay.text.Compact;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The model of all sessions of a run. Safe for use by many threads. */
public final class PlayedModel implements Upstream {
    /** Marks a request as our own: a question to a helper, not the session's next one. */
    static final String HELPER = "x-throughline-helper";

    private static final String MARK = "Session id: ";
    private static final String KEY_START = "sk-replay-";
    private static final int ID_LETTERS = 8;

    private final Terms terms;
    private final Function<Dialect, Wire> wires;
    private final Map<String, ReplayedSession> sessions = new ConcurrentHashMap<>();
    private final Strays strays;

    public PlayedModel(Terms terms, Function<Dialect, Wire> wires) {
        this.terms = terms;
        this.wires = wires;
        this.strays = new Strays(terms);
    }

    /** The key with which a session's client calls. */
    public static String key(String session) {
        return KEY_START + session;
    }

    /** From now on this session's requests are answered. */
    public void open(ReplayedSession session) {
        sessions.put(session.id(), session);
    }

    /** From now on only questions that come late are charged to it. */
    public void close(ReplayedSession session) {
        sessions.remove(session.id());
        strays.ended(session.id(), session.books());
    }

    /** Requests that no session could be found for. */
    public Strays strays() {
        return strays;
    }

    @Override
    public Exchange send(UpstreamRequest request, ClientStream client) {
        Dialect dialect = request.dialect();
        AnswerWriter writer = AnswerWriter.of(dialect);
        Optional<ReplayedSession> session = find(request);
        try {
            ReadBody body = session.map(each -> each.read(dialect, request.body()))
                    .orElseGet(() -> strays.read(dialect, request.body()));
            if (request.target().split("\\?", -1)[0].endsWith("/count_tokens")) {
                return json(200, Compact.object("input_tokens", body.prompt().tokens()), client);
            }
            return serve(new Arrival(request, body, session), client);
        } catch (UnreadableException e) {
            return json(400, writer.error("invalid_request_error", "body is not JSON", null), client);
        } catch (MalformedException e) {
            session.ifPresent(each -> each.note(List.of(new Problem("shape", "malformed body")), false));
            return json(400, writer.error("invalid_request_error", "malformed body", null), client);
        }
    }

    /** A request that could be read. */
    private record Arrival(UpstreamRequest request, ReadBody body, Optional<ReplayedSession> session) {}

    private Exchange serve(Arrival arrival, ClientStream client) {
        Dialect dialect = arrival.request().dialect();
        ReadBody body = arrival.body();
        long tokens = body.prompt().tokens();
        boolean isHelper = arrival.request().headers().first(HELPER).isPresent();
        Optional<ReplayedSession> main =
                arrival.session().filter(session -> !isHelper && Endings.isMain(dialect, body, session));
        arrival.session().ifPresent(session -> session.note(problems(arrival, session), main.isPresent()));
        main.ifPresent(session -> session.noteTools(body.prompt().tools()));
        if (terms.windowTokens() > 0 && tokens > terms.windowTokens()) {
            arrival.session().ifPresent(ReplayedSession::reject);
            return overflow(arrival, tokens, client);
        }
        String family = dialect.word() + " " + body.text("model");
        Billed billed = arrival.session()
                .map(session ->
                        session.charge(body.prompt(), family, arrival.request().body(), main.isPresent()))
                .orElseGet(() -> strays.charge(body.prompt(), family, named(arrival.request())));
        Object answer = main.map(ReplayedSession::answer).orElseGet(() -> Aside.answer(dialect, body));
        String id = main.map(session -> session.id().substring(0, ID_LETTERS) + "_" + session.turn())
                .orElse("aux");
        AnswerWriter.Signature signature = new AnswerWriter.Signature(id, body.text("model"), billed);
        AnswerWriter writer = AnswerWriter.of(dialect);
        if (!body.isTrue("stream")) {
            return json(200, writer.whole(answer, signature), client);
        }
        Bytes stream = writer.stream(answer, signature);
        main.ifPresent(session -> session.answered(stream));
        return PlayedExchange.stream(stream, client);
    }

    private List<Problem> problems(Arrival arrival, ReplayedSession session) {
        Dialect dialect = arrival.request().dialect();
        Bytes raw = arrival.request().body();
        List<Problem> problems = Rules.check(dialect, arrival.body());
        // Our own rules cost a whole parse of the body, and what a client sent untouched is not ours to judge.
        if (!problems.isEmpty() || session.isUnchanged(raw)) {
            return problems;
        }
        Wire wire = wires.apply(dialect);
        return wire.validate(wire.decode(raw)).stream()
                .map(found -> new Problem("wire_" + found.code(), found.where() + ": " + found.message()))
                .toList();
    }

    private Exchange overflow(Arrival arrival, long tokens, ClientStream client) {
        AnswerWriter writer = AnswerWriter.of(arrival.request().dialect());
        Map<String, @Nullable Object> error = writer.overflow(tokens, terms.windowTokens());
        boolean isStream = arrival.body().isTrue("stream");
        return writer instanceof ResponsesWriter responses && isStream
                ? PlayedExchange.stream(
                        responses.failedStream(error, arrival.body().text("model")), client)
                : json(400, error, client);
    }

    private static Exchange json(int status, Map<String, @Nullable Object> body, ClientStream client) {
        return PlayedExchange.json(status, Bytes.of(Compact.text(body)), client);
    }

    /** The session of a request, by any trace of it that a gateway may leave. */
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
