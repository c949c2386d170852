package dev.throughline.gateway;

import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A client of one dialect that keeps its own history, as agents do, and does not know about the gateway. */
final class Agent {
    private final SimulatedDialect dialect;
    private final Wire wire;
    private final boolean isStreaming;
    private final String rules;
    private final List<JsonNode> history = new ArrayList<>();
    private List<Item> calls = List.of();

    /** An agent whose rules have about this number of characters. */
    Agent(SimulatedDialect dialect, boolean isStreaming, int ruleCharacters) {
        this.dialect = dialect;
        this.wire = Dialects.of(dialect.dialect());
        this.isStreaming = isStreaming;
        this.rules = "Be kind to all. ".repeat(ruleCharacters / 16);
        if (dialect == SimulatedDialect.CHAT) {
            history.add(JsonNodes.object().put("role", "system").put("content", "Be brief."));
        }
    }

    Agent user(String text) {
        history.add(JsonNodes.object().put("role", "user").put("content", text));
        return this;
    }

    /** Adds a command and its output to the history, without a request. */
    Agent ran(int number, String output) {
        String id = "call_before" + number;
        switch (dialect) {
            case MESSAGES -> {
                ObjectNode call = JsonNodes.typed("tool_use").put("id", id).put("name", "Bash");
                call.set("input", JsonNodes.object().put("command", "step " + number));
                ObjectNode assistantMessage = JsonNodes.object().put("role", "assistant");
                assistantMessage.set("content", JsonNodes.array().add(call));
                history.add(assistantMessage);
                results(List.of(id), output);
            }
            case CHAT -> {
                ObjectNode call = JsonNodes.typed("function").put("id", id);
                call.set(
                        "function",
                        JsonNodes.object().put("name", "Bash").put("arguments", "{\"command\":\"" + number + "\"}"));
                ObjectNode assistantMessage =
                        JsonNodes.object().put("role", "assistant").putNull("content");
                assistantMessage.set("tool_calls", JsonNodes.array().add(call));
                history.add(assistantMessage);
                results(List.of(id), output);
            }
            case RESPONSES -> {
                history.add(JsonNodes.typed("function_call")
                        .put("call_id", id)
                        .put("name", "Bash")
                        .put("arguments", "{\"command\":\"" + number + "\"}"));
                results(List.of(id), output);
            }
        }
        return this;
    }

    private void results(List<String> ids, String output) {
        ArrayNode blocks = JsonNodes.array();
        for (String id : ids) {
            switch (dialect) {
                case MESSAGES ->
                    blocks.add(JsonNodes.typed("tool_result")
                            .put("tool_use_id", id)
                            .put("content", output));
                case CHAT ->
                    history.add(JsonNodes.object()
                            .put("role", "tool")
                            .put("tool_call_id", id)
                            .put("content", output));
                case RESPONSES ->
                    history.add(JsonNodes.typed("function_call_output")
                            .put("call_id", id)
                            .put("output", output));
            }
        }
        if (!blocks.isEmpty()) {
            ObjectNode message = JsonNodes.object().put("role", "user");
            message.set("content", blocks);
            history.add(message);
        }
    }

    String path() {
        return switch (dialect) {
            case RESPONSES -> "/v1/responses";
            case CHAT -> "/v1/chat/completions";
            case MESSAGES -> "/v1/messages";
        };
    }

    String body() {
        ObjectNode body = JsonNodes.object().put("model", "m").put("stream", isStreaming);
        ObjectNode schema = JsonNodes.typed("object");
        ArrayNode elements = JsonNodes.array();
        history.forEach(elements::add);
        switch (dialect) {
            case MESSAGES -> {
                ObjectNode tool = JsonNodes.object().put("name", "Bash");
                tool.set("input_schema", schema);
                body.put("max_tokens", 1_000).put("system", rules);
                body.set("cache_control", JsonNodes.typed("ephemeral"));
                body.set("tools", JsonNodes.array().add(tool));
                body.set("messages", elements);
            }
            case CHAT -> {
                ObjectNode function = JsonNodes.object().put("name", "Bash").put("description", rules);
                function.set("parameters", schema);
                ObjectNode tool = JsonNodes.typed("function");
                tool.set("function", function);
                body.set("tools", JsonNodes.array().add(tool));
                body.set("messages", elements);
                if (isStreaming) {
                    body.set("stream_options", JsonNodes.object().put("include_usage", true));
                }
            }
            case RESPONSES -> {
                ObjectNode tool = JsonNodes.typed("function").put("name", "Bash");
                tool.set("parameters", schema);
                body.put("instructions", rules).put("store", false);
                body.set("tools", JsonNodes.array().add(tool));
                body.set("input", elements);
            }
        }
        return JsonNodes.write(body);
    }

    /** The path at which the provider counts tokens. */
    String countPath() {
        return switch (dialect) {
            case RESPONSES -> "/v1/responses/input_tokens";
            case CHAT -> throw new IllegalStateException("this dialect has no endpoint that counts tokens");
            case MESSAGES -> "/v1/messages/count_tokens";
        };
    }

    /** The next request without the fields that a count request does not accept. */
    String countBody() {
        ObjectNode body = (ObjectNode) JsonNodes.read(body());
        body.remove(List.of("max_tokens", "stream", "store"));
        return JsonNodes.write(body);
    }

    /** Sends a request and adds the reply to the history. */
    Reply ask(TurnGateway gateway) {
        HttpResponse<String> response = gateway.post(path(), body());
        Reply reply = read(response);
        List<Item> called = new ArrayList<>();
        for (Bytes element : reply.elements()) {
            history.add(JsonNodes.read(element.utf8()));
            wire.itemise(element, new Span(0, element.length())).stream()
                    .filter(item -> item.kind() == ItemKind.TOOL_CALL)
                    .forEach(called::add);
        }
        calls = called;
        return reply;
    }

    Reply read(HttpResponse<String> response) {
        boolean isEvents =
                response.headers().firstValue("content-type").orElse("").startsWith("text/event-stream");
        ReplyReader reader = isEvents ? wire.streamedReply() : wire.wholeReply();
        Bytes all = Bytes.of(response.body());
        reader.feed(all.array(), all.offset(), all.length());
        return reader.finish();
    }

    /** Adds the results of the calls of the newest reply. */
    Agent answer(String output) {
        results(calls.stream().map(item -> item.call().orElseThrow()).toList(), output);
        return this;
    }

    /** The tools that the newest reply called. */
    List<String> called() {
        return calls.stream().map(item -> item.tool().orElseThrow()).toList();
    }

    /** The history of the client as one text. */
    String known() {
        return history.toString();
    }

    String words(Reply reply) {
        StringBuilder words = new StringBuilder();
        for (Bytes element : reply.elements()) {
            for (Item item : wire.itemise(element, new Span(0, element.length()))) {
                words.append(item.kind() == ItemKind.ASSISTANT ? wire.text(element, item) : "");
            }
        }
        return words.toString();
    }
}
