package dev.throughline.gateway;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.Editing;
import dev.throughline.engine.helper.Callers;
import dev.throughline.engine.session.Identify;
import dev.throughline.engine.session.Markers;
import dev.throughline.engine.session.Purposes;
import dev.throughline.engine.session.Sessions;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.engine.turn.LocalTools;
import dev.throughline.engine.turn.Road;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.gateway.upstream.NettyUpstream;
import dev.throughline.gateway.upstream.Providers;
import dev.throughline.gateway.upstream.UpstreamLimits;
import dev.throughline.model.Dialect;
import dev.throughline.model.Ids;
import dev.throughline.testkit.model.ModelServer;
import dev.throughline.testkit.model.Options;
import dev.throughline.testkit.model.Script;
import dev.throughline.wire.Wire;
import dev.throughline.wire.Wires;
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

/** A real gateway with the real road, before a strict model server. What a test wants to break it hands in broken. */
final class RoadStand implements AutoCloseable {
    static final LocalTools NO_TOOLS = (_, call, _) -> new LocalTools.Said("no tool " + call.name(), true);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    final ModelServer model;
    private final Gateway gateway;
    private final HttpClient http = HttpClient.newHttpClient();

    /** The parts that a test may break. */
    record Parts(
            Store store,
            Function<Dialect, Wire> wires,
            List<TurnListener> listeners,
            Function<Archive, Optional<Editing>> editing,
            LocalTools tools,
            Optional<Callers> callers) {
        Parts(Store store, Function<Dialect, Wire> wires, List<TurnListener> listeners) {
            this(store, wires, listeners, _ -> Optional.empty(), NO_TOOLS, Optional.empty());
        }

        Parts(
                Store store,
                Function<Dialect, Wire> wires,
                List<TurnListener> listeners,
                Function<Archive, Optional<Editing>> editing,
                LocalTools tools) {
            this(store, wires, listeners, editing, tools, Optional.empty());
        }

        static Parts of(Store store) {
            return new Parts(store, Wires::of, List.of());
        }
    }

    RoadStand(Script script, Parts parts) {
        this(Options.of(script), parts);
    }

    RoadStand(Options options, Parts parts) {
        this(options, parts, ApplyTo.ALL, UpstreamLimits.DEFAULT);
    }

    RoadStand(Script script, Parts parts, ApplyTo applyTo) {
        this(Options.of(script), parts, applyTo, UpstreamLimits.DEFAULT);
    }

    /** One that withholds the head of a stream for a moment only. */
    static RoadStand hasty(Options options, Parts parts) {
        return new RoadStand(options, parts, ApplyTo.ALL, UpstreamLimits.DEFAULT.withHoldTime(Duration.ofMillis(10)));
    }

    private RoadStand(Options options, Parts parts, ApplyTo applyTo, UpstreamLimits limits) {
        model = ModelServer.start(options);
        NettyUpstream upstream =
                new NettyUpstream(Providers.at(model.url(), model.url()), limits, NettyUpstream.platformTls(), _ -> {});
        Road road = road(parts, upstream, applyTo);
        gateway = Gateway.start(
                GatewayOptions.onPort(0),
                new Handlers(
                        road::handle,
                        road::count,
                        upstream,
                        Map.of(),
                        (dialect, status, code, message) -> Wires.of(dialect).error(status, code, message),
                        GatewayListener.NONE));
    }

    private static Road road(Parts parts, NettyUpstream upstream, ApplyTo applyTo) {
        Ids ids = new Ids(new Random(42));
        Purposes purposes = new Purposes(Markers.builtIn());
        Archive archive = new Archive(
                parts.store(),
                (turn, item) ->
                        purposes.isContinuation(turn.wire(), turn.request().body(), item));
        Road.Rooms rooms = new Road.Rooms(
                parts.wires(),
                new Identify("salt"),
                purposes,
                new Sessions(parts.store(), archive.recents(), purposes, ids),
                archive,
                parts.editing().apply(archive),
                parts.callers(),
                parts.tools(),
                Optional.empty(),
                upstream,
                ids,
                Clock.systemUTC());
        return new Road(rooms, new Road.Settings(applyTo, /* trustsClientTime= */ false), parts.listeners());
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
                .timeout(PATIENCE)
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
