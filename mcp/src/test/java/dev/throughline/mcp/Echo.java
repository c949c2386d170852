package dev.throughline.mcp;

import java.util.List;
import java.util.Map;

/** Tools to try the doors with. */
final class Echo {
    static final Identity IDENTITY = new Identity("throughline", "0.1.0", "Tools of a test.");

    static final List<Tool> TOOLS = List.of(
            new Tool(
                    "echo",
                    "Echo",
                    "Says it again.",
                    "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}",
                    Tool.Effect.READS,
                    arguments -> new Tool.Said("again: " + arguments.get("text"), Map.of("length", 7), false)),
            new Tool(
                    "broken", "Broken", "Fails.", "{\"type\":\"object\",\"properties\":{}}", Tool.Effect.DELETES, _ -> {
                        throw new IllegalStateException("on purpose");
                    }));

    private Echo() {}

    static String request(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    static String initialize(int id) {
        return request(
                id,
                "initialize",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
    }

    static String call(int id, String tool, String arguments) {
        return request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }
}
