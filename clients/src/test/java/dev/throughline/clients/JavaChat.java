package dev.throughline.clients;

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionAssistantMessageParam;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionMessageParam;
import com.openai.models.chat.completions.ChatCompletionMessageToolCall;
import com.openai.models.chat.completions.ChatCompletionSystemMessageParam;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.chat.completions.ChatCompletionUserMessageParam;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An agent on the OpenAI SDK's Chat Completions API. */
final class JavaChat implements JavaAgent {
    private final OpenAIClient client;
    private final boolean streams;
    private final List<ChatCompletionMessageParam> history = new ArrayList<>();

    JavaChat(OpenAIClient client, boolean streams) {
        this.client = client;
        this.streams = streams;
        history.add(ChatCompletionMessageParam.ofSystem(
                ChatCompletionSystemMessageParam.builder().content(INSTRUCTIONS).build()));
    }

    @Override
    public String answer(String prompt) {
        history.add(ChatCompletionMessageParam.ofUser(
                ChatCompletionUserMessageParam.builder().content(prompt).build()));
        ChatCompletionMessage message = ask();
        while (!message.toolCalls().orElse(List.of()).isEmpty()) {
            message = ask();
        }
        return message.content().orElse("");
    }

    /** Sends one request; adds its reply and the results of its tools to the history. */
    private ChatCompletionMessage ask() {
        ChatCompletion completion =
                streams ? streamed() : client.chat().completions().create(params());
        ChatCompletionMessage message = completion.choices().getFirst().message();
        List<ChatCompletionMessageToolCall> calls = message.toolCalls().orElse(List.of());
        // The accumulator of a stream leaves an empty list where there were no calls, and OpenAI refuses that.
        history.add(ChatCompletionMessageParam.ofAssistant(
                calls.isEmpty()
                        ? ChatCompletionAssistantMessageParam.builder()
                                .content(message.content().orElse(""))
                                .build()
                        : message.toParam()));
        for (ChatCompletionMessageToolCall each : calls) {
            ChatCompletionMessageFunctionToolCall call = each.asFunction();
            history.add(ChatCompletionMessageParam.ofTool(ChatCompletionToolMessageParam.builder()
                    .toolCallId(call.id())
                    .content(JavaAgent.run(call.function().arguments()))
                    .build()));
        }
        return message;
    }

    private ChatCompletion streamed() {
        ChatCompletionAccumulator accumulator = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> chunks =
                client.chat().completions().createStreaming(params())) {
            chunks.stream().forEach(accumulator::accumulate);
        }
        return accumulator.chatCompletion();
    }

    private ChatCompletionCreateParams params() {
        FunctionParameters parameters = FunctionParameters.builder()
                .putAdditionalProperty("type", JsonValue.from("object"))
                .putAdditionalProperty("properties", JsonValue.from(Map.of("command", Map.of("type", "string"))))
                .build();
        return ChatCompletionCreateParams.builder()
                .model("gpt-5.5")
                .messages(List.copyOf(history))
                .addFunctionTool(FunctionDefinition.builder()
                        .name("bash")
                        .description("Runs a command.")
                        .parameters(parameters)
                        .build())
                .build();
    }
}
