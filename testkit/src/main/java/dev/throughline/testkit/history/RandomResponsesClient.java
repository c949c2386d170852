package dev.throughline.testkit.history;

import static dev.throughline.testkit.history.Json.arr;
import static dev.throughline.testkit.history.Json.obj;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.ArrayList;
import java.util.List;

/** Speaks Responses as Codex and pi do. */
final class RandomResponsesClient implements RandomClient {
    private final Chance chance;
    private final String cacheKey;

    RandomResponsesClient(Chance chance) {
        this.chance = chance;
        this.cacheKey = chance.id("session-");
    }

    @Override
    public List<Json.Obj> opening() {
        return List.of(
                message("developer", input(Json.str("You are an agent. <permissions instructions>"))),
                message(
                        "user",
                        input(Json.str("<environment_context>\n  <cwd>/home/dev</cwd>\n</environment_context>"))));
    }

    @Override
    public List<Json.Obj> prompt() {
        List<Json> content = new ArrayList<>(List.of(input(chance.text())));
        if (chance.percent(10)) {
            content.add(
                    obj("type", "input_image", "image_url", "data:image/png;base64,iVBORw0KGgo=", "detail", "high"));
        }
        if (chance.percent(20)) {
            content.add(input(chance.text()));
        }
        return List.of(message("user", content.toArray(Json[]::new)));
    }

    @Override
    public List<Json.Obj> answer() {
        List<Json.Obj> items = new ArrayList<>();
        if (chance.percent(60)) {
            items.add(obj(
                    "type", "reasoning",
                    "id", chance.id("rs_"),
                    "summary", arr(obj("type", "summary_text", "text", chance.text())),
                    "content", Json.Raw.NULL,
                    "encrypted_content", chance.blob()));
        }
        int calls = chance.percent(50) ? chance.between(1, 3) : 0;
        if (calls == 0 || chance.percent(40)) {
            Json.Obj text = obj("type", "output_text", "text", chance.text(), "annotations", arr(), "logprobs", arr());
            items.add(message("assistant", text).with("status", Json.str("completed")));
        }
        for (int i = 0; i < calls; i++) {
            items.add(chance.percent(25) ? customCall() : call());
        }
        return items;
    }

    @Override
    public List<Json.Obj> results(List<Json.Obj> answer) {
        List<Json.Obj> results = new ArrayList<>();
        for (Json.Obj item : answer) {
            String type = item.text("type");
            if (type.endsWith("_call")) {
                Json output = chance.percent(20) ? arr(input(chance.result())) : chance.result();
                String id = chance.id(type.startsWith("custom") ? "ctco_" : "fco_");
                results.add(obj("type", type + "_output", "id", id, "call_id", item.text("call_id"), "output", output));
            }
        }
        return results;
    }

    @Override
    public List<Json.Obj> compacted() {
        return List.of(
                message("user", input(chance.text())),
                obj("type", "compaction", "id", chance.id("cmp_"), "encrypted_content", chance.blob()));
    }

    @Override
    public Json.Obj body(List<Json.Obj> history) {
        Json.Obj tool =
                obj("type", "function", "name", "exec_command", "parameters", obj("type", "object"), "strict", false);
        Json.Obj custom = obj("type", "custom", "name", "apply_patch", "description", "Edits files.");
        return obj(
                "model",
                "gpt-5.5",
                "stream",
                true,
                "input",
                arr(history),
                "tools",
                arr(tool, custom),
                "tool_choice",
                "auto",
                "store",
                false,
                "include",
                arr(Json.str("reasoning.encrypted_content")),
                "prompt_cache_key",
                cacheKey);
    }

    @Override
    public Bytes stream(List<Json.Obj> answer) {
        Json.Obj response = obj("id", chance.id("resp_"), "object", "response", "model", "gpt-5.5");
        EventLog log = new EventLog(SimulatedDialect.RESPONSES);
        log.add(obj("type", "response.created", "response", response.with("status", Json.str("in_progress"))));
        for (int i = 0; i < answer.size(); i++) {
            Json.Obj item = answer.get(i);
            log.add(obj("type", "response.output_item.added", "output_index", i, "item", begun(item)));
            for (Json piece : Pieces.of(streamed(item), chance)) {
                log.add(obj("type", delta(item.text("type")), "output_index", i, "delta", piece));
            }
            log.add(obj("type", "response.output_item.done", "output_index", i, "item", item));
        }
        Json.Obj details = obj("cached_tokens", chance.between(0, 50));
        Json.Obj usage =
                obj("input_tokens", 100, "input_tokens_details", details, "output_tokens", 10, "total_tokens", 110);
        Json.Obj completed = response.with("status", Json.str("completed")).with("usage", usage);
        return log.add(obj("type", "response.completed", "response", completed)).end();
    }

    private static String delta(String itemType) {
        return switch (itemType) {
            case "reasoning" -> "response.reasoning_summary_text.delta";
            case "function_call" -> "response.function_call_arguments.delta";
            case "custom_tool_call" -> "response.custom_tool_call_input.delta";
            default -> "response.output_text.delta";
        };
    }

    private static Json.Obj begun(Json.Obj item) {
        return obj("type", item.text("type"), "id", item.text("id"));
    }

    /** The text of an item that is streamed before the complete item. */
    private static Json.Str streamed(Json.Obj item) {
        List<Json.Obj> parts = item.has("summary") ? item.objects("summary") : item.objects("content");
        return Json.str(
                parts.isEmpty()
                        ? item.text("arguments") + item.text("input")
                        : parts.getFirst().text("text"));
    }

    private Json.Obj call() {
        return obj(
                "type",
                "function_call",
                "status",
                "completed",
                "id",
                chance.id("fc_"),
                "name",
                "exec_command",
                "arguments",
                chance.arguments().write(),
                "call_id",
                chance.id("call_"));
    }

    private Json.Obj customCall() {
        return obj(
                "type",
                "custom_tool_call",
                "id",
                chance.id("ctc_"),
                "status",
                "completed",
                "call_id",
                chance.id("call_"),
                "name",
                "apply_patch",
                "input",
                chance.text());
    }

    private Json.Obj message(String role, Json... content) {
        return obj("type", "message", "id", chance.id("msg_"), "role", role, "content", arr(content));
    }

    private static Json.Obj input(Json.Str text) {
        return obj("type", "input_text", "text", text);
    }
}
