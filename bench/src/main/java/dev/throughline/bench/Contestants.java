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
 * The scripted model and those that stand before it, each a process of its own, with their files in a temporary folder.
 * Closing it ends them all and deletes the folder.
 */
final class Contestants implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LISTENING = "listening on http://127.0.0.1:";

    private final Path folder = Files.createTempDirectory("throughline-bench");
    private final Deque<Process> processes = new ConcurrentLinkedDeque<>();
    private final int upstreamPort;

    /** Somebody to send requests to, with a header line more or none. */
    record Contestant(String name, int port, List<Long> pids, String header) {
        Contestant(String name, int port, List<Long> pids) {
            this(name, port, pids, "");
        }

        /** The same gateway, asked to remember nothing: what is left is the proxy. */
        Contestant withoutMemory() {
            return new Contestant("no memory", port, pids, "x-throughline-memory: off\r\n");
        }
    }

    Contestants() throws IOException {
        // A benchmark that is broken off leaves nobody behind.
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

    Contestant direct() {
        return new Contestant("direct", upstreamPort, List.of());
    }

    /** nginx as a reverse proxy: one worker per core, connections kept to the upstream, nothing buffered. */
    Contestant nginx() throws IOException {
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
        return new Contestant("nginx", port, Proc.family(nginx.toHandle()));
    }

    /** The gateway as users start it, its archive on, its home in the temporary folder. */
    Contestant gateway(List<String> launcher) throws IOException {
        return gateway(launcher, folder.resolve("home-" + processes.size()), 0);
    }

    /** The same in a home, at a port or at any. */
    Contestant gateway(List<String> launcher, Path home, int port) throws IOException {
        Contestant launched = launch(launcher, home, port);
        int found = Integer.parseInt(awaitLine(processes.getFirst(), LISTENING));
        return new Contestant(launched.name(), found, launched.pids());
    }

    /** Launches a gateway and does not wait until it listens. */
    Contestant launch(List<String> launcher, Path home, int port) throws IOException {
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
        return new Contestant("gateway", port, List.of(gateway.pid()));
    }

    /** Ends one as {@code kill -9} does. */
    void kill(Contestant contestant) {
        List<Process> own = processes.stream()
                .filter(each -> contestant.pids().contains(each.pid()))
                .toList();
        own.forEach(Process::destroyForcibly);
        own.forEach(Contestants::end);
        processes.removeAll(own);
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        processes.push(process);
        return process;
    }

    /** The rest of the first line that begins so. */
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
