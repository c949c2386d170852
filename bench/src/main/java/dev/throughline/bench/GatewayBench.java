package dev.throughline.bench;

import dev.throughline.bench.BenchServers.BenchServer;
import dev.throughline.bench.Load.Seen;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Measures what the gateway adds to a call, with its archive, compared with direct calls and calls through nginx.
 *
 * <p>The servers are processes: a scripted model, nginx, and the gateway as its launcher starts it. The gateway is also
 * measured without archiving. This process simulates agents: tools in every request, a session for each agent, a
 * growing history. Each load runs on each server for a few seconds, alternating, for several rounds; a table shows the
 * medians of the rounds.
 *
 * <p>Arguments: seconds of one measurement (3), rounds (5), and which loads to run (all, or some of their names).
 */
public final class GatewayBench {
    private static final int TURNS = 20;
    private static final int LONG_TURNS = 100;
    private static final int ITEM_BYTES = 2048;
    private static final Duration WARM_UP = Duration.ofSeconds(2);

    /** The gateway is measured after its hot paths have been compiled. */
    private static final Duration LONG_WARM_UP = Duration.ofSeconds(40);

    private static final ClientConnection.Script STREAM =
            new ClientConnection.Script(/* events= */ 40, /* gapMicros= */ 5000);
    private static final ClientConnection.Script BURST =
            new ClientConnection.Script(/* events= */ 200, /* gapMicros= */ 0);

    /** Loads by name; the names are also arguments. */
    private static final Map<String, Load> LOADS = loads();

    private final List<BenchServer> contestants;
    private final Duration time;
    private final int rounds;

    private GatewayBench(List<BenchServer> contestants, Duration time, int rounds) {
        this.contestants = contestants;
        this.time = time;
        this.rounds = rounds;
    }

    private static Map<String, Load> loads() {
        Map<String, Load> loads = new LinkedHashMap<>();
        loads.put("small", new Load(8, 500, ClientConnection.Script.WHOLE, 0, 0, TURNS, true));
        loads.put("stream", new Load(8, 24, STREAM, 0, 0, TURNS, true));
        loads.put("small-flood", new Load(8, 0, ClientConnection.Script.WHOLE, 0, 0, TURNS, true));
        loads.put("burst-flood", new Load(4, 0, BURST, 0, 0, TURNS, true));
        loads.put("256k-known", new Load(1, 0, ClientConnection.Script.WHOLE, 128, ITEM_BYTES, LONG_TURNS, false));
        loads.put("1m-known", new Load(1, 0, ClientConnection.Script.WHOLE, 500, ITEM_BYTES, LONG_TURNS, false));
        loads.put("256k-new", new Load(1, 0, ClientConnection.Script.WHOLE, 128, ITEM_BYTES, 1, true));
        loads.put("1m-new", new Load(1, 0, ClientConnection.Script.WHOLE, 500, ITEM_BYTES, 1, true));
        return loads;
    }

    public static void main(String[] arguments) throws IOException {
        Duration time = Duration.ofSeconds(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3);
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        List<String> names =
                arguments.length > 2 ? List.of(arguments).subList(2, arguments.length) : List.copyOf(LOADS.keySet());
        try (BenchServers all = new BenchServers()) {
            BenchServer gateway = all.gateway(List.of("./throughline"));
            GatewayBench bench = new GatewayBench(
                    List.of(all.direct(), all.nginx(), gateway.withoutMemory(), gateway), time, rounds);
            System.out.printf(
                    "idle gateway: %.0f MiB%n",
                    ProcessStats.rssMib(gateway.pids().getFirst()));
            load("small-flood").run(gateway, LONG_WARM_UP);
            load("burst-flood").run(gateway, LONG_WARM_UP.dividedBy(4));
            for (String name : names) {
                bench.measure(name, load(name));
            }
            System.out.printf(
                    "%ngateway after all of it: %.0f MiB%n",
                    ProcessStats.rssMib(gateway.pids().getFirst()));
        }
    }

    private static Load load(String name) {
        Load load = LOADS.get(name);
        if (load == null) {
            throw new IllegalArgumentException("expected one of " + LOADS.keySet() + ", found " + name);
        }
        return load;
    }

    private void measure(String name, Load load) throws IOException {
        for (BenchServer contestant : contestants) {
            load.run(contestant, WARM_UP);
        }
        Map<String, List<Seen>> seen = new LinkedHashMap<>();
        contestants.forEach(contestant -> seen.put(contestant.name(), new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < contestants.size(); i++) {
                BenchServer next = contestants.get((round + i) % contestants.size());
                Objects.requireNonNull(seen.get(next.name())).add(load.run(next, time));
            }
        }
        print(name, load, seen);
    }

    private void print(String name, Load load, Map<String, List<Seen>> seen) {
        String pace = load.perSecond() == 0 ? "each waits for its answer" : load.perSecond() + " calls/s in all";
        System.out.printf(
                Locale.ROOT,
                "%n%s: %d agents, %s; median of %d rounds of %d s%n",
                name,
                load.lines(),
                pace,
                rounds,
                time.toSeconds());
        System.out.printf("  %-22s %-9s %9s %9s %11s %14s%n", "", "", "p50 us", "p99 us", "added p50", "of nginx's");
        boolean isStream = load.script().gapMicros() > 0;
        if (isStream) {
            rows("first event", seen, Seen::first);
            rows("each event", seen, Seen::ages);
            rows("end after last event", seen, Seen::ends);
        } else {
            rows("whole call", seen, Seen::whole);
        }
        costs(seen);
    }

    private interface Part {
        Figures of(Seen seen);
    }

    private static void rows(String title, Map<String, List<Seen>> seen, Part part) {
        double[] direct = each(seen, "direct", one -> part.of(one).median());
        double[] nginxAdded = minus(each(seen, "nginx", one -> part.of(one).median()), direct);
        seen.keySet().forEach(name -> {
            double[] p50 = each(seen, name, one -> part.of(one).median());
            double[] added = minus(p50, direct);
            System.out.printf(
                    Locale.ROOT,
                    "  %-22s %-9s %9.0f %9.0f %11s %14s%n",
                    title,
                    name,
                    Figures.median(p50) / 1e3,
                    Figures.median(each(seen, name, one -> part.of(one).at(0.99))) / 1e3,
                    name.equals("direct") ? "" : String.format(Locale.ROOT, "%+.0f", Figures.median(added) / 1e3),
                    name.equals("gateway") || name.equals("no memory") ? ratio(added, nginxAdded) : "");
        });
    }

    /** The ratio of the medians, and in brackets its spread over the rounds. */
    private static String ratio(double[] added, double[] nginxAdded) {
        double[] ratios = new double[added.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = added[i] / nginxAdded[i];
        }
        Arrays.sort(ratios);
        if (Figures.median(nginxAdded) < 1) {
            return "nothing added";
        }
        return String.format(
                Locale.ROOT,
                "%.1fx (%.1f-%.1f)",
                Figures.median(added) / Figures.median(nginxAdded),
                ratios[0],
                ratios[ratios.length - 1]);
    }

    private static void costs(Map<String, List<Seen>> seen) {
        seen.keySet()
                .forEach(name -> System.out.printf(
                        Locale.ROOT,
                        "  %-22s %-9s %9.0f calls/s %9.0f us of processor per call%n",
                        "cost",
                        name,
                        Figures.median(each(seen, name, one -> one.cost().perSecond())),
                        Figures.median(each(seen, name, one -> one.cost().cpuMicrosPerCall()))));
    }

    private static double[] each(Map<String, List<Seen>> seen, String name, ToDoubleFunction<Seen> figure) {
        return Objects.requireNonNull(seen.get(name)).stream()
                .mapToDouble(figure)
                .toArray();
    }

    private static double[] minus(double[] values, double[] others) {
        double[] differences = values.clone();
        for (int i = 0; i < differences.length; i++) {
            differences[i] -= others[i];
        }
        return differences;
    }
}
