package dev.throughline.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.session.Identify;
import dev.throughline.engine.session.Markers;
import dev.throughline.engine.session.Purposes;
import dev.throughline.engine.session.Sessions;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.engine.turn.LocalTools;
import dev.throughline.engine.turn.Road;
import dev.throughline.model.Dialect;
import dev.throughline.model.Ids;
import dev.throughline.replay.recording.Trajectory;
import dev.throughline.replay.session.Books;
import dev.throughline.replay.session.Count;
import dev.throughline.replay.session.Terms;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.wire.Wires;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ReplayTest {
    private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    @TempDir
    private Path home = Path.of("");

    private static Road road(FileStore store, Upstream upstream) {
        Ids ids = new Ids(new Random(1));
        Purposes purposes = new Purposes(Markers.builtIn());
        Archive archive = new Archive(store, (_, _) -> false);
        return new Road(
                new Road.Rooms(
                        Wires::of,
                        new Identify("salt"),
                        purposes,
                        new Sessions(store, archive.recents(), purposes, ids),
                        archive,
                        Optional.empty(),
                        Optional.empty(),
                        (_, call, _) -> new LocalTools.Said("no tool " + call.name(), true),
                        Optional.empty(),
                        upstream,
                        ids,
                        CLOCK),
                new Road.Settings(ApplyTo.AGENTS, /* trustsClientTime= */ true),
                List.of());
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void the_real_road_without_a_policy_changes_nothing(Dialect dialect) {
        try (FileStore store = new FileStore(home, CLOCK, FileStoreLimits.DEFAULTS)) {
            Replay replay = new Replay(Terms.usual(dialect), Wires::of);
            List<Supplier<Trajectory>> sessions =
                    List.of(() -> SmallSession.reading(30), () -> SmallSession.reading(2));
            List<String> progress = new ArrayList<>();
            List<Books> books = replay.run(
                    road(store, replay.upstream())::handle, sessions, 1, (done, of) -> progress.add(done + "/" + of));
            assertEquals(List.of("1/2", "2/2"), progress);
            Books first = books.getFirst();
            assertEquals(33, first.tally().of(Count.OK));
            assertEquals(1, first.tally().of(Count.REPEATS_SAME));
            assertEquals(first.tally().of(Count.DIRECT_COST), first.tally().of(Count.COST));
            assertEquals(first.tally().of(Count.EVIDENCE), first.tally().of(Count.COVERED));
            assertEquals(0, first.tally().of(Count.VIOLATIONS) + first.tally().of(Count.BYPASSES));
            assertEquals(33, first.walks().size());
            assertTrue(first.walks().stream().allMatch(walk -> walk.nanos() > 0 && walk.allocatedBytes() != 0));
            assertEquals(5, books.get(1).tally().of(Count.TURNS));
            assertEquals(0, replay.strays().requests());
        }
    }

    @Test
    void a_road_that_masks_old_results_saves_tokens_breaks_the_cache_and_loses_evidence() {
        Replay replay = new Replay(Terms.usual(Dialect.CHAT), Wires::of);
        Books books = replay.run(
                        new MaskingRoad(replay.upstream(), 10),
                        List.of(() -> SmallSession.reading(30)),
                        2,
                        (_, _) -> {})
                .getFirst();
        assertEquals(33, books.tally().of(Count.OK));
        assertEquals(1, books.tally().of(Count.REPEATS_SAME));
        assertTrue(
                books.tally().of(Count.FORWARDED_TOKENS) < 0.7 * books.tally().of(Count.DIRECT_TOKENS));
        assertTrue(books.tally().of(Count.COST) > books.tally().of(Count.DIRECT_COST));
        assertEquals(21, books.tally().of(Count.EDITS));
        assertEquals(0, books.tally().of(Count.VIOLATIONS));
        assertEquals(books.tally().of(Count.EVIDENCE_OLD) - 2, books.tally().of(Count.COVERED_OLD));
        assertEquals(1, books.tally().of(Count.REFETCHES));
    }

    @Test
    void a_session_that_cannot_be_read_ends_the_run() {
        Replay replay = new Replay(Terms.usual(Dialect.CHAT), Wires::of);
        List<Supplier<Trajectory>> broken = List.of(() -> {
            throw new IllegalArgumentException("no JSON");
        });
        assertThrows(
                IllegalStateException.class,
                () -> replay.run(new MaskingRoad(replay.upstream(), 10), broken, 1, (_, _) -> {}));
    }
}
