package dev.throughline.gateway;

import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import java.util.Map;
import java.util.Optional;

/**
 * The table of paths.
 *
 * <pre>
 * POST /v1/responses, /v1/responses/compact                a turn
 * POST /v1/chat/completions, /v1/messages                  a turn
 * POST /v1/messages/count_tokens                           how many tokens a turn would have
 * POST /v1/responses/input_tokens                          the same
 * GET  …/responses with Upgrade: websocket                 426
 * any  /v1/…                                               passed through
 * any  /livez, /readyz, /health, /metrics, registered      a plain handler
 * </pre>
 *
 * Before each of them a {@code /run/<id>} may precede it, which identifies the requests of one {@code throughline run}.
 */
final class Routes {
    private static final Map<String, Dialect> TURNS = Map.of(
            "/v1/responses", Dialect.RESPONSES,
            "/v1/responses/compact", Dialect.RESPONSES,
            "/v1/chat/completions", Dialect.CHAT,
            "/v1/messages", Dialect.MESSAGES);
    private static final Map<String, Dialect> COUNTS = Map.of(
            "/v1/responses/input_tokens", Dialect.RESPONSES,
            "/v1/messages/count_tokens", Dialect.MESSAGES);
    private static final String RUN = "/run/";

    private final Map<String, PlainHandler> plain;

    Routes(Map<String, PlainHandler> plain) {
        this.plain = plain;
    }

    /** A request's target, with the run that stood before it. */
    record Place(Optional<String> run, String target) {
        static Place of(String target) {
            int end = target.startsWith(RUN) ? target.indexOf('/', RUN.length()) : -1;
            return end > RUN.length()
                    ? new Place(Optional.of(target.substring(RUN.length(), end)), target.substring(end))
                    : new Place(Optional.empty(), target);
        }

        String path() {
            int query = target.indexOf('?');
            return query < 0 ? target : target.substring(0, query);
        }
    }

    Route find(ReceivedRequest request) {
        String path = Place.of(request.target()).path();
        if (isSocket(request, path)) {
            return new Route.SocketRefused();
        }
        Dialect dialect = TURNS.get(path);
        if (dialect != null && request.method().equals("POST")) {
            return new Route.Turn(dialect);
        }
        if (dialect != null && !dialect.equals(Dialect.RESPONSES) && isRead(request.method())) {
            // Stored chat completions can be listed; messages cannot, but that is for the provider to say.
            return new Route.Passed(dialect);
        }
        if (dialect != null) {
            return new Route.WrongMethod("POST");
        }
        if (COUNTS.containsKey(path) && request.method().equals("POST")) {
            return new Route.Count(dialect(path, request.headers()));
        }
        if (path.startsWith("/v1/")) {
            return new Route.Passed(dialect(path, request.headers()));
        }
        return plain(path).orElseGet(Route.Unknown::new);
    }

    /** The dialect in which a request, whatever it is for, expects its errors. */
    Dialect dialect(ReceivedRequest request) {
        return dialect(Place.of(request.target()).path(), request.headers());
    }

    private static Dialect dialect(String path, Headers headers) {
        if (path.startsWith("/v1/messages")) {
            return Dialect.MESSAGES;
        }
        if (path.startsWith("/v1/responses")) {
            return Dialect.RESPONSES;
        }
        if (path.startsWith("/v1/chat/")) {
            return Dialect.CHAT;
        }
        return headers.has("anthropic-version") || headers.has("x-api-key") ? Dialect.MESSAGES : Dialect.RESPONSES;
    }

    private static boolean isSocket(ReceivedRequest request, String path) {
        return request.method().equals("GET")
                && path.endsWith("/responses")
                && request.headers()
                        .first("upgrade")
                        .filter("websocket"::equalsIgnoreCase)
                        .isPresent();
    }

    private static boolean isRead(String method) {
        return method.equals("GET") || method.equals("HEAD");
    }

    private Optional<Route> plain(String path) {
        String best = "";
        for (String each : plain.keySet()) {
            boolean matches = path.equals(each) || (each.endsWith("/") && path.startsWith(each));
            if (matches && each.length() > best.length()) {
                best = each;
            }
        }
        PlainHandler handler = plain.get(best);
        return handler == null ? Optional.empty() : Optional.of(new Route.Plain(handler, best));
    }
}
