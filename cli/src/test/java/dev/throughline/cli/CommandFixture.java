package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.GatewayOrigin;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.server.ModelServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs commands as a user does, in a home of its own, with a real gateway and a scripted model. */
abstract class CommandFixture {
    private static final String BODY =
            "{\"model\":\"claude-x\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hello  there\"}]}";

    @TempDir
    Path user = Path.of("");

    record Said(int code, String out, String err) {}

    Said run(Map<String, String> variables, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Screen screen = new Screen(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        Clock clock = Clock.systemUTC();
        CommandEnvironment environment = new CommandEnvironment(new Environment(variables, user, user), screen, clock);
        int code = Commands.run(environment, List.of(arguments));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    Said run(String... arguments) {
        return run(Map.of(), arguments);
    }

    GatewayServer gateway(ModelServer model) {
        Map<String, String> flags = Map.of("--port", "0", "--openai-url", model.url(), "--anthropic-url", model.url());
        Config config = Config.load(new Environment(Map.of(), user, user), flags);
        GatewayOrigin serving =
                new GatewayOrigin(GatewayOrigin.BY_SERVE, Duration.ZERO, () -> GatewayOrigin.digests(config));
        return GatewayServer.open(config, serving, Clock.systemUTC());
    }

    /** Runs leave a gateway behind, which is a process of its own. */
    @AfterEach
    void stopGateway() {
        assertEquals(0, run("stop").code());
    }

    static String ask(URI gateway) throws IOException, InterruptedException {
        return ask(gateway, BODY);
    }

    static String ask(URI gateway, String body) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(gateway.resolve("/v1/messages"))
                    .header("user-agent", "claude-cli/2.1.325 (external, sdk-cli)")
                    .header("anthropic-version", "2023-06-01")
                    .header("x-api-key", "sk-ant-dummy")
                    .header("content-type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(200, reply.statusCode(), reply.body());
            return reply.headers().firstValue("x-throughline-session").orElseThrow();
        }
    }
}
