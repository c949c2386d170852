package dev.throughline.engine.turn;

/** Requests and replies in the dialect Chat. */
final class ChatReplies {
    private static final String USAGE = "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":2,\"total_tokens\":12}";

    /** A document that says hello. */
    static final String HELLO = document("{\"role\":\"assistant\",\"content\":\"Hello.\"}", "stop");

    /** A document that calls the local tool {@code recall}. */
    static final String CALLS =
            document("{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + call("recall") + "]}", "tool_calls");

    /** A document that calls a local tool and a tool of the client. */
    static final String MIXED_CALLS = document(
            "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + call("recall") + "," + call("Bash") + "]}",
            "tool_calls");

    /** A refusal of a prompt that is too long. */
    static final String TOO_LONG =
            "{\"error\":{\"message\":\"This model's maximum context length is 8192 tokens. However, your messages"
                    + " resulted in 9000 tokens.\",\"type\":\"invalid_request_error\",\"param\":\"messages\","
                    + "\"code\":\"context_length_exceeded\"}}";

    private ChatReplies() {}

    /** A request of a client that has a tool; each message is a JSON object. */
    static String request(String... messages) {
        return "{\"model\":\"m\",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"Bash\",\"parameters\":"
                + "{\"type\":\"object\"}}}],\"messages\":[" + String.join(",", messages) + "]}";
    }

    static String user(String text) {
        return "{\"role\":\"user\",\"content\":\"" + text + "\"}";
    }

    static String assistant(String text) {
        return "{\"role\":\"assistant\",\"content\":\"" + text + "\"}";
    }

    private static String call(String tool) {
        return "{\"id\":\"call_" + tool + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool
                + "\",\"arguments\":\"{}\"}}";
    }

    private static String document(String message, String reason) {
        return "{\"id\":\"c1\",\"object\":\"chat.completion\",\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":"
                + message + ",\"finish_reason\":\"" + reason + "\"}]," + USAGE + "}";
    }

    /** A stream that says a text. */
    static String stream(String text) {
        return chunk("{\"role\":\"assistant\",\"content\":\"" + text + "\"}", "null") + chunk("{}", "\"stop\"") + end();
    }

    /** A stream that says a text and calls the local tool {@code recall}. */
    static String streamedCall(String text) {
        return chunk("{\"role\":\"assistant\",\"content\":\"" + text + "\"}", "null")
                + chunk(
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"call_recall\",\"type\":\"function\",\"function\":"
                                + "{\"name\":\"recall\",\"arguments\":\"{}\"}}]}",
                        "null")
                + chunk("{}", "\"tool_calls\"")
                + end();
    }

    /** The beginning of a stream. */
    static String chunk(String delta, String reason) {
        return "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,"
                + "\"delta\":" + delta + ",\"finish_reason\":" + reason + "}]}\n\n";
    }

    private static String end() {
        return "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[]," + USAGE
                + "}\n\ndata: [DONE]\n\n";
    }
}
