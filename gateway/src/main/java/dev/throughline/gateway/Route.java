package dev.throughline.gateway;

import dev.throughline.model.Dialect;

/** What a request is for. */
sealed interface Route {
    /** A short name for counters; there are few of them. */
    String name();

    /** A turn: it gets memory. */
    record Turn(Dialect dialect) implements Route {
        @Override
        public String name() {
            return dialect.word();
        }
    }

    /** How many tokens a turn would have. */
    record Count(Dialect dialect) implements Route {
        @Override
        public String name() {
            return "count";
        }
    }

    /** Another path of a provider: it goes through as it is. */
    record Passed(Dialect dialect) implements Route {
        @Override
        public String name() {
            return "passed";
        }
    }

    /** Codex asks for a WebSocket; told 426 it uses plain HTTP at once and silently, anything else costs it seconds. */
    record SocketRefused() implements Route {
        @Override
        public String name() {
            return "websocket";
        }
    }

    /** A page or a figure of our own. */
    record Plain(PlainHandler handler, String name) implements Route {}

    /** The path exists, but not with this method. */
    record WrongMethod(String allowed) implements Route {
        @Override
        public String name() {
            return "wrong_method";
        }
    }

    /** There is nothing here. */
    record Unknown() implements Route {
        @Override
        public String name() {
            return "unknown";
        }
    }
}
