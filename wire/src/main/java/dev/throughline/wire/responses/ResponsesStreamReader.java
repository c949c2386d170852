package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.StreamReader;
import dev.throughline.wire.sse.SseEvent;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a streamed Responses reply.
 *
 * <p>The elements are the exact bytes of {@code item} in each {@code response.output_item.done}, which is all that
 * clients build their history from. Only if there was none, the {@code output} of the last event is taken. Deltas are
 * followed for one case only: when the stream ends without a last event, the open items are kept as described in
 * {@link UnfinishedItems}.
 *
 * <p>The type of an event is the {@code type} in its data, or its name if there is none; some upstreams send no names.
 */
public final class ResponsesStreamReader extends StreamReader {
    private static final Bytes DONE = Bytes.of("[DONE]");

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

    private final UnfinishedItems open = new UnfinishedItems();

    @Override
    protected void complete() {
        switch (draft.ending()) {
            case CUT -> open.keep(draft);
            case FAILED -> open.keepUnread(draft);
            case COMPLETE, INCOMPLETE -> {
                // An item that the provider began and did not finish is not part of a complete response.
            }
        }
    }

    @Override
    protected boolean read(SseEvent event) {
        if (isProgress(event.name()) || event.data().isEmpty()) {
            return true;
        }
        return event.object()
                .map(data -> read(data.text("type").orElse(event.name()), data))
                .orElseGet(() -> event.data().equals(DONE));
    }

    private boolean read(String type, RawObject data) {
        return switch (type) {
            case "response.created" -> readIfPresent(data.object("response"), draft::name);
            case "response.output_item.added" -> readIfPresent(data.raw("item"), item -> open.begin(index(data), item));
            case "response.output_item.done" ->
                readIfPresent(data.raw("item"), item -> {
                    open.done(index(data));
                    draft.element(item);
                });
            case "response.completed", "response.incomplete", "response.failed" ->
                readIfPresent(data.object("response"), response -> end(type, response, data));
            case "error" -> {
                draft.fail(data.object("error").or(() -> Optional.of(data)), data.raw());
                yield true;
            }
            // A delta that is not a text is unknown.
            default ->
                type.endsWith(".delta")
                        ? readIfPresent(data.inner("delta"), inner -> open.grow(index(data), inner))
                        : isProgress(type);
        };
    }

    /** Whether an event of this type only reports progress. */
    private static boolean isProgress(String type) {
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

    private void end(String type, RawObject response, RawObject data) {
        ResponsesDocuments.describe(response, draft);
        switch (type) {
            case "response.failed" -> draft.end(Ending.FAILED);
            case "response.incomplete" -> draft.end(Ending.INCOMPLETE);
            default -> {}
        }
        if (!draft.hasElements()) {
            response.array("output").ifPresent(output -> output.forEach(draft::element));
        }
        if (draft.ending() == Ending.FAILED) {
            draft.unread(data.raw());
        }
    }

    private static String index(RawObject data) {
        return data.raw("output_index").map(Bytes::utf8).orElse("");
    }
}
