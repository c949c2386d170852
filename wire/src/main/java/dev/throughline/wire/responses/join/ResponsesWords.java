package dev.throughline.wire.responses.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.LocalResult;
import dev.throughline.wire.join.LocalTool;

/** What the gateway itself writes in Responses: always the same bytes for the same values. */
final class ResponsesWords {
    private ResponsesWords() {}

    static Bytes tool(LocalTool tool) {
        return new RawJson()
                .add("{\"type\":\"function\"")
                .member("name", RawJson.quoted(tool.name()))
                .member("description", RawJson.quoted(tool.description()))
                .member("parameters", tool.schema())
                .add(",\"strict\":false}")
                .toBytes();
    }

    /** A result of the kind of its call. The dialect has no place for a failure, the text says it. */
    static Bytes result(LocalCall call, LocalResult result) {
        boolean isCustom = Members.of(call.raw())
                .flatMap(item -> item.text("type"))
                .orElse("")
                .equals(ResponsesCalls.CUSTOM);
        return new RawJson()
                .add(isCustom ? "{\"type\":\"custom_tool_call_output\"" : "{\"type\":\"function_call_output\"")
                .member("call_id", RawJson.quoted(result.callId()))
                .member("output", RawJson.quoted(result.text()))
                .add("}")
                .toBytes();
    }
}
