package dev.throughline.wire.join;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import java.util.ArrayList;
import java.util.List;

/** A client of one dialect: its requests, and the results of its own tool calls. */
record TestClient(SimulatedDialect dialect, boolean isStreaming) {
    private static final String MARKER = ",\"cache_control\":{\"type\":\"ephemeral\"}";

    /** A request with this history. */
    Bytes request(List<Bytes> history) {
        JsonBuilder elements = new JsonBuilder().add("[");
        history.forEach(elements::element);
        String around =
                switch (dialect) {
                    case MESSAGES -> """
                        {"model":"claude","max_tokens":4096,"thinking":{"type":"adaptive"},"stream":%s,"tools":[{"name":"Bash",\
                        "input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}],"messages":%s}\
                        """;
                    case RESPONSES -> """
                        {"model":"gpt","store":false,"include":["reasoning.encrypted_content"],"stream":%s,"tools":[\
                        {"type":"function","name":"Bash","parameters":{"type":"object"}} , {"type":"custom",\
                        "name":"apply_patch"}],"input":%s}\
                        """;
                    case CHAT -> isStreaming ? """
                        {"model":"gpt","stream_options":{"include_usage":true},"stream":%s,"tools":[{"type":"function",\
                        "function":{"name":"Bash","parameters":{"type":"object"}}}],"messages":%s}\
                        """ : """
                            {"model":"gpt","stream":%s,"tools":[{"type":"function","function":{"name":"Bash",\
                            "parameters":{"type":"object"}}}],"messages":%s}\
                            """;
                };
        return Bytes.of(
                around.formatted(isStreaming, elements.add("]").toBytes().utf8()));
    }

    Bytes user(String text) {
        return Bytes.of(JsonNodes.write(JsonNodes.object().put("role", "user").put("content", text)));
    }

    /** The elements with which the client answers the tool calls of a reply; none if there are no calls. */
    List<Bytes> results(List<Bytes> answer) {
        return switch (dialect) {
            case MESSAGES -> messages(answer);
            case RESPONSES -> responses(answer);
            case CHAT -> chat(answer);
        };
    }

    private static List<Bytes> messages(List<Bytes> answer) {
        JsonBuilder results = new JsonBuilder().add("[");
        boolean isAny = false;
        for (Bytes block :
                RawObject.of(answer.getFirst()).orElseThrow().array("content").orElseThrow()) {
            RawObject members = RawObject.of(block).orElseThrow();
            if (members.text("type").orElse("").equals("tool_use")) {
                results.element(Bytes.of(
                        "{\"tool_use_id\":" + members.raw("id").orElseThrow().utf8()
                                + ",\"type\":\"tool_result\",\"content\":\"done\"" + (isAny ? "" : MARKER) + "}"));
                isAny = true;
            }
        }
        Bytes message = Bytes.of(
                "{\"role\":\"user\",\"content\":" + results.add("]").toBytes().utf8() + "}");
        return isAny ? List.of(message) : List.of();
    }

    private static List<Bytes> responses(List<Bytes> answer) {
        List<Bytes> results = new ArrayList<>();
        for (Bytes item : answer) {
            RawObject members = RawObject.of(item).orElseThrow();
            String type = members.text("type").orElse("");
            if (type.endsWith("_call")) {
                results.add(Bytes.of("{\"type\":\"" + type + "_output\",\"call_id\":"
                        + members.raw("call_id").orElseThrow().utf8() + ",\"output\":\"done\"}"));
            }
        }
        return results;
    }

    private static List<Bytes> chat(List<Bytes> answer) {
        List<Bytes> results = new ArrayList<>();
        for (Bytes call : RawObject.of(answer.getFirst())
                .orElseThrow()
                .array("tool_calls")
                .orElse(List.of())) {
            results.add(Bytes.of("{\"role\":\"tool\",\"content\":\"done\",\"tool_call_id\":"
                    + RawObject.of(call).orElseThrow().raw("id").orElseThrow().utf8() + "}"));
        }
        return results;
    }
}
