package dev.throughline.simulator.answer;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.ProviderError;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes answers in one dialect. */
public interface AnswerWriter {
    /** The whole sequence of events of a provider that says these parts and stops for this reason. */
    void stream(Answer.Said said, AnsweredRequest answered, EventSink out);

    /** The events of a stream that says these parts and then reports an error. */
    void streamBroken(List<AnswerPart> parts, ProviderError error, AnsweredRequest answered, EventSink out);

    /** The answer as one document. */
    JsonNode whole(Answer.Said said, AnsweredRequest answered);

    static AnswerWriter of(SimulatedDialect dialect) {
        return switch (dialect) {
            case RESPONSES -> new ResponsesAnswerWriter();
            case CHAT -> new ChatAnswerWriter();
            case MESSAGES -> new MessagesAnswerWriter();
        };
    }

    /** What {@code /v1/responses/compact} answers: the history in one opaque item. */
    static ObjectNode compacted(AnsweredRequest answered) {
        ObjectNode document = JsonNodes.object()
                .put("id", answered.id("resp_", 0))
                .put("object", "response.compaction")
                .put("created_at", answered.seconds());
        document.putArray("output").add(ResponsesOutputItems.compaction("everything so far", 0, answered));
        document.set("usage", ResponsesAnswerWriter.usage(answered.usage(), 0));
        return document;
    }

    /** An error as a document in the shape of the provider. */
    static ObjectNode error(Provider provider, ProviderError error, String requestId) {
        return switch (provider) {
            case OPENAI -> {
                ObjectNode document = JsonNodes.object();
                document.putObject("error")
                        .put("message", error.message())
                        .put("type", error.type())
                        .put("param", error.param())
                        .put("code", error.code());
                yield document;
            }
            case ANTHROPIC -> {
                ObjectNode document = JsonNodes.typed("error");
                document.putObject("error").put("type", error.type()).put("message", error.message());
                yield document.put("request_id", requestId);
            }
        };
    }
}
