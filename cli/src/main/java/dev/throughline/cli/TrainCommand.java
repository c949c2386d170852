package dev.throughline.cli;

import com.sun.net.httpserver.HttpServer;
import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.server.wiring.TemporaryFolders;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * {@code throughline train}: does once what users do often, so that the JVM can keep what it learned in its start-up
 * cache. The launcher calls it after a build. It serves a request of each dialect from a scripted model on loopback,
 * reads the sessions back, and leaves nothing behind.
 */
final class TrainCommand extends TypedCommand {
    private static final Map<String, String> REQUESTS = Map.of(
            "/v1/responses",
            "{\"model\":\"gpt\",\"stream\":true,\"input\":[{\"role\":\"user\",\"content\":\"hi\"}]}",
            "/v1/chat/completions",
            "{\"model\":\"gpt\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}",
            "/v1/messages",
            "{\"model\":\"claude\",\"stream\":true,\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    /** How an agent begins with an MCP server. */
    private static final String GREETING = """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
        "clientInfo":{"name":"train","version":"1"}}}
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        {"jsonrpc":"2.0","id":1,"method":"tools/list"}
        """;

    private static final String EVENTS = "event: done\ndata: {\"type\":\"done\"}\n\n";

    TrainCommand(CommandEnvironment environment) {
        super(environment, List.of());
    }

    @Override
    int run() {
        try {
            Path home = Files.createTempDirectory("throughline-train");
            try {
                serve(home);
            } finally {
                TemporaryFolders.delete(home);
            }
            return OK;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(Path home) throws IOException {
        HttpServer model = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        model.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("content-type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(EVENTS.getBytes(StandardCharsets.UTF_8));
            }
        });
        model.start();
        String upstream = "http://127.0.0.1:" + model.getAddress().getPort();
        Environment quiet = new Environment(Map.of(), home, home);
        Map<String, String> flags = Map.of(
                "--home",
                home.toString(),
                "--port",
                "0",
                "--memory",
                "all",
                "--openai-url",
                upstream,
                "--anthropic-url",
                upstream);
        try (GatewayServer gateway =
                GatewayServer.open(Config.load(quiet, flags), environment().clock())) {
            REQUESTS.forEach((path, body) -> ask(gateway.address().resolve(path), body));
            look(quiet, home);
        } finally {
            model.stop(0);
        }
        look(quiet, home);
    }

    /** The commands that only read, once through the gateway and once from the files. */
    private void look(Environment quiet, Path home) {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        CommandEnvironment other = new CommandEnvironment(
                quiet,
                new Screen(nowhere, nowhere, true),
                environment().clock(),
                environment().homes(),
                environment().wires());
        String folder = home.toString();
        List.of(
                        List.of("--version"),
                        List.of("--help"),
                        List.of("config", "check"),
                        List.of("status", "--home", folder),
                        List.of("sessions", "--home", folder),
                        List.of("sessions", "--json", "--home", folder),
                        List.of("sessions", "show", "0", "--home", folder))
                .forEach(arguments -> Commands.run(other, arguments));
        McpCommand mcp = new McpCommand(other, new ByteArrayInputStream(GREETING.getBytes(StandardCharsets.UTF_8)));
        new CommandLine(mcp.spec()).parseArgs("--home", folder);
        mcp.run();
    }

    private static void ask(URI target, String body) {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            client.send(
                    HttpRequest.newBuilder(target)
                            .header("content-type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
