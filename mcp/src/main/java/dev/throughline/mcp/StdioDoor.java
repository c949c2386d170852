package dev.throughline.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * Serves one agent over a pair of streams, one message a line. Nothing else may be written to the output: logs go to
 * the error stream.
 */
public final class StdioDoor {
    private final Identity identity;
    private final List<Tool> tools;

    public StdioDoor(Identity identity, List<Tool> tools) {
        this.identity = identity;
        this.tools = List.copyOf(tools);
    }

    /** Serves until the input ends, which is how an agent hangs up, and all that it asked before is answered. */
    public void serve(InputStream in, OutputStream out) throws InterruptedException {
        McpJsonMapper json = McpJsonDefaults.getMapper();
        Ledger ledger = new Ledger(in, out);
        var specification = McpServer.sync(new StdioServerTransportProvider(json, ledger.questions(), ledger.answers()))
                .serverInfo(identity.name(), identity.version())
                .instructions(identity.instructions())
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build());
        for (Tool tool : tools) {
            specification = specification.toolCall(
                    Declared.declared(tool, json), (_, request) -> Declared.result(tool, request));
        }
        McpSyncServer server = specification.build();
        try {
            ledger.awaitEnd();
        } finally {
            server.closeGracefully();
        }
    }
}
