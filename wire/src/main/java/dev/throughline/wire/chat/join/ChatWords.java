package dev.throughline.wire.chat.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.join.LocalResult;
import dev.throughline.wire.join.LocalTool;
import java.util.List;

/** What the gateway itself writes in Chat: always the same bytes for the same values. */
final class ChatWords {
    static final Bytes NULL = Bytes.of("null");

    private ChatWords() {}

    static Bytes tool(LocalTool tool) {
        return new RawJson()
                .add("{\"type\":\"function\",\"function\":{")
                .member("name", RawJson.quoted(tool.name()))
                .member("description", RawJson.quoted(tool.description()))
                .member("parameters", tool.schema())
                .add("}}")
                .toBytes();
    }

    /** The dialect has no place for a failure, the text says it. */
    static Bytes result(LocalResult result) {
        return new RawJson()
                .add("{\"role\":\"tool\"")
                .member("tool_call_id", RawJson.quoted(result.callId()))
                .member("content", RawJson.quoted(result.text()))
                .add("}")
                .toBytes();
    }

    static Bytes array(List<Bytes> elements) {
        RawJson array = new RawJson().add("[");
        elements.forEach(array::element);
        return array.add("]").toBytes();
    }
}
