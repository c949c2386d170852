package dev.throughline.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The processes of a benchmark: the scripted model, nginx and gateways, with their files in a temporary folder. Closing
 * it ends all processes and deletes the folder.
 */
final class BenchServers implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LISTENING = "listening on http://127.0.0.1:";

    private final Path folder = Files.createTempDirectory("throughline-bench");
    private final Deque<Process> processes = new ConcurrentLinkedDeque<>();
    private final int upstreamPort;

    /** A server to send requests to, with an additional header line or an empty one. */
    record BenchServer(String name, int port, List<Long> pids, String header) {
        BenchServer(String name, int port, List<Long> pids) {
            this(name, port, pids, "");
        }

        /** The same gateway without archiving, to measure only the proxy. */
        BenchServer withoutMemory() {
            return new BenchServer("no memory", port, pids, "x-throughline-memory: off\r\n");
        }
    }

    BenchServers() throws IOException {
        // Also if the benchmark is interrupted.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> processes.forEach(Process::destroy)));
        Process upstream = start(new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                ScriptedUpstream.class.getName()));
        upstreamPort = Integer.parseInt(awaitLine(upstream, "port "));
    }

    Path folder() {
        return folder;
    }

    BenchServer direct() {
        return new BenchServer("direct", upstreamPort, List.of());
    }

    /** nginx as a reverse proxy: one worker per core, connections kept to the upstream, nothing buffered. */
    BenchServer nginx() throws IOException {
        int port = freePort();
        Path files = Files.createDirectories(folder.resolve("nginx"));
        String configuration = """
            daemon off;
            worker_processes %d;
            error_log %s/error.log crit;
            pid %s/nginx.pid;
            events { worker_connections 8192; }
            http {
                access_log off;
                client_body_temp_path %s/body;
                proxy_temp_path %s/proxy;
                client_max_body_size 64m;
                client_body_buffer_size 16m;
                keepalive_requests 10000000;
                tcp_nodelay on;
                upstream model { server 127.0.0.1:%d; keepalive 2048; keepalive_requests 10000000; }
                server {
                    listen 127.0.0.1:%d backlog=4096;
                    location / {
                        proxy_pass http://model;
                        proxy_http_version 1.1;
                        proxy_set_header Connection "";
                        proxy_buffering off;
                    }
                }
            }
            """.formatted(
                        Runtime.getRuntime().availableProcessors(), files, files, files, files, upstreamPort, port);
        Path file = Files.writeString(files.resolve("nginx.conf"), configuration);
        Process nginx = start(new ProcessBuilder("nginx", "-p", files.toString(), "-c", file.toString()));
        awaitPort(port);
        return new BenchServer("nginx", port, ProcessStats.family(nginx.toHandle()));
    }

    /** The gateway as users start it, its archive on, its home in the temporary folder. */
    BenchServer gateway(List<String> launcher) throws IOException {
        return gateway(launcher, folder.resolve("home-" + processes.size()), 0);
    }

    /** A gateway with a home and a port; port 0 is any free port. */
    BenchServer gateway(List<String> launcher, Path home, int port) throws IOException {
        BenchServer launched = launch(launcher, home, port);
        int found = Integer.parseInt(awaitLine(processes.getFirst(), LISTENING));
        return new BenchServer(launched.name(), found, launched.pids());
    }

    /** Starts a gateway without waiting until it listens. */
    BenchServer launch(List<String> launcher, Path home, int port) throws IOException {
        List<String> command = Stream.concat(
                        launcher.stream(),
                        Stream.of(
                                "serve",
                                "--port",
                                Integer.toString(port),
                                "--home",
                                home.toString(),
                                "--openai-url",
                                "http://127.0.0.1:" + upstreamPort))
                .toList();
        Process gateway = start(new ProcessBuilder(command));
        return new BenchServer("gateway", port, List.of(gateway.pid()));
    }

    /** Kills a process as {@code kill -9} does. */
    void kill(BenchServer contestant) {
        List<Process> own = processes.stream()
                .filter(each -> contestant.pids().contains(each.pid()))
                .toList();
        own.forEach(Process::destroyForcibly);
        own.forEach(BenchServers::end);
        processes.removeAll(own);
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        processes.push(process);
        return process;
    }

    /** The rest of the first line of the output that begins with a prefix. */
    private static String awaitLine(Process process, String beginning) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int at = line.indexOf(beginning);
            if (at >= 0) {
                return line.substring(at + beginning.length()).strip();
            }
        }
        throw new IOException("expected a process to say '" + beginning + "', found that it ended");
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static void awaitPort(int port) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException notYet) {
                if (System.nanoTime() > end) {
                    throw notYet;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }
    }

    @Override
    public void close() throws IOException {
        while (!processes.isEmpty()) {
            end(processes.pop());
        }
        delete(folder);
    }

    static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
