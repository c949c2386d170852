package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.gateway.Routes.Route;
import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RoutesTest {
    private static final PlainHandler PAGE = request -> PlainHandler.PlainAnswer.text(200, "page");
    private static final PlainHandler API = request -> PlainHandler.PlainAnswer.text(200, "api");
    private static final Routes ROUTES = new Routes(Dialects.all(), Map.of("/livez", PAGE, "/", PAGE, "/api/v1/", API));

    private static Route find(String method, String target, String... headers) {
        return ROUTES.find(new ReceivedRequest(method, target, Headers.of(headers), Bytes.EMPTY));
    }

    @Test
    void the_three_endpoints_are_turns_with_and_without_a_run() {
        assertEquals(new Route.ModelTurn(ResponsesDialect.NAME), find("POST", "/v1/responses"));
        assertEquals(new Route.ModelTurn(ChatDialect.NAME), find("POST", "/v1/chat/completions?x"));
        assertEquals(new Route.ModelTurn(MessagesDialect.NAME), find("POST", "/run/abc/v1/messages?beta=true"));
    }

    @Test
    void tokens_of_a_turn_are_counted_with_and_without_a_run() {
        assertEquals(new Route.Count(MessagesDialect.NAME), find("POST", "/v1/messages/count_tokens?beta=true"));
        assertEquals(new Route.Count(ResponsesDialect.NAME), find("POST", "/run/abc/v1/responses/input_tokens"));
        assertEquals(new Route.Passed(ResponsesDialect.NAME), find("GET", "/v1/responses/input_tokens"));
    }

    @Test
    void everything_else_under_v1_is_passed_through() {
        assertEquals(new Route.Passed(ResponsesDialect.NAME), find("GET", "/v1/models"));
        assertEquals(new Route.Passed(MessagesDialect.NAME), find("GET", "/v1/models", "anthropic-version", "1"));
        assertEquals(new Route.ModelTurn(ResponsesDialect.NAME), find("POST", "/v1/responses/compact"));
        assertEquals(new Route.Passed(ResponsesDialect.NAME), find("DELETE", "/v1/responses/resp_1"));
        assertEquals(new Route.Passed(ChatDialect.NAME), find("GET", "/v1/chat/completions?limit=1"));
    }

    @Test
    void a_websocket_is_rejected_under_any_prefix() {
        assertEquals(new Route.SocketRefused(), find("GET", "/v1/responses", "Upgrade", "WebSocket"));
        assertEquals(new Route.SocketRefused(), find("GET", "/run/x/other/responses", "upgrade", "websocket"));
        assertEquals(new Route.WrongMethod("POST"), find("GET", "/v1/responses"));
    }

    @Test
    void the_longest_plain_path_wins() {
        assertEquals(new Route.Plain(API, "/api/v1/"), find("GET", "/api/v1/sessions"));
        assertEquals(new Route.Plain(PAGE, "/livez"), find("GET", "/livez?x"));
        assertEquals(new Route.Plain(PAGE, "/"), find("GET", "/livezz"));
        assertEquals(
                new Route.Unknown(),
                new Routes(Dialects.all(), Map.of()).find(new ReceivedRequest("GET", "/x", Headers.NONE, Bytes.EMPTY)));
    }

    @Test
    void a_run_needs_an_id_and_a_path_after_it() {
        assertEquals(new Routes.RequestTarget(Optional.of("7"), "/v1/x?y"), Routes.RequestTarget.of("/run/7/v1/x?y"));
        assertEquals(new Routes.RequestTarget(Optional.empty(), "/run//v1/x"), Routes.RequestTarget.of("/run//v1/x"));
        assertEquals(new Routes.RequestTarget(Optional.empty(), "/run/7"), Routes.RequestTarget.of("/run/7"));
    }
}
