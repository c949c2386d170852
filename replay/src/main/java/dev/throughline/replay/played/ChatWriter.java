package dev.throughline.replay.played;

import dev.throughline.model.Bytes;
import dev.throughline.replay.text.Compact;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers in OpenAI Chat Completions: an answer is one message. */
final class ChatWriter extends AnswerWriter {
    private static final long CREATED = 1_700_000_000;

    @Override
    Object textAnswer(String text) {
        return Compact.object("role", "assistant", "content", text);
    }

    private static Map<String, @Nullable Object> usage(Object message, Signature signature) {
        long input = rounded(signature.billed().total());
        int output = outputTokens(message);
        return Compact.object(
                "prompt_tokens",
                input,
                "completion_tokens",
                output,
                "total_tokens",
                input + output,
                "prompt_tokens_details",
                Compact.object("cached_tokens", rounded(signature.billed().read())));
    }

    private static String finish(Object message) {
        return message instanceof Map<?, ?> map && map.containsKey("tool_calls") ? "tool_calls" : "stop";
    }

    @Override
    Map<String, @Nullable Object> whole(Object message, Signature signature) {
        Map<String, @Nullable Object> choice =
                Compact.object("index", 0, "message", message, "finish_reason", finish(message));
        return with(
                frame("chat.completion", signature), "choices", List.of(choice), "usage", usage(message, signature));
    }

    private static Map<String, @Nullable Object> frame(String object, Signature signature) {
        return Compact.object(
                "id", "chatcmpl-" + signature.id(), "object", object, "created", CREATED, "model", signature.model());
    }

    @Override
    Bytes stream(Object answer, Signature signature) {
        StringBuilder out = new StringBuilder();
        Map<?, ?> message = answer instanceof Map<?, ?> map ? map : Map.of();
        Map<String, @Nullable Object> frame = frame("chat.completion.chunk", signature);
        delta(out, frame, Compact.object("role", "assistant", "content", ""), null);
        for (String piece : pieces(text(message, "content"))) {
            if (!piece.isEmpty()) {
                delta(out, frame, Compact.object("content", piece), null);
            }
        }
        Object calls = message.get("tool_calls");
        List<Map<?, ?>> all = calls == null ? List.of() : objects(calls);
        for (int i = 0; i < all.size(); i++) {
            call(out, frame, i, all.get(i));
        }
        delta(out, frame, Compact.object(), finish(answer));
        event(out, with(frame, "choices", List.of(), "usage", usage(answer, signature)));
        return Bytes.of(out.append("data: [DONE]\n\n").toString());
    }

    private static void call(StringBuilder out, Map<String, @Nullable Object> frame, int index, Map<?, ?> call) {
        Map<?, ?> function = call.get("function") instanceof Map<?, ?> map ? map : Map.of();
        Map<String, @Nullable Object> start = Compact.object(
                "index",
                index,
                "id",
                call.get("id"),
                "type",
                "function",
                "function",
                Compact.object("name", function.get("name"), "arguments", ""));
        delta(out, frame, Compact.object("tool_calls", List.of(start)), null);
        for (String piece : pieces(text(function, "arguments"))) {
            Map<String, @Nullable Object> more =
                    Compact.object("index", index, "function", Compact.object("arguments", piece));
            delta(out, frame, Compact.object("tool_calls", List.of(more)), null);
        }
    }

    private static void delta(
            StringBuilder out,
            Map<String, @Nullable Object> frame,
            Map<String, @Nullable Object> delta,
            @Nullable String finish) {
        Map<String, @Nullable Object> choice = Compact.object("index", 0, "delta", delta, "finish_reason", finish);
        event(out, with(frame, "choices", List.of(choice)));
    }

    @Override
    Map<String, @Nullable Object> error(String kind, String message, @Nullable String code) {
        return Compact.object(
                "error", Compact.object("message", message, "type", kind, "param", "messages", "code", code));
    }

    @Override
    Map<String, @Nullable Object> overflow(long tokens, long window) {
        return error(
                "invalid_request_error",
                "This model's maximum context length is " + window + " tokens. However, your messages resulted in "
                        + tokens + " tokens. Please reduce the length of the messages.",
                "context_length_exceeded");
    }
}
