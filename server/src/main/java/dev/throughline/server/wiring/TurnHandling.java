package dev.throughline.server.wiring;

import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.helper.HelperListener;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.HelperKeys;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.sessions.Bill;
import dev.throughline.server.sessions.SessionDigests;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.price.PriceTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns as a gateway handles them: the road, and what works beside it: memory, the helper model with what it may cost,
 * and what was learned of windows. The gateway connects it to providers, a replay to a model that it plays. Closed
 * before the store that it was built on.
 */
public final class TurnHandling implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TurnHandling.class);
    private static final int PAGE = 4_096;

    private final CloseStack closing = new CloseStack();
    private final LearnedWindows learned;
    private final Optional<MemoryService> memory;
    private final TurnHandler road;

    /**
     * What it is connected to.
     *
     * @param upstream where the requests of sessions go
     * @param helper makes the calls by which a helper model is asked
     * @param environment gives the value of an environment variable, or null
     */
    public record Connections(
            Upstream upstream, Supplier<HelperUpstream> helper, UnaryOperator<@Nullable String> environment) {}

    /** Who is told what happens. */
    public record Listeners(List<TurnListener> turns, List<HelperListener> helper, MemoryListener memory) {
        public static final Listeners NONE = new Listeners(List.of(), List.of(), MemoryListener.NONE);
    }

    /** Builds it; its work in the background begins with {@link #start}. */
    public TurnHandling(RoadPlan plan, Connections connections, Listeners told) {
        Config config = plan.config();
        this.learned = LearnedWindowsFile.read(
                config.home(), Duration.ofDays(config.value(WorkingSetKeys.LEARNED_WINDOW_DAYS)));
        boolean isBuilt = false;
        try {
            SavingsFunds savings = savings(plan);
            HelperSetup helper = helper(plan, connections, savings, told);
            closing.before(helper::close);
            RecallCache views = new RecallCache(plan.store(), Dialects::of);
            this.memory = memory(plan, connections, views, helper, told);
            memory.ifPresent(house -> closing.before(house::close));
            List<TurnListener> listeners = new ArrayList<>(List.of(savings));
            listeners.addAll(told.turns());
            memory.map(MemoryService::listener).ifPresent(listeners::add);
            this.road = plan.to(connections.upstream(), new RoadPlan.Guests(helper, views, memory, learned), listeners);
            isBuilt = true;
        } finally {
            if (!isBuilt) {
                closing.close();
            }
        }
    }

    private static SavingsFunds savings(RoadPlan plan) {
        Config config = plan.config();
        PriceTable prices = WorkingSetKeys.prices(config);
        return new SavingsFunds(
                config.home(),
                prices,
                config.value(HelperKeys.HELPER_SHARE),
                session -> saved(plan.store(), session, prices));
    }

    /** What a session has saved by its archive; nothing if that cannot be read. */
    private static double saved(Store store, SessionRef session, PriceTable prices) {
        try {
            return Bill.of(Transcript.read(after -> store.entries(session, after, PAGE)), prices)
                    .saved();
        } catch (ProxyException e) {
            LOG.warn("session {}: what it has saved cannot be read: {}", session.id(), e.getMessage());
            return 0;
        }
    }

    private static HelperSetup helper(RoadPlan plan, Connections connections, SavingsFunds savings, Listeners told) {
        return HelperSetup.of(
                plan.config(),
                connections.helper(),
                savings,
                new HelperSetup.Books(new HelperLedger(plan.store(), plan.clock()), told.helper()),
                plan.clock());
    }

    /** Memory beyond sessions; none where nothing is to be remembered. */
    private static Optional<MemoryService> memory(
            RoadPlan plan, Connections connections, RecallCache views, HelperSetup helper, Listeners told) {
        Config config = plan.config();
        return config.value(Keys.MEMORY) == ApplyTo.NONE
                ? Optional.empty()
                : Optional.of(new MemoryService(
                        MemoryKeys.settings(config),
                        plan.store(),
                        views,
                        new MemoryService.Dependencies(
                                plan.clock(),
                                helper.model(),
                                new SessionDigests(
                                        plan.store(),
                                        WorkingSetKeys.prices(config),
                                        new ScaffoldFilter(config.markers())),
                                Dialects::of,
                                connections.environment(),
                                told.memory())));
    }

    /** Begins its work in the background; no request needs it. */
    public TurnHandling start() {
        memory.ifPresent(MemoryService::start);
        return this;
    }

    /**
     * Handles a turn and lets memory learn from it before it returns. A person or a tool leaves time for that between
     * two turns; a replay does not, and would learn less often and from more at once.
     */
    public void handleAndLearn(Inbound inbound, ClientStream client) {
        road.handle(inbound, client);
        memory.ifPresent(MemoryService::settle);
    }

    TurnHandler road() {
        return road;
    }

    Optional<MemoryService> memory() {
        return memory;
    }

    LearnedWindows learned() {
        return learned;
    }

    /** Finishes what is being learnt, for some seconds, and closes memory. */
    @Override
    public void close() {
        closing.close();
    }
}
