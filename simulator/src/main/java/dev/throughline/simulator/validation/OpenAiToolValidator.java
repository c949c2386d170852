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
    static Set<String> check(JsonNode body, boolean nested, Strictness strictness, RefusalCollector found) {
        JsonNode tools = body.path("tools");
        found.addIf(
                JsonNodes.has(body, "tools") && !tools.isArray(),
                () -> OpenAiErrors.wrongType("tools", "an array of objects", tools));
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            JsonNode tool = tools.get(i);
            String path = "tools[" + i + "]";
            found.run(() -> checkTool(tool, path, nested, names, nested || strictness == Strictness.GATEWAY));
        }
        found.run(() -> checkChoice(body.path("tool_choice"), names));
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
        boolean isOwn = type.equals("function") || type.equals("custom");
        boolean isInner = isOwn && nested;
        JsonNode named = isInner ? tool.path(type) : tool;
        if (!isOwn && !JsonNodes.has(named, "name")) {
            return; // Most tools that the provider runs itself have a type and no name.
        }
        String at = isInner ? path + "." + type : path;
        String name = JsonNodes.text(named, "name");
        checkName(name, at + ".name");
        if (!names.add(name) && mustBeUnique) {
            throw OpenAiErrors.plain("tool_duplicate", "tools", "Tool names must be unique.");
        }
        JsonNode schema = named.path("parameters");
        if (isOwn
                && JsonNodes.has(named, "parameters")
                && !JsonNodes.text(schema, "type").equals("object")) {
            throw new RequestRefusedException(ProviderError.invalid(
                    at + ".parameters",
                    "invalid_function_parameters",
                    "Invalid schema for function '" + name
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
