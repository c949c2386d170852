package dev.throughline.clients;

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.Reasoning;
import com.openai.models.ReasoningEffort;
import com.openai.models.responses.EasyInputMessage;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseIncludable;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseStreamEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An agent on the OpenAI SDK's Responses API. */
final class JavaResponses implements JavaAgent {
    private final OpenAIClient client;
    private final boolean streams;
    private final List<ResponseInputItem> history = new ArrayList<>();

    JavaResponses(OpenAIClient client, boolean streams) {
        this.client = client;
        this.streams = streams;
    }

    @Override
    public String answer(String prompt) {
        history.add(ResponseInputItem.ofEasyInputMessage(EasyInputMessage.builder()
                .role(EasyInputMessage.Role.USER)
                .content(prompt)
                .build()));
        List<ResponseOutputItem> output = ask();
        while (output.stream().anyMatch(ResponseOutputItem::isFunctionCall)) {
            output = ask();
        }
        return output.getLast().asMessage().content().getFirst().asOutputText().text();
    }

    /** One request; the history has its answer afterwards, and what its tools said. */
    private List<ResponseOutputItem> ask() {
        Response response = streams ? streamed() : client.responses().create(params());
        List<ResponseInputItem> results = new ArrayList<>();
        for (ResponseOutputItem item : response.output()) {
            if (item.isReasoning()) {
                history.add(ResponseInputItem.ofReasoning(item.asReasoning()));
            } else if (item.isMessage()) {
                history.add(ResponseInputItem.ofResponseOutputMessage(item.asMessage()));
            } else {
                ResponseFunctionToolCall call = item.asFunctionCall();
                history.add(ResponseInputItem.ofFunctionCall(call));
                results.add(ResponseInputItem.ofFunctionCallOutput(ResponseInputItem.FunctionCallOutput.builder()
                        .callId(call.callId())
                        .output(JavaAgent.run(call.arguments()))
                        .build()));
            }
        }
        history.addAll(results);
        return response.output();
    }

    private Response streamed() {
        ResponseAccumulator accumulator = ResponseAccumulator.create();
        try (StreamResponse<ResponseStreamEvent> events = client.responses().createStreaming(params())) {
            events.stream().forEach(accumulator::accumulate);
        }
        return accumulator.response();
    }

    private ResponseCreateParams params() {
        FunctionTool.Parameters parameters = FunctionTool.Parameters.builder()
                .putAdditionalProperty("type", JsonValue.from("object"))
                .putAdditionalProperty("properties", JsonValue.from(Map.of("command", Map.of("type", "string"))))
                .build();
        return ResponseCreateParams.builder()
                .model("gpt-5.5")
                .instructions(INSTRUCTIONS)
                .inputOfResponse(List.copyOf(history))
                .reasoning(Reasoning.builder().effort(ReasoningEffort.LOW).build())
                .addInclude(ResponseIncludable.REASONING_ENCRYPTED_CONTENT)
                .store(false)
                .addTool(FunctionTool.builder()
                        .name("bash")
                        .description("Runs a command.")
                        .parameters(parameters)
                        .strict(false)
                        .build())
                .build();
    }
}
