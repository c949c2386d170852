package dev.throughline.bench;

import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.GatewayServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * Measures how long a gateway takes to list, find and delete sessions when there are many, over HTTP, from the request
 * to the last byte of the answer. Each answer is checked.
 *
 * <p>The baseline is a gateway of a home with a hundredth of the sessions, in the same process on the same disk.
 * Arguments: how many sessions (10,000).
 */
public final class SessionsBench {
    private static final int BASELINE_DIVISOR = 100;
    private static final int WARM_UP = 30;
    private static final int REPETITIONS = 100;
    private static final int PAGE = 50;
    private static final int LETTERS = 10;
    private static final double MICROS_PER_MILLI = 1e3;

    private SessionsBench() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int sessions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        Path root = Files.createTempDirectory("sessions-bench");
        try {
            int fewer = Math.max(2, sessions / BASELINE_DIVISOR);
            Map<String, Figures> baseline = measure(root.resolve("few"), fewer);
            Map<String, Figures> measured = measure(root.resolve("many"), sessions);
            System.out.printf(
                    Locale.ROOT,
                    "%,d sessions, and %,d as the baseline; milliseconds%n%n%-34s %9s %9s %14s %9s%n",
                    sessions,
                    fewer,
                    "",
                    "p50",
                    "p95",
                    "baseline p50",
                    "ratio");
            measured.forEach((name, figures) -> {
                double before = Objects.requireNonNull(baseline.get(name)).median();
                System.out.printf(
                        Locale.ROOT,
                        "%-34s %9.2f %9.2f %14.2f %9.1f%n",
                        name,
                        figures.median() / MICROS_PER_MILLI,
                        figures.at(0.95) / MICROS_PER_MILLI,
                        before / MICROS_PER_MILLI,
                        figures.median() / before);
            });
        } finally {
            BenchServers.delete(root);
        }
    }

    private static Map<String, Figures> measure(Path user, int sessions) throws IOException, InterruptedException {
        Path home = Files.createDirectories(user).resolve("home");
        List<String> ids = ManySessions.fill(home, sessions);
        Config config = Config.load(
                new Environment(Map.of(), user, user),
                Map.of("--home", home.toString(), "--port", "0", "--memory", "all", "--search-embeddings", "none"));
        try (GatewayServer gateway = GatewayServer.open(config, Clock.systemUTC());
                HttpClient client = HttpClient.newHttpClient()) {
            return new ServedSessions(gateway, client, ids).measure();
        }
    }

    /** One operation on the session with a number. */
    private interface SessionOperation {
        void run(int number) throws IOException, InterruptedException;
    }

    /** The sessions of a gateway. */
    private record ServedSessions(GatewayServer gateway, HttpClient client, List<String> ids) {
        Map<String, Figures> measure() throws IOException, InterruptedException {
            awaitIndex();
            Map<String, Figures> measured = new LinkedHashMap<>();
            measured.put("GET sessions, 50", repeat(_ -> listed("sessions?limit=" + PAGE)));
            measured.put("GET outlines, 50", repeat(_ -> listed("outlines?limit=" + PAGE)));
            measured.put("GET outlines of no project", repeat(_ -> require("[]", get("outlines?project=none"))));
            measured.put("find by id", repeat(i -> found(i, ids.get(i))));
            measured.put("find by the end of the id", repeat(i -> found(i, end(ids.get(i)))));
            measured.put("find by key", repeat(i -> found(i, ManySessions.key(i))));
            measured.put("find by name", repeat(i -> found(i, ManySessions.name(i))));
            measured.put("find by a similar name", repeat(i -> found(i, similar(i))));
            measured.put("a question, by a similar name", repeat(i -> answered(i, ask(owner(), similar(i)))));
            measured.put("the same, asked by a group", repeat(i -> require("no session", ask(GROUP, similar(i)))));
            measured.put("DELETE", repeatOnce(this::delete));
            return measured;
        }

        private static final String GROUP = "agent:main:telegram:group:readers";

        private String owner() {
            return ManySessions.key(0);
        }

        /** The texts of all sessions are indexed, so that a deletion has something to remove. */
        private void awaitIndex() throws IOException, InterruptedException {
            String target = "search?all=true&scope=sessions&q=" + encoded(ManySessions.name(ids.size() - 1));
            String found = get(target);
            while (!found.contains("\"status\":\"ok\"")) {
                found = get(target);
            }
            require("sessions/", found);
        }

        private static String end(String id) {
            return id.substring(id.length() - LETTERS);
        }

        /** A name with a typing error. */
        private static String similar(int number) {
            return ManySessions.name(number).replaceFirst("(?<=[a-z]{2})e", "");
        }

        private Figures repeat(SessionOperation operation) throws IOException, InterruptedException {
            Random random = new Random(1);
            Figures unused = new Figures();
            for (int i = 0; i < WARM_UP; i++) {
                measure(operation, random.nextInt(ids.size()), unused);
            }
            Figures figures = new Figures();
            for (int i = 0; i < REPETITIONS; i++) {
                measure(operation, random.nextInt(ids.size()), figures);
            }
            return figures;
        }

        /** For an operation that is possible once for each session; the first sessions are the warm-up. */
        private Figures repeatOnce(SessionOperation operation) throws IOException, InterruptedException {
            Figures figures = new Figures();
            int warmUp = Math.min(WARM_UP, ids.size() / 2);
            for (int i = 0; i < Math.min(warmUp + REPETITIONS, ids.size()); i++) {
                measure(operation, i, i < warmUp ? new Figures() : figures);
            }
            return figures;
        }

        private static void measure(SessionOperation operation, int number, Figures figures)
                throws IOException, InterruptedException {
            long start = System.nanoTime();
            operation.run(number);
            figures.add((System.nanoTime() - start) / 1_000);
        }

        private void listed(String target) throws IOException, InterruptedException {
            String body = get(target);
            if (body.split("\"key\":\"bench-", -1).length - 1 != Math.min(PAGE, ids.size())) {
                throw new IllegalStateException("expected " + PAGE + " sessions, found " + body);
            }
        }

        private void found(int number, String text) throws IOException, InterruptedException {
            require(ids.get(number), get("find?session=" + encoded(text)));
        }

        private static void answered(int number, String answer) {
            require(ManySessions.name(number).replace('-', ' '), answer);
        }

        private void delete(int number) throws IOException, InterruptedException {
            String id = ids.get(number);
            require("\"deleted\":true", send(request("/api/v1/sessions/" + id).DELETE()));
        }

        private String ask(String reader, String session) throws IOException, InterruptedException {
            String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
                    + "\"query_session\",\"arguments\":{\"session\":\"" + session
                    + "\",\"question\":\"What did you fix?\"}}}";
            return send(request("/mcp")
                    .header("content-type", "application/json")
                    .header("accept", "application/json, text/event-stream")
                    .header("x-throughline-session", reader)
                    .POST(HttpRequest.BodyPublishers.ofString(call)));
        }

        private String get(String target) throws IOException, InterruptedException {
            return send(request("/api/v1/" + target));
        }

        private HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(gateway.address().resolve(path));
        }

        private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }

        private static void require(String part, String answer) {
            if (!answer.contains(part)) {
                throw new IllegalStateException("expected " + part + ", found " + answer);
            }
        }

        private static String encoded(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }
    }
}
