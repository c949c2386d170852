package dev.throughline.app.house;

import dev.throughline.app.config.Config;
import dev.throughline.app.learn.MemoryHouse;
import dev.throughline.app.run.RunRegistry;
import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.Authorship;
import dev.throughline.engine.edit.Editing;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.recall.Views;
import dev.throughline.engine.session.Identify;
import dev.throughline.engine.session.Markers;
import dev.throughline.engine.session.Purposes;
import dev.throughline.engine.session.Sessions;
import dev.throughline.engine.turn.Road;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.model.Ids;
import dev.throughline.wire.Wires;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.price.PriceTable;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rooms along the road, built on a store that somebody else opened and will close. The house leads it to the
 * providers; a replay leads the very same road to a model that it plays.
 */
public record RoadPlan(Config config, Store store, Ids ids, Clock clock) {
    /** The road to this upstream, without a helper model and without memory beyond the session. */
    public Road to(Upstream upstream, List<TurnListener> listeners) {
        return to(
                upstream,
                new Guests(HelperHouse.NONE, new Views(store, Wires::of), Optional.empty(), LearnedWindows.inMemory()),
                listeners);
    }

    /** Who stands beside the road: a model to ask, a look into sessions, memory, what was learned of windows. */
    record Guests(HelperHouse helper, Views views, Optional<MemoryHouse> memory, LearnedWindows learned) {}

    /** The road to this upstream. */
    Road to(Upstream upstream, Guests guests, List<TurnListener> listeners) {
        Purposes purposes = new Purposes(config.markers());
        Archive archive = new Archive(
                store,
                (turn, item) ->
                        purposes.isContinuation(turn.wire(), turn.request().body(), item),
                config.limits().sessionsBytes().orElseGet(Archive::usualLiveBytes));
        RunRules runs = new RunRules(config, new RunRegistry(config.home()));
        Recollection recollection =
                new Recollection(config, runs::policy, store.notes(), guests.views(), guests.memory());
        Optional<Editing> editing = Optional.of(editing(archive, runs, recollection, guests));
        return new Road(
                new Road.Rooms(
                        Wires::of,
                        new Identify(Salt.of(config.home())),
                        purposes,
                        new Sessions(store, archive.recents(), purposes, ids),
                        archive,
                        editing,
                        guests.helper().callers(),
                        recollection::answer,
                        Optional.of(store.notes()),
                        upstream,
                        ids,
                        clock),
                new Road.Settings(
                        runs::applyTo,
                        config.isReplayClock(),
                        config.working().overflowRetries(),
                        config.working().localRounds()),
                HelperHouse.preparing(editing, listeners));
    }

    private Editing editing(Archive archive, RunRules runs, Recollection recollection, Guests guests) {
        return new Editing(
                archive,
                new Editing.Settings(
                        runs::rule,
                        config.working().table(),
                        new PriceTable(config.working().prices()),
                        recollection,
                        config.working().bodyBytes(),
                        guests.learned(),
                        config.working().figures()),
                recollection,
                authorship(config.markers()),
                guests.helper().model());
    }

    private static Authorship authorship(Markers markers) {
        return new Authorship() {
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
