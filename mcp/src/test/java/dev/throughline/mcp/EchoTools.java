package dev.throughline.mcp;

import java.util.List;
import java.util.Map;

/** Two tools for tests: one echoes its argument, one fails. */
final class EchoTools {
    static final ServerIdentity IDENTITY = new ServerIdentity("throughline", "0.1.0", "Test tools.");

    static final List<McpTool> TOOLS = List.of(
            new McpTool(
                    "echo",
                    "Echo",
                    "Repeats the text.",
                    "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}",
                    McpTool.ToolEffect.READS,
                    arguments -> new McpTool.McpAnswer("again: " + arguments.get("text"), Map.of("length", 7), false)),
            new McpTool(
                    "broken",
                    "Broken",
                    "Fails.",
                    "{\"type\":\"object\",\"properties\":{}}",
                    McpTool.ToolEffect.DELETES,
                    _ -> {
                        throw new IllegalStateException("on purpose");
                    }));

    private EchoTools() {}

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
