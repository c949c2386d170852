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
 * {@code throughline train}: loads the classes that commands use often, so that the JVM can write them to its start-up
 * cache. The launcher calls it after a build. It handles a request of each dialect with a scripted model on loopback
 * and reads the sessions, all in a temporary folder.
 */
final class TrainCommand extends Command {
    private static final Map<String, String> REQUESTS = Map.of(
            "/v1/responses",
            "{\"model\":\"gpt\",\"stream\":true,\"input\":[{\"role\":\"user\",\"content\":\"hi\"}]}",
            "/v1/chat/completions",
            "{\"model\":\"gpt\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}",
            "/v1/messages",
            "{\"model\":\"claude\",\"stream\":true,\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    /** The first messages of an agent to an MCP server. */
    private static final String MCP_MESSAGES = """
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
    public int run() {
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
        Environment environment = new Environment(Map.of(), home, home);
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
        try (GatewayServer gateway = GatewayServer.open(
                Config.load(environment, flags), environment().clock())) {
            REQUESTS.forEach((path, body) -> post(gateway.address().resolve(path), body));
            readSessions(environment, home);
        } finally {
            model.stop(0);
        }
        readSessions(environment, home);
    }

    /** Runs the commands that read: once through the gateway, once from the files. */
    private void readSessions(Environment environment, Path home) {
        PrintStream discarded = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        CommandEnvironment isolated = new CommandEnvironment(
                environment,
                new Screen(discarded, discarded, true),
                environment().clock());
        String folder = home.toString();
        List.of(
                        List.of("--version"),
                        List.of("--help"),
                        List.of("config", "check"),
                        List.of("status", "--home", folder),
                        List.of("sessions", "--home", folder),
                        List.of("sessions", "--json", "--home", folder),
                        List.of("sessions", "show", "0", "--home", folder))
                .forEach(arguments -> Commands.run(isolated, arguments));
        McpCommand mcp =
                new McpCommand(isolated, new ByteArrayInputStream(MCP_MESSAGES.getBytes(StandardCharsets.UTF_8)));
        new CommandLine(mcp.spec()).parseArgs("--home", folder);
        mcp.run();
    }

    private static void post(URI target, String body) {
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
