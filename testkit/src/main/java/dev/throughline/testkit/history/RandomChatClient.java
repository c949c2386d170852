package dev.throughline.testkit.history;

import static dev.throughline.testkit.history.Json.arr;
import static dev.throughline.testkit.history.Json.obj;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.ArrayList;
import java.util.List;

/** Speaks Chat as pi and OpenClaw do. */
final class RandomChatClient implements RandomClient {
    private final Chance chance;

    RandomChatClient(Chance chance) {
        this.chance = chance;
    }

    @Override
    public List<Json.Obj> opening() {
        String role = chance.oneOf(List.of("system", "developer"));
        return List.of(obj("role", role, "content", "You are an expert coding assistant. " + chance.id("")));
    }

    @Override
    public List<Json.Obj> prompt() {
        if (chance.percent(15)) {
            Json.Obj image = obj("type", "image_url", "image_url", obj("url", "data:image/png;base64,iVBORw0KGgo="));
            return List.of(obj("role", "user", "content", arr(obj("type", "text", "text", chance.text()), image)));
        }
        return List.of(obj("role", "user", "content", chance.text()));
    }

    @Override
    public List<Json.Obj> answer() {
        int calls = chance.percent(50) ? chance.between(1, 3) : 0;
        boolean hasText = calls == 0 || chance.percent(40);
        Json.Obj message = obj("role", "assistant", "content", hasText ? chance.text() : Json.Raw.NULL);
        if (chance.percent(40)) {
            message = message.with("reasoning_content", chance.text());
        }
        List<Json> made = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            made.add(chance.percent(20) ? customCall() : call());
        }
        return List.of(made.isEmpty() ? message : message.with("tool_calls", arr(made)));
    }

    @Override
    public List<Json.Obj> results(List<Json.Obj> answer) {
        List<Json.Obj> results = new ArrayList<>();
        for (Json.Obj message : answer) {
            for (Json.Obj call : message.objects("tool_calls")) {
                results.add(obj("role", "tool", "content", chance.result(), "tool_call_id", call.text("id")));
            }
        }
        return results;
    }

    @Override
    public List<Json.Obj> compacted() {
        String summary =
                "The conversation history before this point was compacted into the following summary:\n\n<summary>";
        return List.of(obj("role", "user", "content", summary + chance.text().text() + "</summary>"));
    }

    @Override
    public Json.Obj body(List<Json.Obj> history) {
        Json.Obj tool = obj("type", "function", "function", obj("name", "exec", "parameters", obj("type", "object")));
        Json.Obj custom = obj("type", "custom", "custom", obj("name", "apply_patch"));
        return obj(
                "model", "chat-model",
                "messages", arr(history),
                "stream", true,
                "stream_options", obj("include_usage", true),
                "tools", arr(tool, custom));
    }

    @Override
    public Bytes stream(List<Json.Obj> answer) {
        Json.Obj message = answer.getFirst();
        String id = chance.id("chatcmpl-");
        EventLog log = new EventLog(SimulatedDialect.CHAT);
        boolean hasText = message.members().get("content") instanceof Json.Str;
        log.add(chunk(id, obj("role", "assistant", "content", hasText ? Json.str("") : Json.Raw.NULL), Json.Raw.NULL));
        for (String name : List.of("content", "reasoning_content")) {
            if (message.members().get(name) instanceof Json.Str text) {
                Pieces.of(text, chance).forEach(piece -> log.add(chunk(id, obj(name, piece), Json.Raw.NULL)));
            }
        }
        List<Json.Obj> calls = message.objects("tool_calls");
        for (int i = 0; i < calls.size(); i++) {
            stream(id, i, calls.get(i), log);
        }
        log.add(chunk(id, obj(), Json.str(calls.isEmpty() ? "stop" : "tool_calls")));
        Json.Obj usage = obj("prompt_tokens", 100, "completion_tokens", 10);
        return log.add(obj("id", id, "model", "chat-model", "choices", arr(), "usage", usage))
                .end();
    }

    private void stream(String id, int index, Json.Obj call, EventLog log) {
        String kind = call.text("type");
        String growing = kind.equals("custom") ? "input" : "arguments";
        if (!(call.members().get(kind) instanceof Json.Obj named)
                || !(named.members().get(growing) instanceof Json.Str text)) {
            throw new IllegalStateException("expected a call that we made, found " + call);
        }
        Json.Obj first = call.with(kind, named.with(growing, Json.str(""))).with("index", new Json.Raw("" + index));
        log.add(chunk(id, obj("tool_calls", arr(first)), Json.Raw.NULL));
        for (Json piece : Pieces.of(text, chance)) {
            Json.Obj difference = obj("index", index, kind, obj(growing, piece));
            log.add(chunk(id, obj("tool_calls", arr(difference)), Json.Raw.NULL));
        }
    }

    private static Json.Obj chunk(String id, Json.Obj delta, Json reason) {
        Json.Obj choice = obj("index", 0, "delta", delta, "finish_reason", reason);
        return obj("id", id, "object", "chat.completion.chunk", "model", "chat-model", "choices", arr(choice));
    }

    private Json.Obj call() {
        Json.Obj function = obj("name", "exec", "arguments", chance.arguments().write());
        return obj("id", chance.id("call_"), "type", "function", "function", function);
    }

    private Json.Obj customCall() {
        return obj(
                "id",
                chance.id("call_"),
                "type",
                "custom",
                "custom",
                obj("name", "apply_patch", "input", chance.text()));
    }
}
