package dev.throughline.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Our tools in the words of the SDK. */
final class Declared {
    private static final Logger LOG = LoggerFactory.getLogger(Declared.class);

    private Declared() {}

    static McpSchema.Tool declared(Tool tool, McpJsonMapper json) {
        McpSchema.ToolAnnotations annotations = McpSchema.ToolAnnotations.builder()
                .title(tool.title())
                .readOnlyHint(tool.effect() == Tool.Effect.READS)
                .destructiveHint(tool.effect() == Tool.Effect.DELETES)
                .idempotentHint(tool.effect() != Tool.Effect.ADDS)
                .openWorldHint(false)
                .build();
        return McpSchema.Tool.builder(tool.name(), json, tool.schema())
                .title(tool.title())
                .description(tool.description())
                .annotations(annotations)
                .build();
    }

    /** Answers a call; what goes wrong is told in words, as the protocol wants it for tools. */
    static McpSchema.CallToolResult result(Tool tool, McpSchema.CallToolRequest request) {
        Tool.Said said;
        try {
            said = tool.answering().answer(Objects.requireNonNullElse(request.arguments(), Map.of()));
        } catch (RuntimeException e) {
            LOG.error("the tool {} failed", tool.name(), e);
            said = Tool.Said.error("The tool failed: " + e.getMessage() + ". The log of Throughline says more.");
        }
        McpSchema.CallToolResult.Builder result =
                McpSchema.CallToolResult.builder().addTextContent(said.text()).isError(said.isError());
        return said.structured().isEmpty()
                ? result.build()
                : result.structuredContent(said.structured()).build();
    }
}
