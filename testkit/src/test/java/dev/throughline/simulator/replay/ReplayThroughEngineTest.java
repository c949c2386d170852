package dev.throughline.simulator.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.Sessions;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.model.Ids;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.RecordedMessage.Role;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.simulator.session.Counter;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.SessionResult;
import dev.throughline.wire.dialects.Dialects;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Recorded sessions through the engine as it is, without a policy. */
final class ReplayThroughEngineTest {
    private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private static TurnHandler handler(Store store, Upstream upstream) {
        Ids ids = new Ids(new Random(1));
        PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
        Archive archive = new Archive(store, (_, _) -> false, Archive.defaultLiveBytes());
        return new TurnHandler(
                new TurnHandler.TurnServices(
                        Dialects::of,
                        new SessionIdentifier("salt"),
                        purposes,
                        new Sessions(store, archive.recentItems(), purposes, ids),
                        archive,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        (_, call, _) -> new LocalTools.ToolAnswer("no tool " + call.name(), true),
                        Optional.empty(),
                        Optional.empty(),
                        upstream,
                        ids,
                        CLOCK),
                new TurnHandler.TurnSettings(_ -> ApplyTo.AGENTS, /* trustsClientTime= */ true, 3, 3),
                List.of());
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void an_engine_without_a_policy_changes_nothing(SimulatedDialect dialect) {
        try (MemoryStore store = new MemoryStore()) {
            Replay replay = new Replay(ReplaySettings.usual(dialect), (_, _) -> List.of());
            List<Supplier<Trajectory>> sessions = List.of(() -> reading(30), () -> reading(2));
            List<String> progress = new ArrayList<>();
            List<SessionResult> result = replay.run(
                    handler(store, replay.upstream())::handle,
                    sessions,
                    1,
                    (done, of) -> progress.add(done + "/" + of));
            assertEquals(List.of("1/2", "2/2"), progress);
            SessionResult first = result.getFirst();
            assertEquals(31, first.totals().of(Counter.OK));
            assertEquals(1, first.totals().of(Counter.REPEATS_SAME));
            assertEquals(first.totals().of(Counter.DIRECT_COST), first.totals().of(Counter.COST));
            assertEquals(first.totals().of(Counter.EVIDENCE), first.totals().of(Counter.COVERED));
            assertEquals(
                    0, first.totals().of(Counter.VIOLATIONS) + first.totals().of(Counter.BYPASSES));
            assertEquals(31, first.timings().size());
            assertTrue(first.timings().stream().allMatch(timing -> timing.nanos() > 0 && timing.allocatedBytes() != 0));
            assertEquals(3, result.get(1).totals().of(Counter.TURNS));
            assertEquals(0, replay.unmatched().requests());
        }
    }

    /** A session that reads so many files, each of about 600 tokens, and then quotes the first. */
    private static Trajectory reading(int files) {
        List<RecordedMessage> messages = new ArrayList<>();
        messages.add(RecordedMessage.text(Role.USER, "Please read all the files and sum them up. ü🌳", at(0)));
        for (int i = 0; i < files; i++) {
            RecordedCall call = new RecordedCall("call_" + i, "Read", "{\"path\":\"src/file" + i + ".txt\"}");
            messages.add(RecordedMessage.answer(i % 2 == 0 ? "Reading on." : "", List.of(call), at(i)));
            String file =
                    "value_of_file" + i + " = " + (1000 + i) + "\n" + "some more words in a line of it\n".repeat(70);
            messages.add(RecordedMessage.result(call, file, at(i + 1)));
        }
        messages.add(RecordedMessage.answer("It says value_of_file0 = 1000.", List.of(), at(files)));
        return Trajectory.of("reading", messages);
    }

    private static OptionalDouble at(int turn) {
        return OptionalDouble.of(1_000 + 20.0 * turn);
    }
}
