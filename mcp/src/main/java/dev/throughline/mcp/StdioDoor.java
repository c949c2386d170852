package dev.throughline.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;

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

    /** Serves until the input ends, which is how an agent hangs up. */
    public void serve(InputStream in, OutputStream out) throws InterruptedException {
        McpJsonMapper json = McpJsonDefaults.getMapper();
        CountDownLatch ended = new CountDownLatch(1);
        var specification = McpServer.sync(new StdioServerTransportProvider(json, new Watched(in, ended), out))
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
            ended.await();
        } finally {
            server.closeGracefully();
        }
    }

    /** Notices the end of the input, of which the SDK does not tell. */
    private static final class Watched extends FilterInputStream {
        private final CountDownLatch ended;

        Watched(InputStream in, CountDownLatch ended) {
            super(in);
            this.ended = ended;
        }

        @Override
        public int read() throws IOException {
            return noticed(super.read());
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return noticed(super.read(bytes, offset, length));
        }

        private int noticed(int result) {
            if (result < 0) {
                ended.countDown();
            }
            return result;
        }
    }
}
