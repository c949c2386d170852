package dev.throughline.server.wiring;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.edit.TextAuthors;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.recall.SessionRecall;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.Sessions;
import dev.throughline.engine.state.StateBlockWriter;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.note.SessionNotes;
import dev.throughline.memory.tool.SessionTools;
import dev.throughline.model.Ids;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.run.RunRegistry;
import dev.throughline.store.file.note.SharedTodo;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.fragment.StateBlock;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The rooms along the road, built on a store that somebody else opened and will close. The house leads it to the
 * providers; a replay leads the very same road to a model that it plays.
 */
public record RoadPlan(Config config, Store store, Ids ids, Clock clock) {
    /** The road to this upstream, without a helper model and without memory beyond the session. */
    public TurnHandler to(Upstream upstream, List<TurnListener> listeners) {
        return to(
                upstream,
                new Guests(
                        HelperSetup.NONE,
                        new RecallCache(store, Dialects::of),
                        Optional.empty(),
                        LearnedWindows.inMemory()),
                listeners);
    }

    /** Who stands beside the road: a model to ask, a look into sessions, memory, what was learned of windows. */
    record Guests(HelperSetup helper, RecallCache views, Optional<MemoryService> memory, LearnedWindows learned) {}

    /** The road to this upstream. */
    TurnHandler to(Upstream upstream, Guests guests, List<TurnListener> listeners) {
        PurposeDetector purposes = new PurposeDetector(config.markers());
        Archive archive = new Archive(
                store,
                (turn, item) ->
                        purposes.isContinuation(turn.wire(), turn.request().body(), item),
                config.value(Keys.SESSIONS_BYTES).orElseGet(Archive::usualLiveBytes));
        RunSettings runs = new RunSettings(config, new RunRegistry(config.home()));
        SessionRecall recall = recall(runs, guests);
        Optional<PromptEditor> editing = Optional.of(editing(archive, runs, recall, guests));
        return new TurnHandler(
                new TurnHandler.Services(
                        Dialects::of,
                        new SessionIdentifier(Salt.of(config.home())),
                        purposes,
                        new Sessions(store, archive.recentItems(), purposes, ids),
                        archive,
                        editing,
                        guests.helper().callers(),
                        recall,
                        Optional.of(store.notes()),
                        upstream,
                        ids,
                        clock),
                new TurnHandler.Settings(
                        runs::applyTo,
                        config.value(Keys.REPLAY_CLOCK),
                        config.value(WorkingSetKeys.OVERFLOW_RETRIES),
                        config.value(WorkingSetKeys.LOCAL_ROUNDS)),
                HelperSetup.preparing(editing, listeners));
    }

    /** What comes back into prompts, and answers calls of our own tools. */
    SessionRecall recall(RunSettings runs, Guests guests) {
        return new SessionRecall(
                new SessionRecall.Settings(
                        runs::rule,
                        WorkingSetKeys.retrieval(config),
                        config.value(WorkingSetKeys.RECALL_OPENING_TOKENS),
                        MemoryService.knownTools(),
                        SessionTools::masked),
                guests.views(),
                packing(),
                guests.memory());
    }

    /** What is told of a session's notes; the todo may be one file for all sessions. */
    private StateBlockWriter packing() {
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

    private PromptEditor editing(Archive archive, RunSettings runs, SessionRecall recall, Guests guests) {
        long sentBytes = config.value(WorkingSetKeys.WORKING_BODY_BYTES);
        return new PromptEditor(
                archive,
                new PromptEditor.Settings(
                        runs::rule,
                        WorkingSetKeys.windows(config),
                        WorkingSetKeys.prices(config),
                        recall,
                        sentBytes == 0 ? OptionalLong.empty() : OptionalLong.of(sentBytes),
                        guests.learned(),
                        WorkingSetKeys.figures(config)),
                recall,
                authorship(config.markers()),
                guests.helper().model());
    }

    private static TextAuthors authorship(AgentMarkers markers) {
        return new TextAuthors() {
            @Override
            public Set<Piece.Trait> ofUser(String text) {
                return markers.authorship(text);
            }

            @Override
            public Set<Piece.Trait> ofResult(String tool, boolean isError, String text) {
                return markers.answer(tool, isError, text);
            }
        };
    }
}
