package dev.throughline.bench;

import dev.throughline.model.Dialect;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;

/** How each dialect writes the parts of a {@link Conversation}. */
enum DialectText {
    CHAT(ChatDialect.NAME, "/v1/chat/completions") {
        @Override
        String opening(boolean isStreaming) {
            return "{\"model\":\"bench-model\",\"stream\":" + isStreaming + ",\"tools\":[{\"type\":\"function\","
                    + "\"function\":" + tool("parameters") + "}],\"messages\":[{\"role\":\"system\",\"content\":\""
                    + SYSTEM + "\"}," + user("Begin.");
        }

        @Override
        String call(int i) {
            return "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"call_" + i
                    + "\",\"type\":\"function\",\"function\":{\"name\":\"read_file\",\"arguments\":"
                    + "\"{\\\"path\\\":\\\"src/File" + i + ".java\\\"}\"}}]}";
        }

        @Override
        String result(int i, String text) {
            return "{\"role\":\"tool\",\"tool_call_id\":\"call_" + i + "\",\"content\":\"" + text + "\"}";
        }

        @Override
        String answer(long read, long written) {
            return "{\"id\":\"one\",\"object\":\"chat.completion\",\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":"
                    + assistant("Done.") + ",\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":"
                    + (read + written)
                    + ",\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_tokens\":" + read + "}}}";
        }
    },
    RESPONSES(ResponsesDialect.NAME, "/v1/responses") {
        @Override
        String opening(boolean isStreaming) {
            return "{\"model\":\"bench-model\",\"stream\":" + isStreaming + ",\"instructions\":\"" + SYSTEM
                    + "\",\"tools\":[{\"type\":\"function\","
                    + tool("parameters").substring(1) + "],\"input\":["
                    + user("Begin.");
        }

        @Override
        String call(int i) {
            return "{\"type\":\"function_call\",\"call_id\":\"call_" + i
                    + "\",\"name\":\"read_file\",\"arguments\":\"{\\\"path\\\":\\\"src/File" + i + ".java\\\"}\"}";
        }

        @Override
        String result(int i, String text) {
            return "{\"type\":\"function_call_output\",\"call_id\":\"call_" + i + "\",\"output\":\"" + text + "\"}";
        }

        @Override
        String answer(long read, long written) {
            return "{\"id\":\"one\",\"object\":\"response\",\"status\":\"completed\",\"output\":[{\"type\":\"message\","
                    + "\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"Done.\"}]}],\"usage\":{"
                    + "\"input_tokens\":" + (read + written) + ",\"input_tokens_details\":{\"cached_tokens\":" + read
                    + "},\"output_tokens\":2}}";
        }
    },
    MESSAGES(MessagesDialect.NAME, "/v1/messages") {
        @Override
        String opening(boolean isStreaming) {
            return "{\"model\":\"bench-model\",\"max_tokens\":1024,\"stream\":" + isStreaming + ",\"system\":\""
                    + SYSTEM + "\",\"tools\":[" + tool("input_schema") + "],\"messages\":[" + user("Begin.");
        }

        @Override
        String call(int i) {
            return "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"toolu_" + i
                    + "\",\"name\":\"read_file\",\"input\":{\"path\":\"src/File" + i + ".java\"}}]}";
        }

        @Override
        String result(int i, String text) {
            return "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_" + i
                    + "\",\"content\":\"" + text + "\"}]}";
        }

        @Override
        String answer(long read, long written) {
            return "{\"id\":\"one\",\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"text\","
                    + "\"text\":\"Done.\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":0,"
                    + "\"cache_read_input_tokens\":" + read + ",\"cache_creation_input_tokens\":" + written
                    + ",\"output_tokens\":2}}";
        }
    };

    private static final double CLAUDE_BYTES = 2.7;
    private static final double GPT_BYTES = 3.4;
    private static final String SYSTEM = "You are a careful agent that reads before it writes.";

    @SuppressWarnings("ImmutableEnumChecker") // A record of a text.
    private final Dialect dialect;

    private final String path;

    DialectText(Dialect dialect, String path) {
        this.dialect = dialect;
        this.path = path;
    }

    Dialect dialect() {
        return dialect;
    }

    String path() {
        return path;
    }

    /** The request up to and including the first element of its history. */
    abstract String opening(boolean isStreaming);

    abstract String call(int i);

    abstract String result(int i, String text);

    /** A complete reply, with the number of tokens that were read from the provider's cache and written to it. */
    abstract String answer(long read, long written);

    String user(String text) {
        return "{\"role\":\"user\",\"content\":\"" + text + "\"}";
    }

    String assistant(String text) {
        return "{\"role\":\"assistant\",\"content\":\"" + text + "\"}";
    }

    /** The approximate number of body bytes that the provider counts as one token. */
    double bytesPerToken() {
        return this == MESSAGES ? CLAUDE_BYTES : GPT_BYTES;
    }

    String closing() {
        return "]}";
    }

    private static String tool(String schema) {
        return "{\"name\":\"read_file\",\"description\":\"Reads a file of the project.\",\"" + schema
                + "\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}}}}";
    }
}
