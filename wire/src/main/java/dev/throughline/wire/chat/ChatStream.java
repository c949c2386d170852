package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyDraft;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.sse.EventFeed;
import dev.throughline.wire.sse.SseEncoder;
import dev.throughline.wire.sse.SseEvent;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads a streamed Chat reply: each choice becomes one assistant message, put together as {@link Assembly} tells.
 *
 * <p>The first choice says how the reply ended. A {@code finish_reason} is a word from the provider, and so is
 * {@code [DONE]}: with either the reply was not cut.
 */
public final class ChatStream implements ReplyReader {
    private static final Bytes ASSISTANT = Bytes.of("\"assistant\"");

    private final ReplyDraft draft = new ReplyDraft();
    private final TreeMap<Long, Assembly> choices = new TreeMap<>();
    private final EventFeed events = new EventFeed(this::read, draft);

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        events.feed(bytes, offset, length);
    }

    @Override
    public Reply finish() {
        events.finish();
        for (Assembly message : choices.values()) {
            if (message.hasMoreThan("role")) {
                message.lead("role", ASSISTANT);
                draft.element(message.toBytes());
            }
        }
        return draft.finish();
    }

    private boolean read(SseEvent event) {
        Bytes raw = event.data();
        if (raw.isEmpty()) {
            return true;
        }
        if (raw.equals(SseEncoder.DONE)) {
            draft.end(draft.ending() == Ending.CUT ? Ending.COMPLETE : draft.ending());
            return true;
        }
        return Members.of(raw).filter(chunk -> read(chunk, raw)).isPresent();
    }

    private boolean read(Members chunk, Bytes raw) {
        draft.name(chunk);
        Optional<Members> usage = chunk.object("usage");
        draft.usage(usage.map(ChatUsage::of));
        Optional<List<Bytes>> found = chunk.array("choices");
        if (chunk.raw("error").isPresent()) {
            draft.fail(chunk.object("error"), raw);
        }
        boolean isRead = true;
        for (Bytes choice : found.orElse(List.of())) {
            isRead &= Members.of(choice).filter(this::choose).isPresent();
        }
        return isRead
                && (found.isPresent() || usage.isPresent() || chunk.raw("error").isPresent());
    }

    private boolean choose(Members choice) {
        long index = choice.number("index").orElse(0);
        Optional<String> reason = choice.text("finish_reason").filter(said -> !said.isEmpty());
        Optional<Members> difference = choice.object("delta");
        difference.ifPresent(choices.computeIfAbsent(index, unseen -> new Assembly())::add);
        if (reason.isPresent() && index == 0) {
            draft.stopReason(reason);
            draft.end(ChatEnding.of(reason.get()));
        }
        return difference.isPresent() || reason.isPresent();
    }
}
