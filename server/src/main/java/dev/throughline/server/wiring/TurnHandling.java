package dev.throughline.server.wiring;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.helper.HelperLedger;
import dev.throughline.engine.helper.HelperListener;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.engine.recall.Bill;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.SessionAccess;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.HelperKeys;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.config.SessionKeys;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.sessions.SessionDigests;
import dev.throughline.store.file.SavingsFunds;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.price.PriceTable;
import java.time.Clock;
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
 * Handles turns as a gateway does: with memory, with a helper model and its budget, and with learned context windows.
 * The gateway connects it to providers, a replay to a simulated model. It is closed before its store.
 */
public final class TurnHandling implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TurnHandling.class);
    private static final int PAGE_SIZE = 4_096;

    private final CloseStack closing = new CloseStack();
    private final LearnedWindows learned;
    private final Optional<MemoryService> memory;
    private final SessionAccess access;
    private final RecallCache views;
    private final TurnHandler handler;
    private final Optional<ReplayClock> replay;

    /**
     * The connections of the handler.
     *
     * @param upstream receives the requests of sessions
     * @param helper creates the connection to the helper model
     * @param environment returns the value of an environment variable, or null
     */
    public record Connections(
            Upstream upstream, Supplier<HelperUpstream> helper, UnaryOperator<@Nullable String> environment) {}

    /** The listeners that are notified of turns, of questions to the helper model, and of memory. */
    public record HandlingListeners(List<TurnListener> turns, List<HelperListener> helper, MemoryListener memory) {
        public static final HandlingListeners NONE = new HandlingListeners(List.of(), List.of(), MemoryListener.NONE);
    }

    /** Background work begins with {@link #start}. */
    public TurnHandling(TurnHandlerFactory factory, Connections connections, HandlingListeners listeners) {
        Config config = factory.config();
        this.learned = LearnedWindowsFile.read(
                config.home(), Duration.ofDays(config.value(WorkingSetKeys.LEARNED_WINDOW_DAYS)));
        this.replay =
                config.value(Keys.REPLAY_CLOCK) ? Optional.of(new ReplayClock(factory.clock())) : Optional.empty();
        boolean isBuilt = false;
        try {
            SavingsFunds savings = savings(factory);
            HelperLedger ledger = new HelperLedger(factory.store(), factory.clock());
            closing.push(ledger::close);
            List<HelperListener> helperListeners = new ArrayList<>(List.of(ledger));
            helperListeners.addAll(listeners.helper());
            HelperSetup helper =
                    HelperSetup.of(config, connections.helper(), savings, helperListeners, factory.clock());
            closing.push(helper::close);
            this.views = new RecallCache(factory.store(), Dialects::of);
            this.memory = memory(
                    factory,
                    connections,
                    views,
                    helper,
                    listeners,
                    replay.<Clock>map(each -> each).orElse(factory.clock()));
            this.access = memory.map(MemoryService::access).orElseGet(() -> accessWithoutMemory(factory));
            memory.ifPresent(service -> closing.push(service::close));
            List<TurnListener> turnListeners = new ArrayList<>(List.of(savings));
            turnListeners.addAll(listeners.turns());
            replay.ifPresent(turnListeners::add);
            memory.map(MemoryService::listener).ifPresent(turnListeners::add);
            this.handler = factory.create(
                    connections.upstream(),
                    new TurnHandlerFactory.HandlerDependencies(helper, views, memory, learned),
                    turnListeners);
            isBuilt = true;
        } finally {
            if (!isBuilt) {
                closing.close();
            }
        }
    }

    private static SavingsFunds savings(TurnHandlerFactory factory) {
        Config config = factory.config();
        PriceTable prices = WorkingSetKeys.prices(config);
        return new SavingsFunds(
                config.home(),
                prices,
                config.value(HelperKeys.HELPER_SHARE),
                session -> saved(factory.store(), session, prices));
    }

    /** What editing has saved in a session, computed from its archive; 0 if the archive cannot be read. */
    private static double saved(Store store, SessionRef session, PriceTable prices) {
        try {
            return Bill.of(Transcript.read(after -> store.entries(session, after, PAGE_SIZE)), prices)
                    .saved();
        } catch (ProxyException e) {
            LOG.warn("session {}: its savings cannot be read: {}", session.id(), e.getMessage());
            return 0;
        }
    }

    /** Memory beyond sessions; empty if memory is off. */
    private static Optional<MemoryService> memory(
            TurnHandlerFactory factory,
            Connections connections,
            RecallCache views,
            HelperSetup helper,
            HandlingListeners listeners,
            Clock clock) {
        Config config = factory.config();
        return config.value(Keys.MEMORY) == ApplyTo.NONE
                ? Optional.empty()
                : Optional.of(new MemoryService(
                        MemoryKeys.settings(config),
                        factory.store(),
                        views,
                        new MemoryService.MemoryDependencies(
                                clock,
                                helper.model(),
                                digests(factory),
                                Dialects::of,
                                connections.environment(),
                                listeners.memory())));
    }

    /** Who may read which session does not depend on whether memory is on. */
    private static SessionAccess accessWithoutMemory(TurnHandlerFactory factory) {
        Config config = factory.config();
        ChatKeys chatKeys = SessionKeys.chatKeys(config);
        return new SessionAccess(
                factory.store(),
                new SessionProjects(factory.store(), MemoryKeys.projects(config), digests(factory), chatKeys),
                chatKeys);
    }

    private static SessionDigests digests(TurnHandlerFactory factory) {
        Config config = factory.config();
        return new SessionDigests(factory.store(), WorkingSetKeys.prices(config), new ScaffoldFilter(config.markers()));
    }

    /**
     * Starts background work, which no request waits for. A replay has none, because it would depend on the machine.
     */
    public TurnHandling start() {
        if (replay.isEmpty()) {
            memory.ifPresent(MemoryService::start);
        }
        return this;
    }

    /**
     * Handles a turn. In a replay, a turn begins after memory has learned from the turns before it: between two turns
     * of an agent there is time for that, but a replay has no such pauses.
     */
    public void handle(Inbound inbound, ClientStream client) {
        replay.ifPresent(ReplayClock::awaitEndedTurns);
        try {
            handler.handle(inbound, client);
            if (replay.isPresent()) {
                memory.ifPresent(MemoryService::settle);
            }
        } finally {
            replay.ifPresent(clock -> clock.learned(inbound));
        }
    }

    /** Runs the deletion of a session, and removes the session from the search indexes and from all caches. */
    void delete(SessionCard card, Runnable deletion) {
        memory.ifPresentOrElse(service -> service.deletedSessions().delete(card, deletion), deletion);
        views.forget(card.ref());
        handler.forget(card.ref());
    }

    TurnHandler handler() {
        return handler;
    }

    Optional<MemoryService> memory() {
        return memory;
    }

    SessionAccess access() {
        return access;
    }

    LearnedWindows learned() {
        return learned;
    }

    /** Waits some seconds until memory has learned from the last turns. */
    @Override
    public void close() {
        closing.close();
    }
}
