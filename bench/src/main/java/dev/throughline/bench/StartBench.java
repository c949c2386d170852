package dev.throughline.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long a start takes, alternating with and without the start-up cache: a command that only prints the
 * version, and the gateway until it is ready. Also measures the memory of an idle gateway five seconds later.
 *
 * <p>Arguments: runs of the command (20), starts of the gateway (5).
 */
public final class StartBench {
    private static final long IDLE_SECONDS = 5;
    private static final long POLL_MICROS = 2000;

    private StartBench() {}

    private record Serving(double readyMillis, double idleMib) {}

    public static void main(String[] arguments) throws IOException {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        int starts = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        version(true);
        version(false);
        double[][] version = new double[2][runs];
        for (int i = 0; i < runs; i++) {
            version[0][i] = version(true);
            version[1][i] = version(false);
        }
        double[][] ready = new double[2][starts];
        double[][] idle = new double[2][starts];
        for (int i = 0; i < starts; i++) {
            for (int way = 0; way < 2; way++) {
                Serving serving = serve(way == 0);
                ready[way][i] = serving.readyMillis();
                idle[way][i] = serving.idleMib();
            }
        }
        System.out.printf("%-34s %12s %12s%n", "median (least)", "cache", "no cache");
        print("throughline --version, ms", version);
        print("serve until /readyz says 200, ms", ready);
        print("idle after " + IDLE_SECONDS + " s, MiB", idle);
    }

    private static void print(String title, double[][] ways) {
        System.out.printf(
                Locale.ROOT,
                "%-34s %5.0f (%4.0f) %5.0f (%4.0f)%n",
                title,
                Figures.median(ways[0]),
                least(ways[0]),
                Figures.median(ways[1]),
                least(ways[1]));
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double version(boolean usesCache) throws IOException {
        long start = System.nanoTime();
        Process process = launcher(usesCache, "--version").start();
        process.getInputStream().readAllBytes();
        awaitEnd(process);
        return millisSince(start);
    }

    private static Serving serve(boolean usesCache) throws IOException {
        Path home = Files.createTempDirectory("throughline-start");
        int port = BenchServers.freePort();
        long start = System.nanoTime();
        Process process = launcher(usesCache, "serve", "--port", Integer.toString(port), "--home", home.toString())
                .start();
        try {
            while (!isReady(port)) {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(POLL_MICROS));
            }
            double ready = millisSince(start);
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(IDLE_SECONDS));
            return new Serving(ready, ProcessStats.rssMib(process.pid()));
        } finally {
            BenchServers.end(process);
            BenchServers.delete(home);
        }
    }

    private static ProcessBuilder launcher(boolean usesCache, String... arguments) {
        ProcessBuilder builder = new ProcessBuilder();
        builder.command().add("./throughline");
        builder.command().addAll(List.of(arguments));
        builder.environment().put("THROUGHLINE_AOT", usesCache ? "1" : "0");
        return builder.redirectErrorStream(true);
    }

    /** Whether the gateway reports that it is ready. */
    static boolean isReady(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write("GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            BufferedReader reply =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String status = reply.readLine();
            return status != null && status.startsWith("HTTP/1.1 200");
        } catch (ConnectException notYet) {
            return false;
        }
    }

    private static void awaitEnd(Process process) {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a measurement", e);
        }
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }
}
