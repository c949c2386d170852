package dev.throughline.wire.request;

import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The declared tools of a request, checked as far as all providers check them. */
public final class ToolRules {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,128}");
    private static final Set<String> CLIENT_TOOL_TYPES = Set.of("", "custom", "function");

    private final Violations violations;
    private final Set<String> names = new HashSet<>();

    private ToolRules(Violations violations) {
        this.violations = violations;
    }

    /** Whether providers accept this as the name of a tool. */
    public static boolean isName(Optional<String> name) {
        return name.isPresent() && NAME.matcher(name.get()).matches();
    }

    /** Checks {@code tools} and {@code tool_choice}; {@code schema} is the member that contains a tool's schema. */
    public static void check(Json.Obj body, String schema, Violations violations) {
        ToolRules rules = new ToolRules(violations);
        List<Json> tools = body.list("tools");
        for (int i = 0; i < tools.size(); i++) {
            rules.checkTool(tools.get(i), schema, "tools[" + i + "]");
        }
        rules.checkChoice(body);
    }

    private void checkTool(Json tool, String schema, String where) {
        if (!(tool instanceof Json.Obj declared)) {
            violations.add(ValidationRule.TOOL_SHAPE, where);
            return;
        }
        Json.Obj named = named(declared);
        Optional<String> name = named.text("name");
        if (name.isEmpty() && !CLIENT_TOOL_TYPES.contains(declared.type())) {
            return; // A tool that the provider runs has a type and needs no name.
        }
        violations.require(isName(name), ValidationRule.TOOL_SHAPE, where);
        name.ifPresent(text -> violations.require(names.add(text), ValidationRule.TOOL_TWICE, where));
        boolean needsSchema =
                schema.equals("input_schema") && Set.of("", "custom").contains(declared.type());
        Json found = named.get(schema);
        boolean isSchema = found instanceof Json.Obj object && object.type().equals("object");
        violations.require(isSchema || (found == null && !needsSchema), ValidationRule.TOOL_SHAPE, where);
    }

    /** The object that names a declared or called tool: in Chat it is the member named after the tool's type. */
    public static Json.Obj named(Json.Obj tool) {
        if (tool.get("function") instanceof Json.Obj function) {
            return function;
        }
        return tool.get("custom") instanceof Json.Obj custom ? custom : tool;
    }

    private void checkChoice(Json.Obj body) {
        if (body.get("tool_choice") instanceof Json.Obj choice) {
            named(choice)
                    .text("name")
                    .ifPresent(name ->
                            violations.require(names.contains(name), ValidationRule.TOOL_CHOICE, "tool_choice"));
        }
    }
}
