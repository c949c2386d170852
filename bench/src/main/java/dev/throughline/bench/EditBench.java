package dev.throughline.bench;

import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.edit.DecisionReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Measures the cost of deciding on edits of a long request and writing it: everything from the client's bytes to the
 * bytes that are sent, with the policy {@code auto}.
 *
 * <p>Requests have about 1 MB in an increasing number of items, of which five are new. The baselines, on the same bytes
 * and alternating with it, are a copy of the body and the same steps with the policy {@code off}. Turns with a rewrite
 * are reported separately. There are three kinds of sessions: one that continues (rewrites when it pays: WARM), one
 * with a pause of three hours (COLD), and one whose window is full after half of its turns (HARD).
 *
 * <p>Arguments: sessions of each kind per line (4), and a file of recorded sessions whose calls and results are used;
 * without one they are generated.
 */
public final class EditBench {
    private static final int[] CURVE = {100, 500, 1000, 2000, 5000};
    private static final int WARM_UP_ITEMS = 500;
    private static final int WARM_UP_ROUNDS = 4;
    private static final int MIDDLE = LongConversation.TURNS / 2;
    private static final long SECONDS_BETWEEN = 10;
    private static final long PAUSE_SECONDS = 3 * 3600L;
    private static final Instant START = Instant.parse("2026-01-01T08:00:00Z");
    private static final long LONG_WINDOW = 4_000_000;
    private static final double MARGIN = 0.97;
    private static final long SEED = 7;
    private static final double MILLIS = 1e6;

    @SuppressWarnings("UnusedVariable") // Written only, so that the work before cannot be optimised away.
    private static volatile byte[] sink = new byte[0];

    /** The kind of a session. */
    private enum Kind {
        STEADY,
        PAUSED,
        FULL
    }

    /** Measures one request: copying it, handling it without edits, and handling it with edits. */
    private record Trial(int turn, long copyNanos, EditSteps.Timing off, EditSteps.Timing auto) {
        boolean isQuiet() {
            return turn > 0 && auto.batch().isEmpty();
        }
    }

    private final FileStore store;
    private final Path home;
    private final ToolTexts toolTexts;
    private final Ids ids = new Ids(new Random(SEED));
    private final EditSteps off;
    private final EditSteps auto;
    private int sessions;

    private EditBench(FileStore store, Path home, ToolTexts toolTexts) {
        this.store = store;
        this.home = home;
        this.toolTexts = toolTexts;
        this.off = steps("off", LONG_WINDOW);
        this.auto = steps("auto", LONG_WINDOW);
    }

    public static void main(String[] arguments) throws IOException {
        int each = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 4;
        ToolTexts toolTexts = arguments.length > 1 ? ToolTexts.recorded(Path.of(arguments[1])) : ToolTexts.madeUp(SEED);
        Path home = Files.createTempDirectory("throughline-edit");
        try (FileStore store = new FileStore(home, Clock.systemUTC(), FileStoreLimits.DEFAULTS)) {
            EditBench bench = new EditBench(store, home, toolTexts);
            for (DialectText dialectText : DialectText.values()) {
                for (int i = 0; i < WARM_UP_ROUNDS; i++) {
                    bench.measure(dialectText, WARM_UP_ITEMS, 1);
                }
            }
            for (DialectText dialectText : DialectText.values()) {
                List<List<Trial>> curve = new ArrayList<>();
                for (int items : CURVE) {
                    curve.add(bench.measure(dialectText, items, each));
                }
                print(dialectText, curve);
            }
        } finally {
            BenchServers.delete(home);
        }
    }

    private EditSteps steps(String policy, long window) {
        return new EditSteps(
                store,
                home,
                ids,
                Map.of(
                        WorkingSetKeys.POLICY.flag(),
                        policy,
                        WorkingSetKeys.WINDOWS.flag(),
                        "gpt-5.5=" + window + ",claude-sonnet-4-5=" + window));
    }

    private List<Trial> measure(DialectText dialectText, int items, int each) {
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < each; i++) {
            List<Trial> steady = session(dialectText, items, Kind.STEADY, auto);
            trials.addAll(steady);
            trials.addAll(session(dialectText, items, Kind.PAUSED, auto));
            EditSteps narrow = steps("auto", window(dialectText, items, steady));
            trials.addAll(session(dialectText, items, Kind.FULL, narrow));
        }
        return trials;
    }

    /** A window that is full after half of the turns of such a session. */
    private long window(DialectText dialectText, int items, List<Trial> steady) {
        long full = steady.stream()
                .limit(MIDDLE)
                .mapToLong(trial -> Math.max(trial.auto().billed(), trial.auto().tokens()))
                .max()
                .orElseThrow();
        toolTexts.moveTo(sessions);
        Bytes body = new LongConversation(toolTexts, dialectText.dialect(), "the window", items).ask(0);
        long reserve =
                Dialects.of(dialectText.dialect()).decode(body).outputLimit().orElse(8_192);
        return Math.round(full / MARGIN) + reserve;
    }

    private List<Trial> session(DialectText dialectText, int items, Kind kind, EditSteps steps) {
        toolTexts.moveTo(kind == Kind.FULL ? sessions : ++sessions);
        LongConversation conversation =
                new LongConversation(toolTexts, dialectText.dialect(), "session " + sessions, items);
        List<Trial> trials = new ArrayList<>();
        Instant at = START;
        for (int turn = 0; turn < LongConversation.TURNS; turn++) {
            boolean isAfterPause = kind == Kind.PAUSED && turn == MIDDLE;
            at = at.plusSeconds(isAfterPause ? PAUSE_SECONDS : SECONDS_BETWEEN);
            Bytes body = conversation.ask(turn);
            long start = System.nanoTime();
            sink = body.compact().array().clone();
            long copied = System.nanoTime();
            String name = dialectText + "/" + items + "/" + kind + "/" + sessions;
            EditSteps.Step step = new EditSteps.Step(dialectText, conversation, name + "/off", body, at, isAfterPause);
            EditSteps.Timing without = off.timing(step);
            EditSteps.Timing with =
                    steps.timing(new EditSteps.Step(dialectText, conversation, name, body, at, isAfterPause));
            trials.add(new Trial(turn, copied - start, without, with));
        }
        return trials;
    }

    private static void print(DialectText dialectText, List<List<Trial>> curve) {
        System.out.printf(
                "%n%s: 1 MB, 5 new items; milliseconds, KB%n",
                dialectText.dialect().name());
        System.out.printf(
                "  %6s %5s %5s | %5s | %6s %6s | %5s %6s %6s %6s %6s %6s | %5s %5s%n",
                "known", "KB", "sent", "copy", "off", "alloc", "turns", "p50", "p99", "cpu", "alloc", "-sent", "/off",
                "/copy");
        for (int i = 0; i < CURVE.length; i++) {
            quiet(CURVE[i], curve.get(i).stream().filter(Trial::isQuiet).toList());
        }
        System.out.printf(
                "  a batch%n  %6s %-6s %5s | %6s %6s %6s %8s | %5s%n",
                "known", "", "turns", "p50", "most", "cpu", "alloc", "/off");
        for (int i = 0; i < CURVE.length; i++) {
            for (DecisionReason.Trigger trigger :
                    List.of(DecisionReason.Trigger.WARM, DecisionReason.Trigger.COLD, DecisionReason.Trigger.HARD)) {
                Predicate<Trial> isOne =
                        trial -> trial.turn() > 0 && trial.auto().batch().equals(Optional.of(trigger));
                batch(
                        CURVE[i],
                        trigger.name(),
                        curve.get(i).stream().filter(isOne).toList());
            }
            batch(
                    CURVE[i],
                    "first",
                    curve.get(i).stream().filter(trial -> trial.turn() == 0).toList());
        }
    }

    private static void quiet(int items, List<Trial> trials) {
        double copy = median(trials, Trial::copyNanos) / MILLIS;
        double without = median(trials, trial -> trial.off().cpuNanos()) / MILLIS;
        double cpu = median(trials, trial -> trial.auto().cpuNanos()) / MILLIS;
        Figures times = times(trials);
        System.out.printf(
                Locale.ROOT,
                "  %6d %5.0f %5.0f | %5.2f | %6.2f %6.0f | %5d %6.2f %6.2f %6.2f %6.0f %6.0f | %5.1f %5.1f%n",
                items,
                median(trials, trial -> trial.auto().bodyBytes()) / 1024,
                median(trials, trial -> trial.auto().sentBytes()) / 1024,
                copy,
                without,
                median(trials, trial -> trial.off().allocated()) / 1024,
                trials.size(),
                times.median() / MILLIS,
                times.at(0.99) / MILLIS,
                cpu,
                median(trials, trial -> trial.auto().allocated()) / 1024,
                median(trials, EditBench::beyondTheBody) / 1024,
                cpu / without,
                cpu / copy);
    }

    /** The allocated bytes without the body that was sent, if it differs from the one that was received. */
    private static double beyondTheBody(Trial trial) {
        EditSteps.Timing timing = trial.auto();
        return timing.allocated() - (timing.sentBytes() == timing.bodyBytes() ? 0 : timing.sentBytes());
    }

    private static void batch(int items, String name, List<Trial> trials) {
        if (trials.isEmpty()) {
            return;
        }
        Figures times = times(trials);
        double cpu = median(trials, trial -> trial.auto().cpuNanos()) / MILLIS;
        System.out.printf(
                Locale.ROOT,
                "  %6d %-6s %5d | %6.1f %6.1f %6.1f %8.0f | %5.1f%n",
                items,
                name,
                trials.size(),
                times.median() / MILLIS,
                times.at(1) / MILLIS,
                cpu,
                median(trials, trial -> trial.auto().allocated()) / 1024,
                cpu / (median(trials, trial -> trial.off().cpuNanos()) / MILLIS));
    }

    private static Figures times(List<Trial> trials) {
        Figures times = new Figures();
        trials.forEach(trial -> times.add(trial.auto().nanos()));
        return times;
    }

    private static double median(List<Trial> trials, ToDoubleFunction<Trial> figure) {
        return Figures.median(trials.stream().mapToDouble(figure).toArray());
    }
}
