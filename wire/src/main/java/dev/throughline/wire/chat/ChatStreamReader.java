package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.OpenAiFormat;
import dev.throughline.wire.reply.StreamReader;
import dev.throughline.wire.sse.SseEvent;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads a streamed Chat reply: each choice becomes one assistant message, put together by {@link ChatMessageBuilder}.
 *
 * <p>The first choice decides how the reply ended. With a {@code finish_reason} or {@code [DONE]} the reply was not
 * cut.
 */
public final class ChatStreamReader extends StreamReader {
    /** The data of the event that ends a stream. */
    static final Bytes DONE = Bytes.of("[DONE]");

    private static final Bytes ASSISTANT = Bytes.of("\"assistant\"");

    private final TreeMap<Long, ChatMessageBuilder> choices = new TreeMap<>();

    @Override
    protected void complete() {
        for (ChatMessageBuilder message : choices.values()) {
            if (message.hasMoreThan("role")) {
                message.lead("role", ASSISTANT);
                draft.element(message.toBytes());
            }
        }
    }

    @Override
    protected boolean read(SseEvent event) {
        if (event.data().isEmpty()) {
            return true;
        }
        if (event.data().equals(DONE)) {
            draft.endIfCut();
            return true;
        }
        return event.object().filter(this::readChunk).isPresent();
    }

    private boolean readChunk(RawObject chunk) {
        draft.name(chunk);
        Optional<RawObject> usage = chunk.object("usage");
        draft.usage(usage.map(found -> OpenAiFormat.usage(found, "prompt_tokens", "completion_tokens")));
        Optional<List<RawObject.Member>> found = chunk.elements("choices");
        if (chunk.has("error")) {
            draft.fail(chunk.object("error"), chunk.raw());
        }
        boolean isRead = true;
        for (RawObject.Member choice : found.orElse(List.of())) {
            isRead &= choice.object().filter(this::readChoice).isPresent();
        }
        return isRead && (found.isPresent() || usage.isPresent() || chunk.has("error"));
    }

    private boolean readChoice(RawObject choice) {
        long index = choice.number("index").orElse(0);
        Optional<String> reason = choice.text("finish_reason").filter(text -> !text.isEmpty());
        Optional<RawObject> delta = choice.object("delta");
        delta.ifPresent(choices.computeIfAbsent(index, unseen -> new ChatMessageBuilder())::add);
        if (reason.isPresent() && index == 0) {
            draft.stopReason(reason);
            draft.end(ending(reason.get()));
        }
        return delta.isPresent() || reason.isPresent();
    }

    /** The ending that a {@code finish_reason} stands for. */
    static Ending ending(String finishReason) {
        return switch (finishReason) {
            case "length", "content_filter" -> Ending.INCOMPLETE;
            case "error" -> Ending.FAILED;
            default -> Ending.COMPLETE;
        };
    }
}
