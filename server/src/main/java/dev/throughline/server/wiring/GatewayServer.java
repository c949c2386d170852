package dev.throughline.server.wiring;

import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.helper.HelperListener;
import dev.throughline.engine.session.ResetListener;
import dev.throughline.engine.turn.CopiedPlaceholders;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.gateway.Gateway;
import dev.throughline.gateway.GatewayOptions;
import dev.throughline.gateway.Handlers;
import dev.throughline.gateway.HostNames;
import dev.throughline.gateway.PlainHandler;
import dev.throughline.gateway.http.HttpLimits;
import dev.throughline.gateway.upstream.NettyUpstream;
import dev.throughline.gateway.upstream.Provider;
import dev.throughline.gateway.upstream.ProviderTable;
import dev.throughline.gateway.upstream.UpstreamLimits;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.metadata.SessionDirectory;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.model.Cause;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Tenant;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.SessionKeys;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.rest.RestApi;
import dev.throughline.server.sessions.GatewayStatus;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.SessionChanges;
import dev.throughline.server.sessions.StoreSessionCatalog;
import dev.throughline.wire.ProviderApi;
import dev.throughline.wire.dialects.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A gateway with everything that it needs, created by hand: the constructor calls show how the parts are connected.
 * Closing it finishes the requests in progress and releases the home.
 */
public final class GatewayServer implements AutoCloseable {
    private final Config config;
    private final Clock clock;
    private final GatewayOrigin origin;
    private final CloseStack closing = new CloseStack();
    private final GatewayActivity activity;
    private final Store store;
    private final URI address;

    private GatewayServer(Config config, GatewayOrigin origin, Clock clock) {
        this.config = config;
        this.origin = origin;
        this.clock = clock;
        this.activity = new GatewayActivity(new RunRegistry(config.home()), origin.idle(), clock);
        this.store = HomeAccess.open(config.home(), clock);
        closing.push(store::close);
        boolean isOpen = false;
        try {
            this.address = build();
            store.serveAt(address.toString());
            isOpen = true;
        } finally {
            if (!isOpen) {
                closing.close();
            }
        }
    }

    /** Creates everything that uses the store, and returns the address. */
    private URI build() {
        Metrics metrics = new Metrics();
        Optional<FlowLog> flow = config.value(Keys.LOG_FLOW).map(this::flowLog);
        Ids ids = new Ids(new SecureRandom(), config.value(Keys.REPLAY_CLOCK));
        NettyUpstream upstream = new NettyUpstream(
                providers(), UpstreamLimits.DEFAULT, NettyUpstream.platformTls(), metrics::upstreamFailed);
        TurnHandling turns = new TurnHandling(
                new TurnHandlerFactory(config, store, ids, clock),
                new TurnHandling.Connections(upstream, () -> HelperSetup.connect(config, providers()), System::getenv),
                listeners(metrics, flow));
        closing.push(turns::close);
        Gateway gateway = listen(
                new Handlers(
                        Dialects.all(),
                        activity.counting(turns::handle),
                        activity.counting(turns.handler()::count),
                        upstream,
                        plainHandlers(metrics, turns, ids),
                        metrics),
                ids);
        closing.push(gateway::close);
        turns.start();
        closing.push(new HeapTrimmer(HeapTrimmer.Heap.ofProcess(gateway::openRequests)).start()::close);
        return address(gateway.address());
    }

    /**
     * Starts a gateway.
     *
     * @throws ProxyException with a sentence for the user if the home or the address cannot be used
     */
    public static GatewayServer open(Config config, Clock clock) {
        return open(config, GatewayOrigin.PLAIN, clock);
    }

    /** Starts a gateway whose status names how it was started. */
    public static GatewayServer open(Config config, GatewayOrigin origin, Clock clock) {
        return new GatewayServer(config, origin, clock);
    }

    /** When an unused gateway exits; empty while it is used, or if it does not exit by itself. */
    public Optional<Instant> exitsAt() {
        return activity.exitsAt();
    }

    /** The address, without a slash at the end. */
    public URI address() {
        return address;
    }

    public SessionCatalog sessions() {
        return HomeAccess.sessions(store, config);
    }

    @Override
    public void close() {
        closing.close();
    }

    private static TurnHandling.HandlingListeners listeners(Metrics metrics, Optional<FlowLog> flow) {
        List<TurnListener> turns = new ArrayList<>(List.of(metrics, new CopiedPlaceholders(metrics::noteCopied)));
        List<HelperListener> helper = new ArrayList<>();
        helper.add((_, question, _, answer) -> metrics.questionEnded(question, answer));
        flow.ifPresent(turns::add);
        flow.ifPresent(helper::add);
        return new TurnHandling.HandlingListeners(
                turns,
                helper,
                new CountedMemory(metrics, flow.<MemoryListener>map(log -> log).orElse(MemoryListener.NONE)));
    }

    private FlowLog flowLog(Path file) {
        try {
            FlowLog log = new FlowLog(file, clock, WorkingSetKeys.prices(config));
            closing.push(log::close);
            return log;
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "flow_log_unwritable",
                    "cannot write the data-flow log " + file + ": " + Cause.words(e) + "; pass another --log-file",
                    e);
        }
    }

    private ProviderTable providers() {
        List<ProviderTable.ModelRoute> routes = config.value(Keys.ROUTES).entrySet().stream()
                .map(route -> new ProviderTable.ModelRoute(
                        route.getKey(),
                        Provider.of(ProviderApi.OPENAI, route.getValue().toString(), Optional.empty())))
                .toList();
        return new ProviderTable(
                Dialects.all(),
                api -> {
                    Keys.ProviderKeys keys = Keys.provider(api.name());
                    return Provider.of(api, config.value(keys.url()).toString(), config.value(keys.key()));
                },
                Provider.chatgpt(config.value(Keys.CHATGPT_URL).toString()),
                routes);
    }

    private Gateway listen(Handlers handlers, Ids ids) {
        HttpLimits defaults = HttpLimits.DEFAULT;
        HttpLimits limits = new HttpLimits(
                Math.toIntExact(config.value(Keys.BODY_BYTES)),
                defaults.requestLineBytes(),
                Math.toIntExact(config.value(Keys.HEADER_BYTES)),
                defaults.discardBytes(),
                defaults.lingerTime(),
                defaults.idleTime(),
                Duration.ofSeconds(config.value(Keys.HEAD_SECONDS)),
                Duration.ofSeconds(config.value(Keys.BODY_SECONDS)),
                config.value(Keys.BODIES_BYTES));
        int loops = Math.max(2, Runtime.getRuntime().availableProcessors());
        GatewayOptions options = new GatewayOptions(
                config.value(Keys.HOST),
                config.value(Keys.PORT),
                loops,
                GatewayOptions.GRACE,
                HostNames.of(config.value(Keys.HOST), config.value(Keys.HOST_NAMES)),
                Tenant.LOCAL,
                limits,
                clock,
                ids);
        try {
            return Gateway.start(options, handlers);
        } catch (UncheckedIOException e) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "address_taken",
                    String.valueOf(e.getMessage()).replaceFirst("^java\\.io\\.IOException: ", ""),
                    e);
        }
    }

    /** The handlers of all other paths than those of the model APIs. A path that ends in a slash is a prefix. */
    private Map<String, PlainHandler> plainHandlers(Metrics metrics, TurnHandling turns, Ids ids) {
        PlainHandler alive = _ -> PlainHandler.PlainAnswer.json(200, "{\"status\":\"ok\"}");
        Map<String, PlainHandler> handlers = new HashMap<>();
        handlers.put("/livez", alive);
        handlers.put("/health", alive);
        handlers.put("/readyz", _ -> ready());
        handlers.put("/metrics", _ -> PlainHandler.PlainAnswer.text(200, metrics.text()));
        SessionChanges changes = HomeAccess.changes(
                store, clock, turns.memory().map(MemoryService::resets).orElse(ResetListener.NONE), turns::delete);
        closing.push(new ScheduledPruning(changes, config).start()::close);
        SessionDirectory directory = turns.memory()
                .map(service -> service.names().directory())
                .orElseGet(() -> StoreSessionCatalog.directoryOf(store));
        SessionCatalog sessions =
                HomeAccess.sessions(store, config, directory, turns.handler().compactionRequests(store), changes);
        handlers.put(
                RestApi.PREFIX,
                new RestApi(sessions, () -> status(turns.learned()), turns.access(), turns.memory())
                        .withConfig(config)
                        .withSessions(key -> store.keyHistory(Tenant.LOCAL, key), SessionKeys.chatKeys(config))
                        .withImports(ImportWiring.importer(config, store, ids, turns.memory(), clock)));
        turns.memory()
                .ifPresent(service ->
                        handlers.put(McpEndpoint.PATH, new McpEndpoint(service, sessions, config.value(Keys.HOST))));
        return handlers;
    }

    private PlainHandler.PlainAnswer ready() {
        return store.health().isWritable()
                ? PlainHandler.PlainAnswer.json(200, "{\"status\":\"ready\"}")
                : PlainHandler.PlainAnswer.json(503, "{\"status\":\"store_unwritable\"}");
    }

    private GatewayStatus status(LearnedWindows learned) {
        Store.Health health = store.health();
        return new GatewayStatus(
                Version.text(),
                ProcessHandle.current().pid(),
                config.home(),
                address.toString(),
                ProcessHandle.current().info().startInstant().orElseGet(clock::instant),
                health.isWritable(),
                health.detail(),
                new GatewayStatus.GatewayUse(
                        origin.startedBy(),
                        activity.runs(),
                        activity.open(),
                        activity.exitsAt(),
                        origin.settings().get()),
                learned.all(clock.instant()));
    }

    /** An address that a client can connect to, also if the gateway listens on all addresses. */
    private URI address(InetSocketAddress bound) {
        String host = bound.getAddress().isAnyLocalAddress() ? "127.0.0.1" : config.value(Keys.HOST);
        String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return URI.create("http://" + (plain.contains(":") ? "[" + plain + "]" : plain) + ":" + bound.getPort());
    }
}
