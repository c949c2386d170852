package dev.throughline.bench;

import com.sun.management.ThreadMXBean;
import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Ids;
import dev.throughline.model.Tenant;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.config.Keys;
import dev.throughline.server.wiring.TurnHandlerFactory;
import dev.throughline.simulator.replay.ReplayExchange;
import dev.throughline.simulator.replay.ReplyCollector;
import dev.throughline.store.file.FileStore;
import dev.throughline.workingset.edit.DecisionReason;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns as the gateway handles them, on a file store, up to the moment when the model is asked; measured on the thread
 * that handles them. At the end is a provider with a cache: what a request has in common with the one before it is read
 * from there, the rest is written. Used by one thread.
 */
final class EditRoad {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int MOST_ENTRIES = 16_384;

    private final FileStore store;
    private final TurnHandler handler;
    private final Map<String, Bytes> cached = new HashMap<>();
    private Optional<RecordedTurn> recorded = Optional.empty();
    private String session = "";
    private Tongue tongue = Tongue.CHAT;
    private boolean isCold;
    private Mark began = Mark.now();
    private Mark asked = began;
    private int sentBytes;

    private record Mark(long nanos, long cpu, long allocated) {
        static Mark now() {
            return new Mark(
                    System.nanoTime(), THREADS.getCurrentThreadCpuTime(), THREADS.getCurrentThreadAllocatedBytes());
        }
    }

    /**
     * What one request took until the model was asked.
     *
     * @param batch the rewrite that was decided, if one was
     * @param tokens what was sent, in our own count of tokens
     * @param billed the same as the provider counts it
     */
    record Timing(
            long nanos,
            long cpuNanos,
            long allocated,
            int bodyBytes,
            int sentBytes,
            Optional<DecisionReason.Trigger> batch,
            long tokens,
            long billed) {}

    /** A request to send. */
    record Step(Tongue tongue, LongTalk talk, String session, Bytes body, Instant at, boolean isAfterPause) {}

    /** A road with these settings beside the defaults. */
    EditRoad(FileStore store, Path home, Ids ids, Map<String, String> settings) {
        this.store = store;
        Map<String, String> flags = new HashMap<>(settings);
        flags.put(Keys.HOME.flag(), home.toString());
        flags.put(Keys.REPLAY_CLOCK.flag(), "true");
        Config config = Config.load(new Environment(Map.of(), home, home), flags);
        this.handler = new TurnHandlerFactory(config, store, ids, Clock.systemUTC())
                .create(this::answer, List.of(this::listen));
    }

    private void listen(TurnEvent event) {
        if (event instanceof TurnEvent.Recorded remembered) {
            recorded = Optional.of(remembered.recorded());
        }
    }

    private Exchange answer(UpstreamRequest request, ClientStream client) {
        asked = Mark.now();
        sentBytes = request.body().length();
        Bytes before = isCold ? Bytes.EMPTY : cached.getOrDefault(session, Bytes.EMPTY);
        long read = common(before, request.body());
        cached.put(session, request.body());
        double perToken = tongue.bytesPerToken();
        String reply = tongue.answer(
                Math.round(read / perToken), Math.round((request.body().length() - read) / perToken));
        return ReplayExchange.json(200, Bytes.of(reply), client);
    }

    private static long common(Bytes one, Bytes other) {
        int length = Math.min(one.length(), other.length());
        int at = Arrays.mismatch(
                one.array(),
                one.offset(),
                one.offset() + length,
                other.array(),
                other.offset(),
                other.offset() + length);
        return at < 0 ? length : at;
    }

    /** Sends a request, and says what that took. */
    Timing timing(Step step) {
        session = step.session();
        tongue = step.tongue();
        isCold = step.isAfterPause();
        Headers headers = step.talk()
                .requests()
                .headers()
                .and("Authorization", "Bearer bench")
                .and("X-Session-Id", session)
                .and("X-Throughline-Time", step.at().toString());
        ReplyCollector client = new ReplyCollector();
        Inbound inbound = new Inbound(
                Tenant.LOCAL,
                tongue.dialect(),
                "POST",
                step.talk().requests().target(),
                headers,
                step.body(),
                step::body,
                Optional.empty(),
                step.at());
        began = Mark.now();
        handler.handle(inbound, client);
        if (client.status() != 200
                || client.headers().first("x-throughline-bypass").isPresent()) {
            throw new IllegalStateException(session + " was answered " + client.status() + " " + client.headers());
        }
        List<Entry> kept = kept();
        return new Timing(
                asked.nanos() - began.nanos(),
                asked.cpu() - began.cpu(),
                asked.allocated() - began.allocated(),
                step.body().length(),
                sentBytes,
                batch(kept),
                tokens(kept),
                Math.round(sentBytes / tongue.bytesPerToken()));
    }

    /** What was kept since the turn was recorded. */
    private List<Entry> kept() {
        RecordedTurn turn = recorded.orElseThrow();
        return store.entries(turn.card().ref(), turn.receipt().lastSequence(), MOST_ENTRIES).items().stream()
                .map(ArchivedEntry::entry)
                .toList();
    }

    private static Optional<DecisionReason.Trigger> batch(List<Entry> kept) {
        return kept.stream()
                .filter(Entry.Edited.class::isInstance)
                .map(entry -> ((Entry.Edited) entry).why().trigger())
                .filter(EditRoad::isBatch)
                .findFirst();
    }

    /** The tokens that the turn's end says were sent; none under a policy that does not count. */
    private static long tokens(List<Entry> kept) {
        return kept.stream()
                .filter(Entry.TurnClosed.class::isInstance)
                .flatMap(entry -> ((Entry.TurnClosed) entry).sent().stream())
                .mapToLong(Entry.Sent::tokens)
                .sum();
    }

    private static boolean isBatch(DecisionReason.Trigger trigger) {
        return switch (trigger) {
            case WARM, COLD, HARD, OVERFLOW -> true;
            case ARRIVAL, ASKED -> false;
        };
    }
}
