package dev.throughline.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tool that agents may call.
 *
 * @param title a few words for people
 * @param description what a model has to know to use it well
 * @param schema the JSON schema of its arguments, an object
 */
public record McpTool(
        String name, String title, String description, String schema, ToolEffect effect, Handler handler) {
    private static final Logger LOG = LoggerFactory.getLogger(McpTool.class);

    /** What a call does. */
    public enum ToolEffect {
        /** Changes nothing. */
        READS,
        /** Adds something and removes nothing. */
        ADDS,
        /** Removes something that can be restored by hand. */
        DELETES
    }

    /** Answers calls. Called by many threads; may block. Arguments fit the schema. */
    @FunctionalInterface
    public interface Handler {
        McpAnswer answer(Map<String, Object> arguments);
    }

    /**
     * What the agent gets.
     *
     * @param text for the model
     * @param structured the same as members, for a program; empty if there is nothing to add to the text
     */
    public record McpAnswer(String text, Map<String, Object> structured, boolean isError) {
        public McpAnswer {
            structured = Map.copyOf(structured);
        }

        public static McpAnswer text(String text) {
            return new McpAnswer(text, Map.of(), /* isError= */ false);
        }

        public static McpAnswer error(String text) {
            return new McpAnswer(text, Map.of(), /* isError= */ true);
        }
    }

    /** The tool as the SDK declares it. */
    McpSchema.Tool declaration(McpJsonMapper json) {
        McpSchema.ToolAnnotations annotations = McpSchema.ToolAnnotations.builder()
                .title(title)
                .readOnlyHint(effect == ToolEffect.READS)
                .destructiveHint(effect == ToolEffect.DELETES)
                .idempotentHint(effect != ToolEffect.ADDS)
                .openWorldHint(false)
                .build();
        return McpSchema.Tool.builder(name, json, schema)
                .title(title)
                .description(description)
                .annotations(annotations)
                .build();
    }

    /** Answers a call; in the protocol a failure of a tool is an answer too. */
    McpSchema.CallToolResult call(McpSchema.CallToolRequest request) {
        McpAnswer answer;
        try {
            answer = handler.answer(Objects.requireNonNullElse(request.arguments(), Map.of()));
        } catch (RuntimeException e) {
            LOG.error("the tool {} failed", name, e);
            answer = McpAnswer.error("The tool failed: " + e.getMessage() + ". See the log of Throughline.");
        }
        McpSchema.CallToolResult.Builder result =
                McpSchema.CallToolResult.builder().addTextContent(answer.text()).isError(answer.isError());
        return answer.structured().isEmpty()
                ? result.build()
                : result.structuredContent(answer.structured()).build();
    }
}
