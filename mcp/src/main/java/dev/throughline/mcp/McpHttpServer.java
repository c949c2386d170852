package dev.throughline.mcp;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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
 * <p>A page on the web may make a browser post here. Browsers then name the page's origin, and only pages of this
 * machine are accepted. Safe for use by many threads; a call blocks as long as its tool takes.
 */
public final class McpHttpServer implements AutoCloseable {
    private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private final McpProtocol protocol;

    public McpHttpServer(ServerIdentity identity, List<McpTool> tools) {
        this.protocol = new McpProtocol(identity, tools);
    }

    /** An HTTP reply; the body is JSON, or nothing. */
    public record McpReply(int status, Headers headers, Bytes body) {}

    /** Answers one request. */
    public McpReply answer(String method, Headers headers, Bytes body) {
        if (headers.first("origin").filter(origin -> !isOwn(origin)).isPresent()) {
            return error(403, McpProtocol.invalid("Expected no Origin header, or one of this machine."));
        }
        if (!method.equals("POST")) {
            return new McpReply(405, Headers.of("allow", "POST"), Bytes.EMPTY);
        }
        String version = headers.first("mcp-protocol-version").orElse("");
        if (!version.isEmpty() && !protocol.versions().contains(version)) {
            return error(
                    400,
                    McpProtocol.invalid("Expected one of the versions " + protocol.versions() + ", found " + version));
        }
        try {
            return protocol.answer(protocol.read(body.utf8()))
                    .map(answer -> json(200, answer))
                    .orElseGet(() -> new McpReply(202, Headers.NONE, Bytes.EMPTY));
        } catch (McpProtocol.Malformed e) {
            return error(400, e);
        }
    }

    private static boolean isOwn(String origin) {
        try {
            String host = URI.create(origin).getHost();
            return host != null && OWN_NAMES.contains(host.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return false; // Also "null", which is the origin of a page in a sandbox.
        }
    }

    private McpReply error(int status, McpProtocol.Malformed malformed) {
        return json(status, protocol.answer(malformed));
    }

    private static McpReply json(int status, String body) {
        return new McpReply(status, Headers.of("content-type", "application/json"), Bytes.of(body));
    }

    @Override
    public void close() {
        protocol.close();
    }
}
