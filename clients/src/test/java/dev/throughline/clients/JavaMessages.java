package dev.throughline.clients;

import com.anthropic.client.AnthropicClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.MessageParam;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** An agent on the Anthropic SDK. */
final class JavaMessages implements JavaAgent {
    private static final long MOST_TOKENS = 4096;
    private static final long MOST_THOUGHTS = 2048;

    private final AnthropicClient client;
    private final boolean streams;
    private final List<MessageParam> history = new ArrayList<>();

    JavaMessages(AnthropicClient client, boolean streams) {
        this.client = client;
        this.streams = streams;
    }

    @Override
    public String answer(String prompt) {
        history.add(MessageParam.ofUser(prompt));
        Message message = ask();
        while (message.content().stream().anyMatch(ContentBlock::isToolUse)) {
            message = ask();
        }
        return message.content().getLast().asText().text();
    }

    /** One request; the history has its answer afterwards, and what its tools said. */
    private Message ask() {
        Message message = streams ? streamed() : client.messages().create(params());
        history.add(message.toParam());
        List<ContentBlockParam> results = message.content().stream()
                .filter(ContentBlock::isToolUse)
                .map(ContentBlock::asToolUse)
                .map(call -> ContentBlockParam.ofToolResult(ToolResultBlockParam.builder()
                        .toolUseId(call.id())
                        .content(JavaAgent.run(arguments(call._input())))
                        .build()))
                .toList();
        if (!results.isEmpty()) {
            history.add(MessageParam.ofUserOfContentBlockParams(results));
        }
        return message;
    }

    private static String arguments(JsonValue input) {
        return JsonMapper.shared().writeValueAsString(input.convert(Map.class));
    }

    private Message streamed() {
        MessageAccumulator accumulator = MessageAccumulator.create();
        try (StreamResponse<RawMessageStreamEvent> events = client.messages().createStreaming(params())) {
            events.stream().forEach(accumulator::accumulate);
        }
        return accumulator.message();
    }

    private MessageCreateParams params() {
        Tool.InputSchema schema = Tool.InputSchema.builder()
                .properties(Tool.InputSchema.Properties.builder()
                        .putAdditionalProperty("command", JsonValue.from(Map.of("type", "string")))
                        .build())
                .build();
        return MessageCreateParams.builder()
                .model("claude-opus-5-5")
                .maxTokens(MOST_TOKENS)
                .system(INSTRUCTIONS)
                .enabledThinking(MOST_THOUGHTS)
                .messages(List.copyOf(history))
                .addTool(Tool.builder()
                        .name("bash")
                        .description("Runs a command.")
                        .inputSchema(schema)
                        .build())
                .build();
    }
}
