package dev.throughline.replay.played;

import dev.throughline.model.Bytes;
import dev.throughline.replay.text.Compact;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers in Anthropic Messages: an answer is a list of content blocks. */
final class MessagesWriter extends AnswerWriter {
    @Override
    Object textAnswer(String text) {
        return List.of(Compact.object("type", "text", "text", text));
    }

    private static Map<String, @Nullable Object> usage(Object blocks, Signature signature) {
        return Compact.object(
                "input_tokens",
                rounded(signature.billed().uncached()),
                "cache_read_input_tokens",
                rounded(signature.billed().read()),
                "cache_creation_input_tokens",
                rounded(signature.billed().write()),
                "output_tokens",
                outputTokens(blocks));
    }

    private static String stopReason(Object blocks) {
        return objects(blocks).stream().anyMatch(block -> text(block, "type").equals("tool_use"))
                ? "tool_use"
                : "end_turn";
    }

    @Override
    Map<String, @Nullable Object> whole(Object blocks, Signature signature) {
        return Compact.object(
                "id",
                "msg_" + signature.id(),
                "type",
                "message",
                "role",
                "assistant",
                "model",
                signature.model(),
                "content",
                blocks,
                "stop_reason",
                stopReason(blocks),
                "stop_sequence",
                null,
                "usage",
                usage(blocks, signature));
    }

    @Override
    Bytes stream(Object answer, Signature signature) {
        StringBuilder out = new StringBuilder();
        Map<String, @Nullable Object> usage = usage(answer, signature);
        Map<String, @Nullable Object> start = with(
                whole(answer, signature),
                "content",
                List.of(),
                "stop_reason",
                null,
                "usage",
                with(usage, "output_tokens", 1));
        named(out, "message_start", "message", start);
        List<Map<?, ?>> blocks = objects(answer);
        for (int i = 0; i < blocks.size(); i++) {
            block(out, i, blocks.get(i));
        }
        Map<String, @Nullable Object> end = Compact.object("stop_reason", stopReason(answer), "stop_sequence", null);
        named(out, "message_delta", "delta", end, "usage", usage);
        named(out, "message_stop");
        return Bytes.of(out.toString());
    }

    private static void block(StringBuilder out, int index, Map<?, ?> block) {
        boolean isText = text(block, "type").equals("text");
        Map<String, @Nullable Object> empty = isText ? with(block, "text", "") : with(block, "input", Map.of());
        named(out, "content_block_start", "index", index, "content_block", empty);
        for (String piece : pieces(isText ? text(block, "text") : Compact.text(block.get("input")))) {
            Map<String, @Nullable Object> delta = isText
                    ? Compact.object("type", "text_delta", "text", piece)
                    : Compact.object("type", "input_json_delta", "partial_json", piece);
            named(out, "content_block_delta", "index", index, "delta", delta);
        }
        named(out, "content_block_stop", "index", index);
    }

    private static void named(StringBuilder out, String name, @Nullable Object... namesAndValues) {
        event(out, name, with(Compact.object("type", name), namesAndValues));
    }

    @Override
    Map<String, @Nullable Object> error(String kind, String message, @Nullable String code) {
        return Compact.object(
                "type", "error", "error", Compact.object("type", kind, "message", message), "request_id", "req_replay");
    }

    @Override
    Map<String, @Nullable Object> overflow(long tokens, long window) {
        return error(
                "invalid_request_error", "prompt is too long: " + tokens + " tokens > " + window + " maximum", null);
    }
}
