package dev.throughline.replay.played;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.text.Compact;
import dev.throughline.replay.text.Texts;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a client makes of a streamed answer: its text and its calls.
 *
 * @param calls each as its id, its name and its arguments
 */
record Heard(String text, List<List<String>> calls) {
    /** What the stream of events says; nothing when a client could make no answer of it. */
    static Optional<Heard> of(Dialect dialect, Bytes stream) {
        List<Json.Obj> events = new ArrayList<>();
        for (String block : stream.utf8().replace("\r\n", "\n").split("\n\n", -1)) {
            String data = payload(block);
            if (!data.isEmpty() && !data.equals("[DONE]")) {
                Optional<Json.Obj> event = Texts.object(data);
                if (event.isEmpty()) {
                    return Optional.empty();
                }
                events.add(event.get());
            }
        }
        return switch (dialect) {
            case MESSAGES -> messages(events);
            case RESPONSES -> responses(events);
            case CHAT -> chat(events);
        };
    }

    private static String payload(String block) {
        List<String> lines = new ArrayList<>();
        for (String line : block.split("\n", -1)) {
            if (line.startsWith("data:")) {
                lines.add(line.substring(5).stripLeading());
            }
        }
        return String.join("\n", lines);
    }

    /** A call that is still being told. */
    private static final class Telling {
        private String type = "";
        private String id = "";
        private String name = "";
        private final StringBuilder said = new StringBuilder();
    }

    private static Optional<Heard> messages(List<Json.Obj> events) {
        Map<String, Telling> blocks = new LinkedHashMap<>();
        boolean hasEnded = false;
        for (Json.Obj event : events) {
            String index = Compact.text(event.get("index"));
            switch (event.type()) {
                case "content_block_start" -> {
                    if (event.get("content_block") instanceof Json.Obj block) {
                        Telling telling = new Telling();
                        telling.type = block.type();
                        telling.id = block.text("id").orElse("");
                        telling.name = block.text("name").orElse("");
                        blocks.put(index, telling);
                    }
                }
                case "content_block_delta" -> {
                    Telling telling = blocks.get(index);
                    if (telling == null || !(event.get("delta") instanceof Json.Obj delta)) {
                        return Optional.empty();
                    }
                    telling.said.append(delta.text("text")
                            .or(() -> delta.text("partial_json"))
                            .orElse(""));
                }
                case "message_delta" -> hasEnded = true;
                case "error" -> {
                    return Optional.empty();
                }
                default -> {}
            }
        }
        return hasEnded ? Optional.of(ofBlocks(blocks.values())) : Optional.empty();
    }

    private static Heard ofBlocks(Iterable<Telling> blocks) {
        StringBuilder text = new StringBuilder();
        List<List<String>> calls = new ArrayList<>();
        for (Telling block : blocks) {
            if (block.type.equals("text")) {
                text.append(block.said);
            } else if (block.type.equals("tool_use")) {
                String input = block.said.isEmpty() ? "{}" : block.said.toString();
                calls.add(List.of(
                        block.id,
                        block.name,
                        Texts.json(input).map(Compact::text).orElse(input)));
            }
        }
        return new Heard(text.toString(), calls);
    }

    private static Optional<Heard> responses(List<Json.Obj> events) {
        StringBuilder text = new StringBuilder();
        List<List<String>> calls = new ArrayList<>();
        boolean hasEnded = false;
        for (Json.Obj event : events) {
            switch (event.type()) {
                case "response.output_item.done" -> {
                    if (event.get("item") instanceof Json.Obj item) {
                        item(item, text, calls);
                    }
                }
                case "response.completed" -> hasEnded = true;
                case "response.failed", "error" -> {
                    return Optional.empty();
                }
                default -> {}
            }
        }
        return hasEnded ? Optional.of(new Heard(text.toString(), calls)) : Optional.empty();
    }

    private static void item(Json.Obj item, StringBuilder text, List<List<String>> calls) {
        switch (item.type()) {
            case "message" ->
                item.list("content")
                        .forEach(part -> text.append(
                                part instanceof Json.Obj object
                                        ? object.text("text").orElse("")
                                        : ""));
            case "function_call", "custom_tool_call" ->
                calls.add(List.of(
                        item.text("call_id").orElse(""),
                        item.text("name").orElse(""),
                        item.text("arguments").or(() -> item.text("input")).orElse("")));
            default -> {}
        }
    }

    private static Optional<Heard> chat(List<Json.Obj> events) {
        StringBuilder text = new StringBuilder();
        Map<String, Telling> calls = new LinkedHashMap<>();
        boolean hasEnded = false;
        for (Json.Obj event : events) {
            if (event.has("error")) {
                return Optional.empty();
            }
            for (Json each : event.list("choices")) {
                if (each instanceof Json.Obj choice) {
                    delta(choice.get("delta"), text, calls);
                    hasEnded |= !choice.text("finish_reason").orElse("").isEmpty();
                }
            }
        }
        List<List<String>> told = calls.values().stream()
                .map(call -> List.of(call.id, call.name, call.said.toString()))
                .toList();
        return hasEnded ? Optional.of(new Heard(text.toString(), told)) : Optional.empty();
    }

    private static void delta(@Nullable Json value, StringBuilder text, Map<String, Telling> calls) {
        if (!(value instanceof Json.Obj delta)) {
            return;
        }
        text.append(delta.text("content").orElse(""));
        for (Json each : delta.list("tool_calls")) {
            if (each instanceof Json.Obj call) {
                Telling telling = calls.computeIfAbsent(Compact.text(call.get("index")), _ -> new Telling());
                telling.id = call.text("id").orElse(telling.id);
                if (call.get("function") instanceof Json.Obj function) {
                    telling.name = function.text("name").orElse(telling.name);
                    telling.said.append(function.text("arguments").orElse(""));
                }
            }
        }
    }
}
