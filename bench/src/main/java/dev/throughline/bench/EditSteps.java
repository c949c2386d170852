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
 * Turns as the gateway handles them, with a file store, until the request is sent; measured on the thread that handles
 * them. The simulated provider has a cache: the prefix that a request shares with the previous one is read from it, the
 * rest is written. Not thread-safe.
 */
final class EditSteps {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int MOST_ENTRIES = 16_384;

    private final FileStore store;
    private final TurnHandler handler;
    private final Map<String, Bytes> cached = new HashMap<>();
    private Optional<RecordedTurn> recorded = Optional.empty();
    private String session = "";
    private DialectText dialectText = DialectText.CHAT;
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
     * The cost of one request until it is sent.
     *
     * @param batch the rewrite, if there was one
     * @param tokens the tokens that were sent, by our own count
     * @param billed the same by the provider's count
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
    record Step(
            DialectText dialectText,
            LongConversation conversation,
            String session,
            Bytes body,
            Instant at,
            boolean isAfterPause) {}

    /** With these settings in addition to the defaults. */
    EditSteps(FileStore store, Path home, Ids ids, Map<String, String> settings) {
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
        double perToken = dialectText.bytesPerToken();
        String reply = dialectText.answer(
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

    /** Sends a request and returns its cost. */
    Timing timing(Step step) {
        session = step.session();
        dialectText = step.dialectText();
        isCold = step.isAfterPause();
        Headers headers = step.conversation()
                .requests()
                .headers()
                .and("Authorization", "Bearer bench")
                .and("X-Session-Id", session)
                .and("X-Throughline-Time", step.at().toString());
        ReplyCollector client = new ReplyCollector();
        Inbound inbound = new Inbound(
                Tenant.LOCAL,
                dialectText.dialect(),
                "POST",
                step.conversation().requests().target(),
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
                Math.round(sentBytes / dialectText.bytesPerToken()));
    }

    /** The entries that were archived since the turn was recorded. */
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
                .filter(EditSteps::isBatch)
                .findFirst();
    }

    /** The sent tokens according to the end of the turn; none with a policy that does not count. */
    private static long tokens(List<Entry> kept) {
        return kept.stream()
                .filter(Entry.TurnClosed.class::isInstance)
                .flatMap(entry -> ((Entry.TurnClosed) entry).sent().stream())
                .mapToLong(Entry.Sent::tokens)
                .sum();
    }

    private static boolean isBatch(DecisionReason.Trigger trigger) {
        return switch (trigger) {
            case WARM, COLD, HARD, OVERFLOW, MANUAL -> true;
            case ARRIVAL, ASKED -> false;
        };
    }
}
