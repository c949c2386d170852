package dev.throughline.replay.prompt;

import dev.throughline.replay.text.Compact;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;

/** Anthropic Messages: one item per content block, cached up to the last marker. */
final class MessagesGrammar extends Grammar {
    MessagesGrammar(ItemPool pool) {
        super(pool);
    }

    @Override
    String history() {
        return "messages";
    }

    @Override
    String system() {
        return "system";
    }

    @Override
    boolean needsMarkers() {
        return true;
    }

    @Override
    Said systemSaid(Json block) {
        return new Said(List.of(block("system", block)), isMarked(block) ? 1 : 0);
    }

    @Override
    Said historySaid(Json element) {
        Json.Obj message = object(element, "a message");
        String role = shown(message, "role");
        List<PromptItem> items = new ArrayList<>();
        int cacheable = 0;
        Json content = message.get("content");
        if (content instanceof Json.Arr blocks) {
            for (Json block : blocks.elements()) {
                items.add(block(role, block));
                if (isMarked(block)) {
                    cacheable = items.size();
                }
            }
        } else if (content == null || content instanceof Json.Text) {
            items.add(plain("<" + role + ">" + (content instanceof Json.Text text ? text.value() : "")));
        } else {
            throw new MalformedException("expected content to be a text or a list");
        }
        return new Said(items, cacheable);
    }

    private PromptItem block(String role, Json value) {
        Json.Obj block = object(value, "a block");
        return switch (block.type()) {
            case "text" -> plain("<" + role + ">" + shown(block, "text"));
            case "tool_use" -> {
                String arguments = Compact.text(block.members().get("input"));
                yield calling(
                        "<call " + shown(block, "id") + " " + shown(block, "name") + ">" + arguments,
                        List.of(arguments));
            }
            case "tool_result" -> {
                boolean isError = block.get("is_error") instanceof Json.Bool bool && bool.value();
                yield plain("<result " + shown(block, "tool_use_id") + (isError ? " error" : "") + ">"
                        + contentText(block.get("content")));
            }
            default -> plain("<" + role + ">" + Compact.text(withoutMarker(block)));
        };
    }
}
