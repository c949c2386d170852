package dev.throughline.gateway;

import dev.throughline.model.Dialect;

/** What a request is for. */
sealed interface Route {
    /** A turn. */
    record ModelTurn(Dialect dialect) implements Route {}

    /** How many tokens a turn would have. */
    record Count(Dialect dialect) implements Route {}

    /** Another path of a provider: the request is forwarded as it is. */
    record Passed(Dialect dialect) implements Route {}

    /** Codex asks for a WebSocket. After status 426 it uses plain HTTP at once; any other answer costs it seconds. */
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
