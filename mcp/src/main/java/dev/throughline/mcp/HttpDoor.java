package dev.throughline.mcp;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Serves agents over HTTP, without sessions: every POST carries one message and gets its answer in the body, so there
 * is no stream to open (GET) and none to end (DELETE).
 *
 * <pre>
 *   POST, a request        200 and the response
 *   POST, a notification   202
 *   anything else          405
 * </pre>
 *
 * <p>A page on the web may make a browser post here. Browsers then tell the page's origin, and only this machine's own
 * pages are let in. Safe for use by many threads; a call blocks as long as its tool takes.
 */
public final class HttpDoor implements AutoCloseable {
    private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    /** The word of JSON-RPC for a message that is none. */
    private static final int INVALID_REQUEST = -32600;

    private final McpJsonMapper json = McpJsonDefaults.getMapper();
    private final Transport transport = new Transport();
    private final McpStatelessSyncServer server;

    public HttpDoor(Identity identity, List<Tool> tools) {
        var specification = McpServer.sync(transport)
                .serverInfo(identity.name(), identity.version())
                .instructions(identity.instructions())
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build());
        for (Tool tool : tools) {
            specification = specification.toolCall(
                    Declared.declared(tool, json), (_, request) -> Declared.result(tool, request));
        }
        this.server = specification.build();
    }

    /** An answer in HTTP's words; the body is JSON, or nothing. */
    public record Answer(int status, Headers headers, Bytes body) {}

    /** Answers one request. */
    public Answer answer(String method, Headers headers, Bytes body) {
        if (headers.first("origin").filter(origin -> !isOwn(origin)).isPresent()) {
            return error(403, "Expected no Origin header, or one of this machine.");
        }
        if (!method.equals("POST")) {
            return new Answer(405, Headers.of("allow", "POST"), Bytes.EMPTY);
        }
        String version = headers.first("mcp-protocol-version").orElse("");
        if (!version.isEmpty() && !transport.protocolVersions().contains(version)) {
            return error(400, "Expected one of the versions " + transport.protocolVersions() + ", found " + version);
        }
        try {
            return answer(McpSchema.deserializeJsonRpcMessage(json, body.utf8()));
        } catch (IOException | IllegalArgumentException e) {
            return error(400, "Expected one JSON-RPC message.");
        }
    }

    private Answer answer(McpSchema.JSONRPCMessage message) throws IOException {
        McpStatelessServerHandler handler = Objects.requireNonNull(transport.handler);
        return switch (message) {
            case McpSchema.JSONRPCRequest request -> {
                McpSchema.JSONRPCResponse response = handler.handleRequest(McpTransportContext.EMPTY, request)
                        .block();
                yield new Answer(
                        200,
                        Headers.of("content-type", "application/json"),
                        Bytes.of(json.writeValueAsString(Objects.requireNonNull(response))));
            }
            case McpSchema.JSONRPCNotification notification -> {
                handler.handleNotification(McpTransportContext.EMPTY, notification)
                        .block();
                yield new Answer(202, Headers.NONE, Bytes.EMPTY);
            }
            default -> new Answer(202, Headers.NONE, Bytes.EMPTY); // A response: we ask nothing, so it answers nothing.
        };
    }

    private static boolean isOwn(String origin) {
        try {
            String host = URI.create(origin).getHost();
            return host != null && OWN_NAMES.contains(host.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return false; // Also "null", which is the origin of a page in a sandbox.
        }
    }

    private Answer error(int status, String sentence) {
        String body;
        try {
            body = json.writeValueAsString(McpSchema.JSONRPCResponse.error(
                    "", new McpSchema.JSONRPCResponse.JSONRPCError(INVALID_REQUEST, sentence, null)));
        } catch (IOException e) {
            body = "{}";
        }
        return new Answer(status, Headers.of("content-type", "application/json"), Bytes.of(body));
    }

    @Override
    public void close() {
        server.closeGracefully();
    }

    /** Where the SDK hands over what answers. */
    private static final class Transport implements McpStatelessServerTransport {
        private volatile @Nullable McpStatelessServerHandler handler;

        @Override
        public void setMcpHandler(McpStatelessServerHandler given) {
            handler = given;
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }
}
