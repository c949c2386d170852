package dev.throughline.testkit.model.write;

import dev.throughline.model.Dialect;
import dev.throughline.testkit.model.shape.Fault;
import dev.throughline.testkit.model.shape.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes answers in one dialect. */
public interface Writer {
    /** The whole sequence of events of a provider that says these parts and stops for this reason. */
    void stream(Answer.Said said, Terms terms, Events out);

    /** The events of a stream that says these parts and then reports an error. */
    void streamBroken(List<Part> parts, Fault fault, Terms terms, Events out);

    /** The answer as one document. */
    JsonNode whole(Answer.Said said, Terms terms);

    static Writer of(Dialect dialect) {
        return switch (dialect) {
            case RESPONSES -> new ResponsesWriter();
            case CHAT -> new ChatWriter();
            case MESSAGES -> new MessagesWriter();
        };
    }

    /** What {@code /v1/responses/compact} answers: the history in one opaque item. */
    static ObjectNode compacted(Terms terms) {
        ObjectNode document = Json.object()
                .put("id", terms.id("resp_", 0))
                .put("object", "response.compaction")
                .put("created_at", terms.seconds());
        document.putArray("output").add(ResponsesItems.compaction("everything so far", 0, terms));
        document.set("usage", ResponsesWriter.usage(terms.usage(), 0));
        return document;
    }

    /** An error as a document in the shape of the provider. */
    static ObjectNode error(Provider provider, Fault fault, String requestId) {
        return switch (provider) {
            case OPENAI -> {
                ObjectNode document = Json.object();
                document.putObject("error")
                        .put("message", fault.message())
                        .put("type", fault.type())
                        .put("param", fault.param())
                        .put("code", fault.code());
                yield document;
            }
            case ANTHROPIC -> {
                ObjectNode document = Json.typed("error");
                document.putObject("error").put("type", fault.type()).put("message", fault.message());
                yield document.put("request_id", requestId);
            }
        };
    }
}
