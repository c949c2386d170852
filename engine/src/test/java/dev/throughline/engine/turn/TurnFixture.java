package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.WatchedStore;
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
import dev.throughline.engine.helper.SessionCallers;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.Sessions;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.Ids;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.price.PriceTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
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
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The engine between a client and a provider that are both in memory. A test replaces the parts that should fail. */
final class TurnFixture implements Upstream {
    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final LocalTool RECALL = new LocalTool("recall", "Gives back.", Bytes.of("{\"type\":\"object\"}"));

    final WatchedStore watched = new WatchedStore();
    final SessionCallers callers = new SessionCallers();
    final List<UpstreamRequest> sent = new ArrayList<>();
    final List<TurnEvent> events = new ArrayList<>();
    Policy policy = _ -> List.of();
    LocalTools tools = (_, call, _) -> new LocalTools.ToolAnswer("answer of " + call.name(), /* isError= */ false);

    /** The next request. */
    Headers headers = Headers.of("x-throughline-session", "one");

    Dialect dialect = ChatDialect.NAME;
    String target = "/v1/chat/completions";
    Optional<String> run = Optional.empty();

    @Nullable
    Supplier<Bytes> plain;

    boolean isClientGone;

    /** Settings, which a {@link #restart()} applies. */
    ApplyTo applyTo = ApplyTo.ALL;

    /** The services for chats. */
    Optional<BiFunction<Store, PurposeDetector, TurnHandler.ChatServices>> chat = Optional.empty();

    boolean trustsClientTime;
    int rounds = TurnHandler.TurnSettings.DEFAULT_ROUNDS;
    boolean wantsReplies;

    private final Deque<Reply> replies = new ArrayDeque<>();
    private @Nullable TurnHandler handler;

    private sealed interface Reply {
        record Of(int status, String type, String body, Exchange.Outcome outcome, boolean isCopyBroken)
                implements Reply {}

        record Failure(Throwable error) implements Reply {}
    }

    TurnFixture willReply(int status, String body) {
        replies.add(new Reply.Of(status, "application/json", body, Exchange.Outcome.COMPLETE, false));
        return this;
    }

    TurnFixture willStream(String body, Exchange.Outcome outcome) {
        replies.add(new Reply.Of(200, "text/event-stream", body, outcome, false));
        return this;
    }

    /** The client gets the whole reply, and the copy for the archive breaks after its first byte. */
    TurnFixture willReplyWithBrokenCopy(String body) {
        replies.add(new Reply.Of(200, "application/json", body, Exchange.Outcome.COMPLETE, true));
        return this;
    }

    TurnFixture willFail(Throwable error) {
        replies.add(new Reply.Failure(error));
        return this;
    }

    /** Handles a request. */
    Client ask(String body) {
        Client client = new Client(isClientGone);
        handler().handle(inbound(body), client);
        return client;
    }

    Client count(String body) {
        Client client = new Client(isClientGone);
        handler().count(inbound(body), client);
        return client;
    }

    Inbound inbound(String body) {
        Bytes bytes = Bytes.of(body);
        return new Inbound(
                Tenant.LOCAL, dialect, "POST", target, headers, bytes, plain == null ? () -> bytes : plain, run, NOON);
    }

    /** Forgets everything except for what is in the store. */
    void restart() {
        handler = null;
    }

    TurnHandler handler() {
        if (handler == null) {
            handler = newHandler();
        }
        return handler;
    }

    private TurnHandler newHandler() {
        Ids ids = new Ids(new Random(7 + sent.size()));
        PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
        Archive archive = new Archive(watched.store, purposes, Archive.defaultLiveBytes());
        return new TurnHandler(
                new TurnHandler.TurnServices(
                        Dialects::of,
                        new SessionIdentifier("salt"),
                        purposes,
                        new Sessions(watched.store, archive.recentItems(), purposes, ids),
                        archive,
                        Optional.empty(),
                        Optional.of(editor(archive)),
                        Optional.of(callers),
                        (recorded, call, room) -> tools.answer(recorded, call, room),
                        Optional.of(watched.store.notes()),
                        chat.map(create -> create.apply(watched.store, purposes)),
                        this,
                        ids,
                        Clock.fixed(NOON, ZoneOffset.UTC)),
                new TurnHandler.TurnSettings(_ -> applyTo, trustsClientTime, rounds, rounds),
                List.of(new TurnListener() {
                    @Override
                    public void on(TurnEvent event) {
                        events.add(event);
                    }

                    @Override
                    public boolean wantsReplies() {
                        return wantsReplies;
                    }
                }));
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
        return new PromptEditor(
                archive, settings, _ -> Optional.empty(), new AgentMarkers(List.of()), HelperModel.NONE);
    }

    /** What the archive holds of the newest session. */
    List<Entry> entries() {
        List<SessionCard> cards =
                watched.real.sessions(Tenant.LOCAL, Optional.empty(), 10).items();
        return cards.isEmpty()
                ? List.of()
                : watched.real.entries(cards.getFirst().ref(), 0, 1_000).items().stream()
                        .map(ArchivedEntry::entry)
                        .toList();
    }

    <T extends Entry> List<T> entries(Class<T> type) {
        return entries().stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<Entry.TurnClosed> closings() {
        return entries(Entry.TurnClosed.class);
    }

    <T extends TurnEvent> List<T> events(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public Exchange send(UpstreamRequest request, ClientStream client) {
        sent.add(request);
        return switch (replies.remove()) {
            case Reply.Of reply -> new InMemory(reply, (Client) client);
            case Reply.Failure failure -> throw unchecked(failure.error());
        };
    }

    private static RuntimeException unchecked(Throwable error) {
        if (error instanceof Error fatal) {
            throw fatal;
        }
        return (RuntimeException) error;
    }

    /** A client that records what it receives. */
    static final class Client implements ClientStream {
        int status;
        Headers headers = Headers.NONE;
        final StringBuilder body = new StringBuilder();
        boolean hasEnded;
        boolean isCut;
        final boolean isGone;

        Client(boolean isGone) {
            this.isGone = isGone;
        }

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

    /** A reply that is available at once. */
    private static final class InMemory implements Exchange {
        private final Reply.Of reply;
        private final Client client;
        private final Bytes bytes;
        private Headers added = Headers.NONE;
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
        public InputStream relay(Headers head) {
            added = head;
            begin(bytes);
            return copy();
        }

        @Override
        public InputStream relay(Headers head, ReplyTransform transform) {
            added = head;
            begin(transform.pass(bytes.array(), bytes.offset(), bytes.length()));
            return copy();
        }

        private InputStream copy() {
            return reply.isCopyBroken()
                    ? new SequenceInputStream(new ByteArrayInputStream(new byte[] {'{'}), broken())
                    : bytes.stream();
        }

        /** A stream that throws when it is read. */
        private static InputStream broken() {
            try (InputStream closed = InputStream.nullInputStream()) {
                return closed;
            } catch (IOException e) {
                throw new UncheckedIOException("not thrown", e);
            }
        }

        private void begin(Bytes visible) {
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
            begin(last);
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
