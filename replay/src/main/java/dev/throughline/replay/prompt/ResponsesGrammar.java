package dev.throughline.replay.prompt;

import dev.throughline.replay.text.Compact;
import dev.throughline.wire.json.Json;
import java.util.List;

/** OpenAI Responses: one item per input item. */
final class ResponsesGrammar extends Grammar {
    ResponsesGrammar(ItemPool pool) {
        super(pool);
    }

    @Override
    String history() {
        return "input";
    }

    @Override
    String system() {
        return "instructions";
    }

    @Override
    boolean needsMarkers() {
        return false;
    }

    @Override
    Said systemSaid(Json block) {
        return Said.unmarked(plain("<system>" + contentText(block)));
    }

    @Override
    Said historySaid(Json element) {
        Json.Obj item = object(element, "an item");
        String type = item.type().isEmpty() ? "message" : item.type();
        return Said.unmarked(
                switch (type) {
                    case "message" -> plain("<" + shown(item, "role") + ">" + contentText(item.get("content")));
                    case "function_call" -> call(item, "arguments");
                    case "custom_tool_call" -> call(item, "input");
                    case "function_call_output", "custom_tool_call_output" ->
                        plain("<result " + shown(item, "call_id") + ">" + contentText(item.get("output")));
                    default -> plain("<" + type + ">" + Compact.text(item));
                });
    }

    private PromptItem call(Json.Obj item, String member) {
        Json value = item.members().get(member);
        String arguments = value instanceof Json.Text text ? text.value() : Compact.text(value);
        return calling(
                "<call " + shown(item, "call_id") + " " + shown(item, "name") + ">" + arguments, List.of(arguments));
    }
}
