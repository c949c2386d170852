package dev.throughline.replay.prompt;

import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;

/** OpenAI Chat Completions: one item per message, its calls included. */
final class ChatGrammar extends Grammar {
    ChatGrammar(ItemPool pool) {
        super(pool);
    }

    @Override
    String history() {
        return "messages";
    }

    @Override
    String system() {
        return "";
    }

    @Override
    boolean needsMarkers() {
        return false;
    }

    @Override
    Said systemSaid(Json block) {
        throw new MalformedException("expected no system text outside the messages");
    }

    @Override
    Said historySaid(Json element) {
        Json.Obj message = object(element, "a message");
        String role = shown(message, "role");
        if (role.equals("tool")) {
            return Said.unmarked(
                    plain("<result " + shown(message, "tool_call_id") + ">" + contentText(message.get("content"))));
        }
        StringBuilder text = new StringBuilder("<" + role + ">" + contentText(message.get("content")));
        List<String> every = new ArrayList<>();
        for (Json each : message.list("tool_calls")) {
            Json.Obj call = object(each, "a call");
            String arguments = "";
            String name = "None";
            if (call.get("function") instanceof Json.Obj function) {
                arguments = function.text("arguments").orElse("");
                name = shown(function, "name");
            }
            every.add(arguments);
            text.append("<call ")
                    .append(shown(call, "id"))
                    .append(' ')
                    .append(name)
                    .append('>')
                    .append(arguments);
        }
        return Said.unmarked(calling(text.toString(), every));
    }
}
