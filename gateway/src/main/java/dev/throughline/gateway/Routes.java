package dev.throughline.gateway;

import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.wire.DialectProfile;
import dev.throughline.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The table of paths. The dialects declare theirs.
 *
 * <pre>
 * POST a turn path of a dialect                            a turn
 * POST the count path of a dialect                         how many tokens a turn would have
 * GET  …/responses with Upgrade: websocket                 426
 * any  /v1/…                                               passed through
 * any  /livez, /readyz, /health, /metrics, registered      a plain handler
 * </pre>
 *
 * Before each of them a {@code /run/<id>} may precede it, which identifies the requests of one {@code throughline run}.
 */
final class Routes {
    private static final String RUN = "/run/";

    /** What a request is for. */
    sealed interface Route {
        /** A turn. */
        record ModelTurn(Dialect dialect) implements Route {}

        /** How many tokens a turn would have. */
        record Count(Dialect dialect) implements Route {}

        /** Another path of a provider: the request is forwarded as it is. */
        record Passed(Dialect dialect) implements Route {}

        /** Codex asks for a WebSocket. After status 426 it uses HTTP at once; any other answer costs it seconds. */
        record SocketRefused() implements Route {}

        /** A path of the gateway's own. */
        record Plain(PlainHandler handler, String path) implements Route {}

        /** The path exists, but not with this method. */
        record WrongMethod(String allowed) implements Route {}

        record Unknown() implements Route {}

        /** A short name for counters; there are few of them. */
        default String name() {
            return switch (this) {
                case ModelTurn turn -> turn.dialect().name();
                case Count _ -> "count";
                case Passed _ -> "passed";
                case SocketRefused _ -> "websocket";
                case Plain plain -> plain.path();
                case WrongMethod _ -> "wrong_method";
                case Unknown _ -> "unknown";
            };
        }
    }

    private final List<Wire> dialects;
    private final Map<String, PlainHandler> plain;

    Routes(List<Wire> dialects, Map<String, PlainHandler> plain) {
        this.dialects = dialects;
        this.plain = plain;
    }

    /** A request's target, with the run that stood before it. */
    record RequestTarget(Optional<String> run, String target) {
        static RequestTarget of(String target) {
            int end = target.startsWith(RUN) ? target.indexOf('/', RUN.length()) : -1;
            return end > RUN.length()
                    ? new RequestTarget(Optional.of(target.substring(RUN.length(), end)), target.substring(end))
                    : new RequestTarget(Optional.empty(), target);
        }

        String path() {
            int query = target.indexOf('?');
            return query < 0 ? target : target.substring(0, query);
        }
    }

    Route find(ReceivedRequest request) {
        String path = RequestTarget.of(request.target()).path();
        if (isSocket(request, path)) {
            return new Route.SocketRefused();
        }
        DialectProfile dialect = wire(path, request.headers()).profile();
        boolean isPost = request.method().equals("POST");
        if (dialect.turnPaths().contains(path)) {
            // Stored chat completions can be listed. Messages cannot, but the provider answers that.
            boolean isPassed = !dialect.isSocketFirst() && isRead(request.method());
            return isPost
                    ? new Route.ModelTurn(dialect.dialect())
                    : isPassed ? new Route.Passed(dialect.dialect()) : new Route.WrongMethod("POST");
        }
        if (isPost && dialect.countPath().filter(path::equals).isPresent()) {
            return new Route.Count(dialect.dialect());
        }
        if (path.startsWith("/v1/")) {
            return new Route.Passed(dialect.dialect());
        }
        return plain(path).orElseGet(Route.Unknown::new);
    }

    /** The dialect in which a request, whatever it is for, expects its errors. */
    Wire wire(ReceivedRequest request) {
        return wire(RequestTarget.of(request.target()).path(), request.headers());
    }

    private Wire wire(String path, Headers headers) {
        return dialects.stream()
                .filter(each -> path.startsWith(each.profile().pathPrefix()))
                .findFirst()
                .or(() -> dialects.stream()
                        .filter(each -> each.profile().clientHeaders().stream().anyMatch(headers::has))
                        .findFirst())
                .orElseGet(dialects::getFirst);
    }

    private boolean isSocket(ReceivedRequest request, String path) {
        return request.method().equals("GET")
                && request.headers()
                        .first("upgrade")
                        .filter("websocket"::equalsIgnoreCase)
                        .isPresent()
                && dialects.stream()
                        .map(Wire::profile)
                        .anyMatch(each -> each.isSocketFirst() && path.endsWith(lastSegment(each.path())));
    }

    private static String lastSegment(String path) {
        return path.substring(path.lastIndexOf('/'));
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
