package dev.throughline.testkit.history;

import static dev.throughline.testkit.history.Json.arr;
import static dev.throughline.testkit.history.Json.obj;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.ArrayList;
import java.util.List;

/** Speaks Messages as Claude Code does. */
final class RandomMessagesClient implements RandomClient {
    private final Chance chance;
    private final String session;

    RandomMessagesClient(Chance chance) {
        this.chance = chance;
        this.session = chance.id("session-");
    }

    @Override
    public List<Json.Obj> opening() {
        Json.Obj environment =
                obj("role", "system", "content", "# Environment\nYou have been invoked in " + chance.id("/tmp/"));
        return List.of(
                obj(
                        "role",
                        "user",
                        "content",
                        arr(text(Json.str("<system-reminder>\nToday.\n</system-reminder>")), text(chance.text()))),
                chance.percent(50) ? environment.with("output_config", obj("effort", "medium")) : environment);
    }

    @Override
    public List<Json.Obj> prompt() {
        List<Json.Obj> messages = new ArrayList<>();
        if (chance.percent(15)) {
            Json.Obj source = obj("type", "base64", "media_type", "image/png", "data", "iVBORw0KGgo=");
            messages.add(
                    obj("role", "user", "content", arr(text(chance.text()), obj("type", "image", "source", source))));
        } else {
            messages.add(obj("role", "user", "content", chance.text()));
        }
        if (chance.percent(15)) {
            messages.add(obj("role", "system", "content", chance.text()));
        }
        return messages;
    }

    @Override
    public List<Json.Obj> answer() {
        List<Json> blocks = new ArrayList<>();
        if (chance.percent(50)) {
            blocks.add(obj("type", "thinking", "thinking", chance.text(), "signature", chance.blob()));
        }
        if (chance.percent(10)) {
            blocks.add(obj("type", "redacted_thinking", "data", chance.blob()));
        }
        int calls = chance.percent(50) ? chance.between(1, 3) : 0;
        if (calls == 0 || chance.percent(40)) {
            blocks.add(text(chance.text()));
        }
        for (int i = 0; i < calls; i++) {
            blocks.add(obj("type", "tool_use", "id", chance.id("toolu_"), "name", "Bash", "input", chance.arguments()));
        }
        return List.of(obj("role", "assistant", "content", arr(blocks)));
    }

    @Override
    public List<Json.Obj> results(List<Json.Obj> answer) {
        List<Json> results = new ArrayList<>();
        for (Json.Obj block : answer.getFirst().objects("content")) {
            if (block.text("type").equals("tool_use")) {
                Json content = chance.percent(30) ? arr(text(chance.result())) : chance.result();
                results.add(obj(
                        "tool_use_id", block.text("id"), "type", "tool_result", "content", content, "is_error", false));
            }
        }
        if (results.isEmpty()) {
            return List.of();
        }
        if (chance.percent(20)) {
            results.add(text(chance.text()));
        }
        return List.of(obj("role", "user", "content", arr(results)));
    }

    @Override
    public List<Json.Obj> compacted() {
        String words =
                "This session is being continued from a previous conversation that ran out of context. Summary: ";
        return List.of(obj("role", "user", "content", words + chance.text().text()));
    }

    @Override
    public Json.Obj body(List<Json.Obj> history) {
        Json.Obj billing =
                text(Json.str("x-anthropic-billing-header: cc_version=2.1.325." + chance.between(100, 999) + ";"));
        Json.Obj main = text(Json.str("You are an agent.")).with("cache_control", obj("type", "ephemeral"));
        String user =
                obj("device_id", "0", "account_uuid", "", "session_id", session).write();
        return obj(
                "model", "claude-opus-5-5",
                "messages", arr(history),
                "system", arr(billing, main),
                "tools", arr(obj("name", "Bash", "input_schema", obj("type", "object"))),
                "metadata", obj("user_id", user),
                "max_tokens", 32000,
                "stream", true);
    }

    @Override
    public Bytes stream(List<Json.Obj> answer) {
        EventLog log = new EventLog(SimulatedDialect.MESSAGES);
        Json.Obj usage = obj(
                "input_tokens", 9, "cache_creation_input_tokens", 5, "cache_read_input_tokens", 80, "output_tokens", 1);
        Json.Obj message = obj(
                "id",
                chance.id("msg_"),
                "type",
                "message",
                "role",
                "assistant",
                "model",
                "claude-opus-5-5",
                "content",
                arr(),
                "stop_reason",
                Json.Raw.NULL,
                "usage",
                usage);
        log.add(obj("type", "message_start", "message", message)).add(obj("type", "ping"));
        List<Json.Obj> blocks = answer.getFirst().objects("content");
        for (int i = 0; i < blocks.size(); i++) {
            stream(i, blocks.get(i), log);
        }
        boolean hasCalls = blocks.getLast().text("type").equals("tool_use");
        Json.Obj stop = obj("stop_reason", hasCalls ? "tool_use" : "end_turn", "stop_sequence", Json.Raw.NULL);
        log.add(obj("type", "message_delta", "delta", stop, "usage", obj("output_tokens", chance.between(2, 99))));
        return log.add(obj("type", "message_stop")).end();
    }

    private void stream(int index, Json.Obj block, EventLog log) {
        Json.Obj begun = block;
        List<Json.Obj> deltas = new ArrayList<>();
        for (String name : List.of("text", "thinking", "signature")) {
            if (block.members().get(name) instanceof Json.Str text) {
                begun = begun.with(name, Json.str(""));
                Pieces.of(text, chance).forEach(piece -> deltas.add(obj("type", name + "_delta", name, piece)));
            }
        }
        if (block.members().get("input") instanceof Json.Obj input) {
            begun = begun.with("input", obj());
            Json.Str written = Json.str(input.members().isEmpty() ? "" : input.write());
            Pieces.of(written, chance)
                    .forEach(piece -> deltas.add(obj("type", "input_json_delta", "partial_json", piece)));
        }
        log.add(obj("type", "content_block_start", "index", index, "content_block", begun));
        deltas.forEach(delta -> log.add(obj("type", "content_block_delta", "index", index, "delta", delta)));
        log.add(obj("type", "content_block_stop", "index", index));
    }

    private static Json.Obj text(Json.Str text) {
        return obj("type", "text", "text", text);
    }
}
