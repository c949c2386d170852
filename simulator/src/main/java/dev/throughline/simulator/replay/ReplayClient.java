package dev.throughline.simulator.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Tenant;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.PromptCharge;
import dev.throughline.simulator.request.WrittenRequest;
import dev.throughline.simulator.session.ReplayedSession;
import dev.throughline.simulator.session.SessionResult;
import dev.throughline.simulator.session.TurnEnding;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The client of one session: sends its requests to the turn handler one after the other, as its agent did. */
final class ReplayClient {
    /** One request out of this many is sent twice and must be forwarded with the same bytes. */
    private static final int REPEAT_EVERY = 25;

    private static final double MILLIS = 1000;
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private final ReplayedSession session;
    private final SimulatedDialect dialect;
    private final BiConsumer<Inbound, ClientStream> handler;

    ReplayClient(ReplayedSession session, SimulatedDialect dialect, BiConsumer<Inbound, ClientStream> handler) {
        this.session = session;
        this.dialect = dialect;
        this.handler = handler;
    }

    /** Replays the session to its end. */
    void replay() {
        List<Integer> turns = session.trajectory().turns();
        for (int i = 0; i < turns.size(); i++) {
            WrittenRequest asked = session.requests().ask(turns.get(i));
            PromptCharge direct = session.begin(i, asked);
            Headers headers = headers();
            TurnEnding ending = turn(asked, headers);
            session.finish(direct, ending);
            if ((i + 1) % REPEAT_EVERY == 0 && ending == TurnEnding.OK) {
                session.beginRepeat();
                send(asked.body(), headers);
                session.finishRepeat();
            }
        }
    }

    private TurnEnding turn(WrittenRequest asked, Headers headers) {
        RequestTimer.start();
        ReplyCollector client = send(asked.body(), headers);
        Optional<RequestTimer.Time> time = RequestTimer.stop();
        TurnEnding ending = TurnVerdict.of(client, session, dialect);
        time.filter(_ -> ending == TurnEnding.OK)
                .ifPresent(each -> session.result()
                        .timings()
                        .add(new SessionResult.Timing(asked.body().length(), each.nanos(), each.allocatedBytes())));
        return ending;
    }

    private ReplyCollector send(Bytes body, Headers headers) {
        ReplyCollector client = new ReplyCollector();
        Inbound inbound = new Inbound(
                Tenant.LOCAL,
                dialect.dialect(),
                "POST",
                session.requests().target(),
                headers,
                body,
                () -> body,
                Optional.empty(),
                time());
        handler.accept(inbound, client);
        return client;
    }

    private Instant time() {
        return Instant.ofEpochMilli((long) Math.floor(session.now() * MILLIS));
    }

    private Headers headers() {
        String key = ReplayModel.key(session.id());
        Headers headers = session.requests().headers().and("Authorization", "Bearer " + key);
        Headers keyed = dialect == SimulatedDialect.MESSAGES ? headers.and("x-api-key", key) : headers;
        return keyed.and("X-Session-Id", session.id()).and("X-Throughline-Time", TIME.format(time()));
    }

    /** The simulated model, which notifies the timer of each request. */
    static Upstream timed(ReplayModel model) {
        return (request, client) -> {
            RequestTimer.arrive();
            Exchange exchange = model.send(request, client);
            RequestTimer.leave();
            return exchange;
        };
    }
}
