package dev.throughline.gateway;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.helper.SessionCallers;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.Sessions;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.gateway.socket.TestLimits;
import dev.throughline.gateway.upstream.NettyUpstream;
import dev.throughline.gateway.upstream.TestProviders;
import dev.throughline.gateway.upstream.UpstreamLimits;
import dev.throughline.model.Dialect;
import dev.throughline.model.Ids;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/**
 * A real gateway with the real turn handler, in front of a strict model server. Tests pass in the parts that
 * should fail.
 */
final class TurnGateway implements AutoCloseable {
    static final LocalTools NO_TOOLS = (_, call, _) -> new LocalTools.ToolAnswer("no tool " + call.name(), true);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    final ModelServer model;
    private final Gateway gateway;
    private final HttpClient http = HttpClient.newHttpClient();

    /** The parts that a test can replace. */
    record Parts(
            Store store,
            Function<Dialect, Wire> wires,
            List<TurnListener> listeners,
            Function<Archive, Optional<PromptEditor>> editing,
            LocalTools tools,
            Optional<SessionCallers> callers) {
        Parts(Store store, Function<Dialect, Wire> wires, List<TurnListener> listeners) {
            this(store, wires, listeners, _ -> Optional.empty(), NO_TOOLS, Optional.empty());
        }

        Parts(
                Store store,
                Function<Dialect, Wire> wires,
                List<TurnListener> listeners,
                Function<Archive, Optional<PromptEditor>> editing,
                LocalTools tools) {
            this(store, wires, listeners, editing, tools, Optional.empty());
        }

        static Parts of(Store store) {
            return new Parts(store, Dialects::of, List.of());
        }
    }

    TurnGateway(Script script, Parts parts) {
        this(ModelOptions.of(script), parts);
    }

    TurnGateway(ModelOptions options, Parts parts) {
        this(options, parts, ApplyTo.ALL, UpstreamLimits.DEFAULT);
    }

    TurnGateway(Script script, Parts parts, ApplyTo applyTo) {
        this(ModelOptions.of(script), parts, applyTo, UpstreamLimits.DEFAULT);
    }

    /** A gateway that holds back the head of a stream for only 10 milliseconds. */
    static TurnGateway withShortHoldTime(ModelOptions options, Parts parts) {
        return new TurnGateway(options, parts, ApplyTo.ALL, TestLimits.holdTime(Duration.ofMillis(10)));
    }

    private TurnGateway(ModelOptions options, Parts parts, ApplyTo applyTo, UpstreamLimits limits) {
        model = ModelServer.start(options);
        NettyUpstream upstream =
                new NettyUpstream(TestProviders.at(model.url()), limits, NettyUpstream.platformTls(), _ -> {});
        TurnHandler handler = handler(parts, upstream, applyTo);
        gateway = Gateway.start(
                TestLimits.onPort(0),
                new Handlers(
                        Dialects.all(), handler::handle, handler::count, upstream, Map.of(), GatewayListener.NONE));
    }

    private static TurnHandler handler(Parts parts, NettyUpstream upstream, ApplyTo applyTo) {
        Ids ids = new Ids(new Random(42));
        PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
        Archive archive = new Archive(parts.store(), purposes, Archive.defaultLiveBytes());
        TurnHandler.TurnServices services = new TurnHandler.TurnServices(
                parts.wires(),
                new SessionIdentifier("salt"),
                purposes,
                new Sessions(parts.store(), archive.recentItems(), purposes, ids),
                archive,
                Optional.empty(),
                parts.editing().apply(archive),
                parts.callers(),
                parts.tools(),
                Optional.empty(),
                Optional.empty(),
                upstream,
                ids,
                Clock.systemUTC());
        return new TurnHandler(
                services,
                new TurnHandler.TurnSettings(_ -> applyTo, /* trustsClientTime= */ false, 3, 3),
                parts.listeners());
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        return send(path, body, HttpResponse.BodyHandlers.ofString(), headers);
    }

    /** The body of a reply as it arrives. */
    BufferedReader stream(String path, String body) {
        InputStream bytes =
                send(path, body, HttpResponse.BodyHandlers.ofInputStream()).body();
        return new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
    }

    private <T> HttpResponse<T> send(String path, String body, HttpResponse.BodyHandler<T> handler, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + gateway.address().getPort() + path))
                .timeout(TIMEOUT)
                .header("authorization", "Bearer sk-test")
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return http.send(request.build(), handler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an answer", e);
        }
    }

    @Override
    public void close() {
        http.close();
        gateway.close();
        model.close();
    }
}
