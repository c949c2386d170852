package dev.throughline.server.wiring;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.history.HistoryServices;
import dev.throughline.engine.history.SessionHistory;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.recall.SessionRecall;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.ResetListener;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.SessionLifecycle;
import dev.throughline.engine.session.SessionResets;
import dev.throughline.engine.session.Sessions;
import dev.throughline.engine.state.StateBlockWriter;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.tool.OfferedMemoryTools;
import dev.throughline.memory.tool.SessionTools;
import dev.throughline.memory.writer.SessionNotes;
import dev.throughline.model.Ids;
import dev.throughline.server.config.CommandKeys;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.ResetKeys;
import dev.throughline.server.config.SessionKeys;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.store.file.SharedTodo;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.fragment.StateBlock;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Creates turn handlers on a store, which the caller opened and closes. The gateway connects a handler to providers, a
 * replay to a simulated model.
 */
public record TurnHandlerFactory(Config config, Store store, Ids ids, Clock clock) {
    private static final int OK = 200;

    /** A handler without a helper model and without memory beyond the session. */
    public TurnHandler create(Upstream upstream, List<TurnListener> listeners) {
        return create(
                upstream,
                new HandlerDependencies(
                        HelperSetup.NONE,
                        new RecallCache(store, Dialects::of),
                        Optional.empty(),
                        LearnedWindows.inMemory()),
                listeners);
    }

    /** The dependencies of a turn handler besides the store. */
    record HandlerDependencies(
            HelperSetup helper, RecallCache views, Optional<MemoryService> memory, LearnedWindows learned) {}

    TurnHandler create(Upstream upstream, HandlerDependencies dependencies, List<TurnListener> listeners) {
        PurposeDetector purposes = new PurposeDetector(config.markers());
        Archive archive =
                new Archive(store, purposes, config.value(Keys.SESSIONS_BYTES).orElseGet(Archive::defaultLiveBytes));
        RunSettings runs = new RunSettings(config, new RunRegistry(config.home()));
        SessionRecall recall = recall(runs, dependencies);
        PromptEditor editor = editor(archive, runs, recall, dependencies);
        HistoryServices histories = histories(archive, purposes, dependencies);
        List<TurnListener> allListeners = new ArrayList<>(listeners);
        allListeners.add(event -> prepare(event, editor));
        return new TurnHandler(
                new TurnHandler.TurnServices(
                        Dialects::of,
                        new SessionIdentifier(Salt.of(config.home()), SessionKeys.chatKeys(config)),
                        purposes,
                        new Sessions(store, archive.recentItems(), purposes, ids),
                        archive,
                        Optional.of(histories),
                        Optional.of(editor),
                        dependencies.helper().callers(),
                        recall,
                        Optional.of(store.notes()),
                        Optional.of(new ChatSetup(this, dependencies, runs, editor)
                                .services(purposes, histories.resets()::asksWithoutMessage)),
                        upstream,
                        ids,
                        clock),
                new TurnHandler.TurnSettings(
                        runs::applyTo,
                        config.value(Keys.REPLAY_CLOCK),
                        config.value(WorkingSetKeys.OVERFLOW_RETRIES),
                        config.value(WorkingSetKeys.LOCAL_ROUNDS)),
                allListeners);
    }

    private HistoryServices histories(Archive archive, PurposeDetector purposes, HandlerDependencies dependencies) {
        ResetListener listener =
                dependencies.memory().map(MemoryService::resets).orElse(ResetListener.NONE);
        SessionResets resets = new SessionResets(
                store,
                archive,
                purposes,
                new SessionLifecycle(store, ids, listener),
                new SessionResets.ResetSettings(
                        config.value(ResetKeys.RESETS),
                        ResetKeys.rules(config),
                        ResetKeys.words(config),
                        CommandKeys.commandRule(config)::allows));
        return new HistoryServices(
                resets,
                new SessionHistory(store, archive, dependencies.views(), purposes, resets::asksWithMessage),
                config.value(ResetKeys.HISTORY));
    }

    /** Prepares edits for the next turn after a complete reply. */
    private static void prepare(TurnEvent event, PromptEditor editor) {
        if (event instanceof TurnEvent.Finished finished
                && finished.outcome() == Exchange.Outcome.COMPLETE
                && finished.status() == OK) {
            finished.recorded().ifPresent(editor::prepare);
        }
    }

    /** Adds archived content to prompts, and answers calls of local tools. */
    SessionRecall recall(RunSettings runs, HandlerDependencies dependencies) {
        return new SessionRecall(
                new SessionRecall.RecallSettings(
                        runs::rule,
                        WorkingSetKeys.retrieval(config),
                        config.value(WorkingSetKeys.RECALL_OPENING_TOKENS),
                        OfferedMemoryTools.known(),
                        SessionTools::masked),
                dependencies.views(),
                stateBlocks(),
                dependencies.memory());
    }

    /** Writes the state block. The todo may be one file for all sessions. */
    private StateBlockWriter stateBlocks() {
        WorkingSetKeys.Todo todo = config.value(WorkingSetKeys.TODO);
        StateNotes notes = todo.file()
                .<StateNotes>map(file -> new SharedTodo(store.notes(), file))
                .orElse(store.notes());
        return new StateBlockWriter(
                notes,
                new StateBlock.Caps(
                        config.value(WorkingSetKeys.PINNED_CHARACTERS),
                        config.value(WorkingSetKeys.ANCHOR_CHARACTERS),
                        todo.isShown() ? config.value(WorkingSetKeys.TODO_CHARACTERS) : 0,
                        config.value(WorkingSetKeys.RETRIEVAL_CHARACTERS)),
                SessionNotes::shown);
    }

    private PromptEditor editor(
            Archive archive, RunSettings runs, SessionRecall recall, HandlerDependencies dependencies) {
        long sentBytes = config.value(WorkingSetKeys.WORKING_BODY_BYTES);
        return new PromptEditor(
                archive,
                new PromptEditor.EditSettings(
                        runs::rule,
                        WorkingSetKeys.windows(config),
                        WorkingSetKeys.prices(config),
                        recall,
                        sentBytes == 0 ? OptionalLong.empty() : OptionalLong.of(sentBytes),
                        dependencies.learned(),
                        WorkingSetKeys.figures(config),
                        WorkingSetKeys.byHand(config)),
                recall,
                config.markers(),
                dependencies.helper().model());
    }
}
