package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyDraft;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.sse.EventFeed;
import dev.throughline.wire.sse.SseEvent;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a streamed Responses reply.
 *
 * <p>The elements are the exact bytes of {@code item} in each {@code response.output_item.done}, which is all that
 * clients build their history from. Only if there was none, the {@code output} of the last event is taken. Deltas are
 * followed for one case only: when the stream ends without a last event, the items that were open are kept as
 * {@link OpenItems} tells.
 *
 * <p>An event is told by the {@code type} in its data, or by its name if there is none; some upstreams send no names.
 */
public final class ResponsesStream implements ReplyReader {
    /**
     * The last words of events that only report the progress of an item which later comes whole. An event of
     * {@code response.} that ends otherwise is new to us and kept as unread.
     */
    private static final Set<String> PROGRESS = Set.of(
            "added",
            "completed",
            "delta",
            "done",
            "failed",
            "generating",
            "in_progress",
            "interpreting",
            "partial_image",
            "queued",
            "searching");

    private static final String RESPONSE = "response.";

    private final ReplyDraft draft = new ReplyDraft();
    private final OpenItems open = new OpenItems();
    private final EventFeed events = new EventFeed(this::read, draft);

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        events.feed(bytes, offset, length);
    }

    @Override
    public Reply finish() {
        events.finish();
        switch (draft.ending()) {
            case CUT -> open.keep(draft);
            case FAILED -> open.setAside(draft);
            case COMPLETE, INCOMPLETE -> {
                // The provider is done, so an item that it began and did not finish was never said.
            }
        }
        return draft.finish();
    }

    private boolean read(SseEvent event) {
        if (isMere(event.name()) || event.data().isEmpty()) {
            return true;
        }
        Optional<Members> data = Members.of(event.data());
        if (data.isEmpty()) {
            return event.data().utf8().equals("[DONE]");
        }
        return read(data.get().text("type").orElse(event.name()), data.get(), event.data());
    }

    private boolean read(String type, Members data, Bytes raw) {
        return switch (type) {
            case "response.created" -> data.object("response").map(this::name).isPresent();
            case "response.output_item.added" ->
                data.raw("item").map(item -> begin(data, item)).isPresent();
            case "response.output_item.done" ->
                data.raw("item").map(item -> done(data, item)).isPresent();
            case "response.completed", "response.incomplete", "response.failed" ->
                data.object("response")
                        .map(response -> end(type, response, raw))
                        .isPresent();
            case "error" -> fail(data, raw);
            default -> type.endsWith(".delta") ? grow(data) : isMere(type);
        };
    }

    /** Whether an event of this type says nothing that we need. */
    private static boolean isMere(String type) {
        return switch (type) {
            case "response.created",
                    "response.output_item.added",
                    "response.output_item.done",
                    "response.completed",
                    "response.incomplete",
                    "response.failed" -> false;
            case "keepalive", "ping" -> true;
            default ->
                type.startsWith(RESPONSE)
                        && !type.endsWith(".delta")
                        && PROGRESS.contains(type.substring(type.lastIndexOf('.') + 1));
        };
    }

    private boolean name(Members response) {
        draft.name(response);
        return true;
    }

    private boolean begin(Members data, Bytes item) {
        open.begin(index(data), item);
        return true;
    }

    private boolean done(Members data, Bytes item) {
        open.done(index(data));
        draft.element(item);
        return true;
    }

    /** A delta that is no text is news to us. */
    private boolean grow(Members data) {
        Optional<Bytes> delta = data.inner("delta");
        delta.ifPresent(inner -> open.grow(index(data), inner));
        return delta.isPresent();
    }

    private boolean end(String type, Members said, Bytes raw) {
        ResponseObject response = new ResponseObject(said);
        response.describe(draft);
        switch (type) {
            case "response.failed" -> draft.end(Ending.FAILED);
            case "response.incomplete" -> draft.end(Ending.INCOMPLETE);
            default -> {}
        }
        if (!draft.hasElements()) {
            response.output().ifPresent(output -> output.forEach(draft::element));
        }
        if (draft.ending() == Ending.FAILED) {
            draft.unread(raw);
        }
        return true;
    }

    private boolean fail(Members data, Bytes raw) {
        draft.fail(data.object("error").or(() -> Optional.of(data)), raw);
        return true;
    }

    private static String index(Members data) {
        return data.raw("output_index").map(Bytes::utf8).orElse("");
    }
}
