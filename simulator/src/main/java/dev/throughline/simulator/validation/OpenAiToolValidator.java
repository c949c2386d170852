package dev.throughline.simulator.validation;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.RequestValidator.Strictness;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What OpenAI demands of the list of tools; the two dialects differ in where a function's name stands. */
final class OpenAiToolValidator {
    static final Pattern NAME = Pattern.compile("^[a-zA-Z0-9_-]+$");
    private static final int MOST_NAME_LETTERS = 128;

    private OpenAiToolValidator() {}

    /** Checks the tools and returns their names. */
    static Set<String> check(JsonNode body, boolean nested, Strictness strictness) {
        JsonNode tools = body.path("tools");
        if (JsonNodes.has(body, "tools") && !tools.isArray()) {
            throw OpenAiErrors.wrongType("tools", "an array of objects", tools);
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            checkTool(tools.get(i), "tools[" + i + "]", nested, names, nested || strictness == Strictness.GATEWAY);
        }
        checkChoice(body.path("tool_choice"), names);
        return names;
    }

    private static void checkTool(JsonNode tool, String path, boolean nested, Set<String> names, boolean mustBeUnique) {
        if (!tool.isObject()) {
            throw OpenAiErrors.wrongType(path, "an object", tool);
        }
        String type = JsonNodes.text(tool, "type");
        if (type.isEmpty()) {
            throw OpenAiErrors.missing(path + ".type");
        }
        if (!type.equals("function") && !type.equals("custom")) {
            return; // Tools that the provider runs itself have a type and no name.
        }
        JsonNode named = nested ? tool.path(type) : tool;
        String at = nested ? path + "." + type : path;
        checkName(JsonNodes.text(named, "name"), at + ".name");
        if (!names.add(JsonNodes.text(named, "name")) && mustBeUnique) {
            throw OpenAiErrors.plain("tool_duplicate", "tools", "Tool names must be unique.");
        }
        JsonNode schema = named.path("parameters");
        if (JsonNodes.has(named, "parameters")
                && !JsonNodes.text(schema, "type").equals("object")) {
            throw new RequestRefusedException(ProviderError.invalid(
                    at + ".parameters",
                    "invalid_function_parameters",
                    "Invalid schema for function '" + JsonNodes.text(named, "name")
                            + "': schema must be a JSON Schema of 'type: \"object\"', got 'type: \""
                            + JsonNodes.text(schema, "type") + "\"'."));
        }
    }

    /** Whether this can be the name of a tool. */
    static void checkName(String name, String path) {
        if (name.isEmpty()) {
            throw OpenAiErrors.missing(path);
        }
        if (name.length() > MOST_NAME_LETTERS || !NAME.matcher(name).matches()) {
            throw OpenAiErrors.wrongPattern(path, NAME.pattern());
        }
    }

    private static void checkChoice(JsonNode choice, Set<String> names) {
        String wanted = JsonNodes.text(choice, "name") + JsonNodes.text(choice.path("function"), "name");
        if (!wanted.isEmpty() && !names.contains(wanted)) {
            throw OpenAiErrors.plain(
                    "tool_choice", "tool_choice", "Tool choice '" + wanted + "' not found in 'tools' parameter.");
        }
    }
}
