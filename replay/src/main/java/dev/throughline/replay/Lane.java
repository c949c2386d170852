package dev.throughline.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.Tenant;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.played.PlayedClient;
import dev.throughline.replay.played.PlayedModel;
import dev.throughline.replay.played.Verdict;
import dev.throughline.replay.session.Books;
import dev.throughline.replay.session.Ending;
import dev.throughline.replay.session.ReplayedSession;
import dev.throughline.replay.speech.Asked;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The client of one session: sends its requests over the road, one after the other, as its agent did. */
final class Lane {
    /** Every so many requests one is sent twice, and must be forwarded with the same bytes. */
    private static final int REPEAT_EVERY = 25;

    private static final double MILLIS = 1000;
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private final ReplayedSession session;
    private final Dialect dialect;
    private final BiConsumer<Inbound, ClientStream> road;

    Lane(ReplayedSession session, Dialect dialect, BiConsumer<Inbound, ClientStream> road) {
        this.session = session;
        this.dialect = dialect;
        this.road = road;
    }

    /** Replays the session to its end. */
    void replay() {
        List<Integer> turns = session.trajectory().turns();
        for (int i = 0; i < turns.size(); i++) {
            Asked asked = session.speaker().ask(turns.get(i));
            Billed direct = session.begin(i, asked);
            Headers headers = headers();
            Ending ending = turn(asked, headers);
            session.finish(direct, ending);
            if ((i + 1) % REPEAT_EVERY == 0 && ending == Ending.OK) {
                session.beginRepeat();
                send(asked.body(), headers);
                session.finishRepeat();
            }
        }
    }

    private Ending turn(Asked asked, Headers headers) {
        Stopwatch.start();
        PlayedClient client = send(asked.body(), headers);
        Optional<Stopwatch.Time> time = Stopwatch.stop();
        Ending ending = Verdict.of(client, session, dialect);
        time.filter(_ -> ending == Ending.OK)
                .ifPresent(each -> session.books()
                        .walks()
                        .add(new Books.Walk(asked.body().length(), each.nanos(), each.allocatedBytes())));
        return ending;
    }

    private PlayedClient send(Bytes body, Headers headers) {
        PlayedClient client = new PlayedClient();
        Inbound inbound = new Inbound(
                Tenant.LOCAL,
                dialect,
                "POST",
                session.speaker().target(),
                headers,
                body,
                () -> body,
                Optional.empty(),
                time());
        road.accept(inbound, client);
        return client;
    }

    private Instant time() {
        return Instant.ofEpochMilli((long) Math.floor(session.now() * MILLIS));
    }

    private Headers headers() {
        String key = PlayedModel.key(session.id());
        Headers headers = session.speaker().headers().and("Authorization", "Bearer " + key);
        Headers keyed = dialect == Dialect.MESSAGES ? headers.and("x-api-key", key) : headers;
        return keyed.and("X-Session-Id", session.id()).and("X-Throughline-Time", TIME.format(time()));
    }

    /** The played model, with a look at the watch when a request comes to its door. */
    static Upstream timed(PlayedModel model) {
        return (request, client) -> {
            Stopwatch.arrive();
            Exchange exchange = model.send(request, client);
            Stopwatch.leave();
            return exchange;
        };
    }
}
