package dev.throughline.clients;

import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelRequest;

/**
 * Calls that only Codex supports, with the smallest number of events: calls of tools in a namespace, such as sub-agents
 * and MCP servers, and of the search for tools that were not declared at first.
 */
final class CodexCall {
    private CodexCall() {}

    /** A call of a tool within a namespace; the arguments are JSON, escaped for a string. */
    static Answer within(String namespace, String tool, String escapedArguments, ModelRequest asked) {
        String id = id(asked);
        return item(
                "{\"type\":\"function_call\",\"status\":\"completed\",\"id\":\"fc_" + id + "\",\"name\":\"" + tool
                        + "\",\"namespace\":\"" + namespace + "\",\"arguments\":\"" + escapedArguments
                        + "\",\"call_id\":\"call_" + id + "\"}",
                id);
    }

    /** A search for tools; Codex shows the model what it finds in the result. */
    static Answer search(String words, ModelRequest asked) {
        String id = id(asked);
        return item(
                "{\"type\":\"tool_search_call\",\"status\":\"completed\",\"execution\":\"client\",\"id\":\"tsc_" + id
                        + "\",\"arguments\":{\"query\":\"" + words + "\"},\"call_id\":\"call_" + id + "\"}",
                id);
    }

    private static String id(ModelRequest asked) {
        return asked.received().body().hash().handle();
    }

    private static Answer item(String item, String id) {
        String events = event("response.output_item.done", "\"output_index\":0,\"item\":" + item)
                + event(
                        "response.completed",
                        "\"response\":{\"id\":\"resp_" + id + "\",\"object\":\"response\",\"status\":\"completed\","
                                + "\"output\":[" + item + "],\"usage\":{\"input_tokens\":1000,\"output_tokens\":10,"
                                + "\"total_tokens\":1010}}");
        return Answer.raw(200, "text/event-stream", events);
    }

    private static String event(String type, String rest) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + rest + "}\n\n";
    }
}
