package dev.throughline.testkit.model.shape;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What OpenAI demands of the list of tools; the two dialects differ in where a function's name stands. */
final class OpenAiTools {
    static final Pattern NAME = Pattern.compile("^[a-zA-Z0-9_-]+$");
    private static final int MOST_NAME_LETTERS = 128;

    private OpenAiTools() {}

    static void check(JsonNode body, boolean nested) {
        JsonNode tools = body.path("tools");
        if (tools.isMissingNode() || tools.isNull()) {
            return;
        }
        if (!tools.isArray()) {
            throw OpenAiWords.wrongType("tools", "an array of objects", tools);
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            checkTool(tools.get(i), "tools[" + i + "]", nested, names);
        }
        checkChoice(body.path("tool_choice"), names);
    }

    private static void checkTool(JsonNode tool, String path, boolean nested, Set<String> names) {
        if (!tool.isObject()) {
            throw OpenAiWords.wrongType(path, "an object", tool);
        }
        String type = Json.text(tool, "type");
        if (type.isEmpty()) {
            throw OpenAiWords.missing(path + ".type");
        }
        if (!type.equals("function") && !type.equals("custom")) {
            return; // Tools that the provider runs itself have a type and no name.
        }
        JsonNode named = nested ? tool.path(type) : tool;
        String at = nested ? path + "." + type : path;
        checkName(Json.text(named, "name"), at + ".name");
        if (!names.add(Json.text(named, "name")) && nested) {
            throw OpenAiWords.plain("tools", "Tool names must be unique.");
        }
        JsonNode schema = named.path("parameters");
        if (type.equals("function")
                && Json.has(named, "parameters")
                && !Json.text(schema, "type").equals("object")) {
            throw new Objection(Fault.invalid(
                    at + ".parameters",
                    "invalid_function_parameters",
                    "Invalid schema for function '" + Json.text(named, "name")
                            + "': schema must be a JSON Schema of 'type: \"object\"', got 'type: \""
                            + Json.text(schema, "type") + "\"'."));
        }
    }

    /** Whether this can be the name of a tool. */
    static void checkName(String name, String path) {
        if (name.isEmpty()) {
            throw OpenAiWords.missing(path);
        }
        if (name.length() > MOST_NAME_LETTERS || !NAME.matcher(name).matches()) {
            throw OpenAiWords.wrongPattern(path, NAME.pattern());
        }
    }

    private static void checkChoice(JsonNode choice, Set<String> names) {
        String wanted = Json.text(choice, "name") + Json.text(choice.path("function"), "name");
        if (!wanted.isEmpty() && !names.contains(wanted)) {
            throw OpenAiWords.plain("tool_choice", "Tool choice '" + wanted + "' not found in 'tools' parameter.");
        }
    }
}
