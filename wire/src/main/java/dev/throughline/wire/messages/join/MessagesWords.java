package dev.throughline.wire.messages.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.join.LocalResult;
import dev.throughline.wire.join.LocalTool;

/** What the gateway itself writes in Messages: always the same bytes for the same values. */
final class MessagesWords {
    /** A failed call must say something, or the provider refuses it. */
    private static final String SPEECHLESS = "failed";

    private MessagesWords() {}

    static Bytes tool(LocalTool tool) {
        return new RawJson()
                .add("{")
                .member("name", RawJson.quoted(tool.name()))
                .member("description", RawJson.quoted(tool.description()))
                .member("input_schema", tool.schema())
                .add("}")
                .toBytes();
    }

    static Bytes result(LocalResult result) {
        boolean isSpeechless = result.isError() && result.text().isBlank();
        return new RawJson()
                .add("{\"type\":\"tool_result\"")
                .member("tool_use_id", RawJson.quoted(result.callId()))
                .member("content", RawJson.quoted(isSpeechless ? SPEECHLESS : result.text()))
                .add(result.isError() ? ",\"is_error\":true}" : "}")
                .toBytes();
    }

    /** {@code blocks} is an array. */
    static Bytes assistant(Bytes blocks) {
        return new RawJson()
                .add("{\"role\":\"assistant\",\"content\":")
                .add(blocks)
                .add("}")
                .toBytes();
    }

    /** {@code results} are blocks with commas between them. */
    static Bytes user(Bytes results) {
        return new RawJson()
                .add("{\"role\":\"user\",\"content\":[")
                .add(results)
                .add("]}")
                .toBytes();
    }

    /** A block of text; {@code text} is a raw JSON string. */
    static Bytes text(Bytes text) {
        return new RawJson()
                .add("{\"type\":\"text\",\"text\":")
                .add(text)
                .add("}")
                .toBytes();
    }
}
