package dev.throughline.replay.played;

import dev.throughline.model.Bytes;
import dev.throughline.replay.text.Compact;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers in OpenAI Responses: an answer is a list of output items. */
final class ResponsesWriter extends AnswerWriter {
    @Override
    Object textAnswer(String text) {
        return List.of(Compact.object(
                "type",
                "message",
                "id",
                "msg_aux",
                "status",
                "completed",
                "role",
                "assistant",
                "content",
                List.of(Compact.object("type", "output_text", "text", text, "annotations", List.of()))));
    }

    @Override
    Map<String, @Nullable Object> whole(Object items, Signature signature) {
        long input = rounded(signature.billed().total());
        int output = outputTokens(items);
        return Compact.object(
                "id",
                "resp_" + signature.id(),
                "object",
                "response",
                "status",
                "completed",
                "model",
                signature.model(),
                "output",
                items,
                "error",
                null,
                "usage",
                Compact.object(
                        "input_tokens",
                        input,
                        "output_tokens",
                        output,
                        "input_tokens_details",
                        Compact.object(
                                "cached_tokens", rounded(signature.billed().read())),
                        "output_tokens_details",
                        Compact.object("reasoning_tokens", 0),
                        "total_tokens",
                        input + output));
    }

    @Override
    Bytes stream(Object answer, Signature signature) {
        Feed feed = new Feed();
        Map<String, @Nullable Object> done = whole(answer, signature);
        Map<String, @Nullable Object> started = with(done, "status", "in_progress", "output", List.of(), "usage", null);
        feed.event("response.created", "response", started);
        feed.event("response.in_progress", "response", started);
        List<Map<?, ?>> items = objects(answer);
        for (int i = 0; i < items.size(); i++) {
            if (text(items.get(i), "type").equals("message")) {
                message(feed, i, items.get(i));
            } else {
                call(feed, i, items.get(i));
            }
            feed.event("response.output_item.done", "output_index", i, "item", items.get(i));
        }
        feed.event("response.completed", "response", done);
        return feed.bytes();
    }

    private static void message(Feed feed, int index, Map<?, ?> item) {
        String id = text(item, "id");
        feed.event(
                "response.output_item.added",
                "output_index",
                index,
                "item",
                with(item, "status", "in_progress", "content", List.of()));
        Object content = item.get("content");
        Map<?, ?> part = content == null ? Map.of() : objects(content).getFirst();
        feed.part("response.content_part.added", index, id, "part", with(part, "text", ""));
        for (String piece : pieces(text(part, "text"))) {
            feed.part("response.output_text.delta", index, id, "delta", piece);
        }
        feed.part("response.output_text.done", index, id, "text", text(part, "text"));
        feed.part("response.content_part.done", index, id, "part", part);
    }

    private static void call(Feed feed, int index, Map<?, ?> item) {
        boolean isFunction = text(item, "type").equals("function_call");
        String member = isFunction ? "arguments" : "input";
        String name = isFunction ? "function_call_arguments" : "custom_tool_call_input";
        String id = text(item, "id");
        feed.event(
                "response.output_item.added",
                "output_index",
                index,
                "item",
                with(item, "status", "in_progress", member, ""));
        for (String piece : pieces(text(item, member))) {
            feed.event("response." + name + ".delta", "delta", piece, "output_index", index, "item_id", id);
        }
        feed.event("response." + name + ".done", "output_index", index, "item_id", id, member, text(item, member));
    }

    /** Events with their numbers. */
    private static final class Feed {
        private final StringBuilder out = new StringBuilder();
        private int number;

        private void event(String name, @Nullable Object... namesAndValues) {
            AnswerWriter.event(
                    out, name, with(Compact.object("type", name, "sequence_number", number++), namesAndValues));
        }

        private void part(String name, int index, String id, String member, Object value) {
            event(name, "content_index", 0, member, value, "output_index", index, "item_id", id);
        }

        private Bytes bytes() {
            return Bytes.of(out.toString());
        }
    }

    /** An overflow is told inside the stream: created, then failed. */
    Bytes failedStream(Map<String, @Nullable Object> error, String model) {
        Map<String, @Nullable Object> response = Compact.object(
                "id",
                "resp_overflow",
                "object",
                "response",
                "status",
                "in_progress",
                "model",
                model,
                "output",
                List.of());
        Map<?, ?> inner = error.get("error") instanceof Map<?, ?> map ? map : Map.of();
        Map<String, @Nullable Object> failed = with(
                response,
                "status",
                "failed",
                "error",
                Compact.object("code", inner.get("code"), "message", inner.get("message")));
        Feed feed = new Feed();
        feed.event("response.created", "response", response);
        feed.event("response.failed", "response", failed);
        return feed.bytes();
    }

    @Override
    Map<String, @Nullable Object> error(String kind, String message, @Nullable String code) {
        return Compact.object(
                "error", Compact.object("message", message, "type", kind, "param", "input", "code", code));
    }

    @Override
    Map<String, @Nullable Object> overflow(long tokens, long window) {
        return error(
                "invalid_request_error",
                "Your input exceeds the context window of this model. Please adjust your input and try again.",
                "context_length_exceeded");
    }
}
