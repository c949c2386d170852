package dev.throughline.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Answers messages of any transport. It keeps no state between them, because the server never asks an agent anything.
 *
 * <p>What a person or a model may get wrong is checked here, before the SDK, whose messages are for programmers: text
 * that is not JSON or not a message, a tool that does not exist, arguments that do not fit. Safe for use by many
 * threads; a call blocks as long as its tool takes.
 */
final class McpProtocol implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(McpProtocol.class);

    private final McpJsonMapper json = McpJsonDefaults.getMapper();
    private final Transport transport = new Transport();
    private final Map<String, ArgumentCheck> tools = new LinkedHashMap<>();
    private final McpStatelessSyncServer server;

    McpProtocol(ServerIdentity identity, List<McpTool> offered) {
        var specification = McpServer.sync(transport)
                .serverInfo(identity.name(), identity.version())
                .instructions(identity.instructions())
                .validateToolInputs(false)
                .immediateExecution(true)
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build());
        for (McpTool tool : offered) {
            tools.put(tool.name(), ArgumentCheck.of(tool.schema(), json));
            specification = specification.toolCall(tool.declaration(json), (_, request) -> tool.call(request));
        }
        this.server = specification.build();
    }

    /** The supported protocol versions. */
    List<String> versions() {
        return transport.protocolVersions();
    }

    /** A text that is no message. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        private final int code;
        private final String sentence;

        Malformed(int code, String sentence) {
            super(sentence);
            this.code = code;
            this.sentence = sentence;
        }
    }

    /** The message that a text contains. */
    McpSchema.JSONRPCMessage read(String text) throws Malformed {
        try {
            json.readValue(text, Object.class);
        } catch (IOException | RuntimeException e) {
            LOG.debug("no JSON", e);
            throw new Malformed(McpSchema.ErrorCodes.PARSE_ERROR, "Expected JSON, found something else.");
        }
        try {
            return McpSchema.deserializeJsonRpcMessage(json, text);
        } catch (IOException | RuntimeException e) {
            LOG.debug("no message", e);
            throw invalid("Expected one JSON-RPC message with jsonrpc, method and, for a request, id.");
        }
    }

    static Malformed invalid(String sentence) {
        return new Malformed(McpSchema.ErrorCodes.INVALID_REQUEST, sentence);
    }

    /** The answer to a text that is no message; it has no id. */
    String answer(Malformed malformed) {
        return error(null, malformed.code, malformed.sentence);
    }

    /** The answer to a message; empty if it wants none. */
    Optional<String> answer(McpSchema.JSONRPCMessage message) {
        McpStatelessServerHandler handler = Objects.requireNonNull(transport.handler);
        return switch (message) {
            case McpSchema.JSONRPCRequest request -> Optional.of(answer(handler, request));
            case McpSchema.JSONRPCNotification _ -> Optional.empty();
            default -> Optional.empty(); // A response: we ask nothing, so it answers nothing.
        };
    }

    private String answer(McpStatelessServerHandler handler, McpSchema.JSONRPCRequest request) {
        Optional<String> problem = problem(request);
        if (problem.isPresent()) {
            return problem.get();
        }
        try {
            McpSchema.JSONRPCResponse response =
                    handler.handleRequest(McpTransportContext.EMPTY, request).block();
            return json.writeValueAsString(Objects.requireNonNull(response));
        } catch (IOException | RuntimeException e) {
            LOG.error("a request for {} failed", request.method(), e);
            return error(
                    request.id(),
                    McpSchema.ErrorCodes.INTERNAL_ERROR,
                    "The request could not be answered. See the log of Throughline.");
        }
    }

    /** What is wrong with a call, for the model that made it; empty if nothing is. */
    private Optional<String> problem(McpSchema.JSONRPCRequest request) {
        if (!request.method().equals(McpSchema.METHOD_TOOLS_CALL)) {
            return Optional.empty();
        }
        Map<?, ?> params = request.params() instanceof Map<?, ?> map ? map : Map.of();
        ArgumentCheck check = tools.get(String.valueOf(params.get("name")));
        if (check == null) {
            String sentence = "Expected one of the tools " + String.join(", ", tools.keySet()) + ", found '"
                    + params.get("name") + "'.";
            return Optional.of(error(request.id(), McpSchema.ErrorCodes.INVALID_PARAMS, sentence));
        }
        Object given = params.get("arguments");
        return check.problem(given == null ? Map.of() : given).map(sentence -> refusal(request.id(), sentence));
    }

    /** A tool's own error, since a model reads those and may do better. */
    private String refusal(Object id, String sentence) {
        return written(members(
                "jsonrpc",
                "2.0",
                "id",
                id,
                "result",
                members("content", List.of(members("type", "text", "text", sentence)), "isError", true)));
    }

    private String error(@Nullable Object id, int code, String sentence) {
        return written(members("jsonrpc", "2.0", "id", id, "error", members("code", code, "message", sentence)));
    }

    /** Names and values in turn, in an order that stays. */
    private static Map<String, @Nullable Object> members(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return members;
    }

    private String written(Map<String, @Nullable Object> answer) {
        try {
            return json.writeValueAsString(answer);
        } catch (IOException e) {
            throw new UncheckedIOException("an answer of texts and numbers can be written", e);
        }
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
