package dev.throughline.server.learn;

import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A complete gateway, two repositories for its agents, and a simulated model that validates its requests. */
public abstract class MemoryFixture {
    @TempDir
    protected Path user = Path.of("");

    protected ModelServer model = ModelServer.start(ModelOptions.of(Script.inOrder(Answer.text("Good."))));

    @BeforeEach
    protected void repositories() throws IOException {
        for (String name : List.of("parser", "other")) {
            Files.createDirectories(user.resolve(name).resolve(".git"));
        }
    }

    @AfterEach
    protected void close() {
        model.close();
    }

    protected GatewayServer open(String... flags) {
        Map<String, String> all = flags();
        for (int i = 0; i < flags.length; i += 2) {
            all.put(flags[i], flags[i + 1]);
        }
        return GatewayServer.open(config(all), Clock.systemUTC());
    }

    protected Config config(Map<String, String> flags) {
        return Config.load(new Environment(Map.of("THROUGHLINE_HELPER_KEY", "sk-helper"), user, user), flags);
    }

    protected Map<String, String> flags() {
        return new HashMap<>(Map.of(
                "--port", "0", "--anthropic-url", model.url(), "--search-embeddings", "none", "--memory", "all"));
    }

    protected Agent agent(GatewayServer gateway, String session, String project) {
        return new Agent(gateway.address(), session, user.resolve(project).toString(), 10);
    }

    /** The last request that the model received. */
    protected String sent() {
        return model.received().getLast().body().utf8();
    }

    /** All pages of all projects. */
    protected String memory() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path page : pages()) {
            all.append(Files.readString(page));
        }
        return all.toString();
    }

    protected List<Path> pages() throws IOException {
        return files(user.resolve(".local/share/throughline/projects")).stream()
                .filter(file -> file.toString().endsWith(".md"))
                .toList();
    }

    public static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    public static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    public static String get(GatewayServer gateway, String path) throws Exception {
        URI address = gateway.address().resolve(path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    public static String post(GatewayServer gateway, String path) throws Exception {
        return post(gateway, path, "");
    }

    public static String post(GatewayServer gateway, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(gateway.address().resolve(path))
                .header("content-type", "application/json")
                .header("accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    public static String call(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":{" + arguments + "}}}";
    }
}
