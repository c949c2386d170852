package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.LocalToolCatalog;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.Sessions;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.price.PriceTable;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The engine between a client and a provider that are both in memory. What a test wants to break it replaces. */
final class TurnWorld implements Upstream {
    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final LocalTool RECALL = new LocalTool("recall", "Gives back.", Bytes.of("{\"type\":\"object\"}"));

    final MemoryStore store = new MemoryStore();
    final List<UpstreamRequest> sent = new ArrayList<>();
    final List<TurnEvent> told = new ArrayList<>();
    final AtomicInteger leases = new AtomicInteger();
    final AtomicInteger heldLeases = new AtomicInteger();
    Policy policy = _ -> List.of();
    LocalTools tools = (_, call, _) -> new LocalTools.ToolAnswer("answer of " + call.name(), /* isError= */ false);

    /** Is called with the name of each method of the store, before it runs. */
    Consumer<String> beforeStore = _ -> {};

    private final Deque<Reply> replies = new ArrayDeque<>();

    private sealed interface Reply {
        record Of(int status, String type, String body, Exchange.Outcome outcome) implements Reply {}

        record Failure(RuntimeException trouble) implements Reply {}
    }

    TurnWorld answering(int status, String body) {
        replies.add(new Reply.Of(status, "application/json", body, Exchange.Outcome.COMPLETE));
        return this;
    }

    TurnWorld streaming(String body, Exchange.Outcome outcome) {
        replies.add(new Reply.Of(200, "text/event-stream", body, outcome));
        return this;
    }

    TurnWorld failing(RuntimeException trouble) {
        replies.add(new Reply.Failure(trouble));
        return this;
    }

    /** Handles a request of one session in the dialect Chat. */
    Client ask(String body) {
        Client client = new Client();
        handler().handle(inbound("/v1/chat/completions", body), client);
        return client;
    }

    Client count(String body) {
        Client client = new Client();
        handler().count(inbound("/v1/chat/completions", body), client);
        return client;
    }

    private static Inbound inbound(String target, String body) {
        return new Inbound(
                Tenant.LOCAL,
                ChatDialect.NAME,
                "POST",
                target,
                Headers.of("x-throughline-session", "one"),
                Bytes.of(body),
                () -> Bytes.of(body),
                Optional.empty(),
                NOON);
    }

    private TurnHandler handler() {
        Store watched = watched();
        Ids ids = new Ids(new Random(7));
        PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
        Archive archive = new Archive(watched, (_, _) -> false, Archive.defaultLiveBytes());
        return new TurnHandler(
                new TurnHandler.TurnServices(
                        Dialects::of,
                        new SessionIdentifier("salt"),
                        purposes,
                        new Sessions(watched, archive.recentItems(), purposes, ids),
                        archive,
                        Optional.of(editor(archive)),
                        Optional.empty(),
                        (recorded, call, room) -> tools.answer(recorded, call, room),
                        Optional.empty(),
                        this,
                        ids,
                        Clock.fixed(NOON, ZoneOffset.UTC)),
                new TurnHandler.TurnSettings(_ -> ApplyTo.ALL, /* trustsClientTime= */ false, 3, 3),
                List.of(told::add));
    }

    private PromptEditor editor(Archive archive) {
        LocalToolCatalog catalog = new LocalToolCatalog() {
            @Override
            public List<LocalTool> known() {
                return List.of(RECALL);
            }

            @Override
            public long minPromptTokens() {
                return 0;
            }
        };
        PromptEditor.EditSettings settings = new PromptEditor.EditSettings(
                PolicyRules.always("auto", input -> policy.decide(input)),
                new ModelWindows(Map.of("m", 200_000L)),
                new PriceTable(Map.of()),
                catalog,
                OptionalLong.empty(),
                LearnedWindows.inMemory(),
                EditFigures.DEFAULT);
        return new PromptEditor(archive, settings, _ -> Optional.empty(), _ -> Set.of(), HelperModel.NONE);
    }

    /** The store, with what a test does before its methods, and with its leases counted. */
    private Store watched() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    beforeStore.accept(method.getName());
                    if (arguments != null && arguments[0] instanceof CountedLease counted) {
                        arguments[0] = counted.real();
                    }
                    Object result = invoke(store, method, arguments);
                    return result instanceof Store.Lease lease ? counted(lease) : result;
                });
    }

    private CountedLease counted(Store.Lease lease) {
        leases.incrementAndGet();
        heldLeases.incrementAndGet();
        return new CountedLease(lease, heldLeases);
    }

    private record CountedLease(Store.Lease real, AtomicInteger held) implements Store.Lease {
        @Override
        public SessionRef session() {
            return real.session();
        }

        @Override
        public long fence() {
            return real.fence();
        }

        @Override
        public long lastSequence() {
            return real.lastSequence();
        }

        @Override
        public void close() {
            held.decrementAndGet();
            real.close();
        }
    }

    private static Object invoke(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** What the archive holds of the only session. */
    List<Entry> entries() {
        List<SessionCard> cards =
                store.sessions(Tenant.LOCAL, Optional.empty(), 10).items();
        return cards.isEmpty()
                ? List.of()
                : store.entries(cards.getFirst().ref(), 0, 1_000).items().stream()
                        .map(ArchivedEntry::entry)
                        .toList();
    }

    List<Entry.TurnClosed> closings() {
        return entries().stream()
                .filter(Entry.TurnClosed.class::isInstance)
                .map(Entry.TurnClosed.class::cast)
                .toList();
    }

    <T extends TurnEvent> List<T> told(Class<T> type) {
        return told.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public Exchange send(UpstreamRequest request, ClientStream client) {
        sent.add(request);
        return switch (replies.remove()) {
            case Reply.Of reply -> new InMemory(reply, (Client) client);
            case Reply.Failure failure -> throw failure.trouble();
        };
    }

    /** A client that takes down what reaches it. */
    static final class Client implements ClientStream {
        int status;
        Headers headers = Headers.NONE;
        final StringBuilder body = new StringBuilder();
        boolean hasEnded;
        boolean isCut;
        boolean isGone;

        @Override
        public void answer(int code, Headers added, Bytes bytes) {
            status = code;
            headers = added;
            write(bytes);
            end();
        }

        @Override
        public boolean hasBegun() {
            return status != 0;
        }

        @Override
        public boolean isGone() {
            return isGone;
        }

        @Override
        public void write(Bytes bytes) {
            body.append(bytes.utf8());
        }

        @Override
        public void end() {
            hasEnded = true;
        }

        @Override
        public void cut() {
            isCut = true;
        }

        String header(String name) {
            return headers.first(name).orElse("");
        }
    }

    /** A reply that is there at once. */
    private static final class InMemory implements Exchange {
        private final Reply.Of reply;
        private final Client client;
        private final Bytes bytes;
        private boolean hasBegun;
        private boolean isSettled;

        InMemory(Reply.Of reply, Client client) {
            this.reply = reply;
            this.client = client;
            this.bytes = Bytes.of(reply.body());
        }

        @Override
        public int status() {
            return reply.status();
        }

        @Override
        public Headers headers() {
            return Headers.of("content-type", reply.type());
        }

        @Override
        public Bytes peek(int mostBytes) {
            return bytes.slice(new Span(0, Math.min(mostBytes, bytes.length())));
        }

        @Override
        public InputStream relay(Headers added) {
            begin(added, bytes);
            return bytes.stream();
        }

        @Override
        public InputStream relay(Headers added, ReplyTransform transform) {
            begin(added, transform.pass(bytes.array(), bytes.offset(), bytes.length()));
            return bytes.stream();
        }

        private void begin(Headers added, Bytes visible) {
            if (!visible.isEmpty() && !client.hasBegun()) {
                client.status = reply.status();
                client.headers = added;
            }
            hasBegun |= !visible.isEmpty();
            client.write(visible);
        }

        @Override
        public Outcome outcome() {
            return reply.outcome();
        }

        @Override
        public void finish(Bytes last) {
            begin(Headers.NONE, last);
            isSettled = true;
            if (reply.outcome() == Outcome.COMPLETE) {
                client.end();
            } else {
                client.cut();
            }
        }

        @Override
        public void leaveOpen() {
            isSettled = true;
        }

        @Override
        public void close() {
            if (hasBegun && !isSettled) {
                client.cut();
            }
        }
    }
}
