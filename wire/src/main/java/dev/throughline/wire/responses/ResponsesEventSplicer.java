package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import dev.throughline.wire.reply.ClientOutput;
import dev.throughline.wire.reply.EventSplicer;
import dev.throughline.wire.sse.SseEncoder;
import dev.throughline.wire.sse.SseEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Joins streams of Responses. The response of the first round is the one that the client sees; later rounds add items
 * to it.
 *
 * <pre>
 *   round 1   created 0  item 0 text 1…  item 1 local 5…  completed 9
 *   round 2   created 0  item 0 text 1…  completed 5
 *   client    created 0  item 0 text 1…  item 1 text 5…   completed 9
 * </pre>
 *
 * <p>From the first local call on, {@code output_index} and {@code sequence_number} are renumbered; before it, events
 * are sent unchanged. {@link SplicedResponse} is the whole response in the last event.
 */
final class ResponsesEventSplicer extends EventSplicer {
    private static final Set<String> HEADS =
            Set.of("response.created", "response.in_progress", "response.queued", "keepalive", "ping");

    private final Set<String> localNames;
    private final SplicedResponse response = new SplicedResponse();
    private int nextIndex;
    private OptionalLong nextNumber = OptionalLong.empty();

    private final Map<String, Integer> shown = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private boolean hasLocalCall;
    private boolean hasItems;
    private @Nullable SseEvent heldEnd;

    ResponsesEventSplicer(Set<String> localNames) {
        super(SseEncoder.NAMED);
        this.localNames = localNames;
    }

    @Override
    protected boolean isHead(SseEvent event) {
        return HEADS.contains(type(event));
    }

    @Override
    protected Optional<Overflow> overflow(SseEvent event) {
        String type = type(event);
        boolean isFailure = type.equals("response.failed") || type.equals("error");
        return isFailure ? event.object().flatMap(ResponsesToolCodec::overflowIn) : Optional.empty();
    }

    @Override
    protected void begin() {
        shown.clear();
        hidden.clear();
        hasLocalCall = false;
        hasItems = false;
        heldEnd = null;
    }

    @Override
    protected void splice(SseEvent event, ClientOutput out) {
        switch (type(event)) {
            case "response.created", "response.in_progress", "response.queued" -> announce(event, out);
            case "response.output_item.added", "response.output_item.done" -> item(event, out);
            case "response.completed", "response.incomplete" -> end(event, out);
            case "response.failed", "error" -> fail(event, out);
            default -> progress(event, out);
        }
    }

    @Override
    protected void sendEnd(ClientOutput out) {
        if (heldEnd != null) {
            isOver = true;
            out.send(ended(heldEnd));
        }
    }

    @Override
    protected Bytes failure(Bytes error) {
        return encoder.event("response.failed", response.failure(error, nextNumber));
    }

    private boolean isPlain() {
        return isFirst && !hasLocalCall;
    }

    private void announce(SseEvent event, ClientOutput out) {
        if (isFirst) {
            response(event).ifPresent(response::name);
            out.send(hasLocalCall ? numbered(event, new JsonEdits(event.data())) : event);
        }
    }

    private void item(SseEvent event, ClientOutput out) {
        Optional<RawObject> item = event.object().flatMap(data -> data.object("item"));
        if (item.isPresent() && ResponsesToolCodec.isLocal(item.get(), localNames)) {
            hide(event);
            hidden.add(event.object()
                    .flatMap(data -> data.raw("output_index"))
                    .map(Bytes::utf8)
                    .orElse("none"));
            item.get().text("id").ifPresent(hidden::add);
            hasItems = true;
            return;
        }
        Optional<Bytes> raw = event.object().flatMap(data -> data.raw("item"));
        if (type(event).equals("response.output_item.done") && raw.isPresent()) {
            response.show(raw.get());
            hasItems = true;
        }
        progress(event, out);
    }

    /** Any event of an item, or one that belongs to none. */
    private void progress(SseEvent event, ClientOutput out) {
        if (isPlain()) {
            remember(event);
            out.send(event);
            return;
        }
        Optional<RawObject> data = event.object();
        if (data.isEmpty()) {
            if (!event.hasData()) {
                out.send(event);
            }
            return;
        }
        Optional<Bytes> index = data.get().raw("output_index");
        boolean isHidden = index.map(Bytes::utf8).filter(hidden::contains).isPresent()
                || data.get().text("item_id").filter(hidden::contains).isPresent();
        if (isHidden) {
            return;
        }
        JsonEdits edits = new JsonEdits(event.data());
        index.ifPresent(raw -> edits.replace(
                raw,
                Bytes.of(
                        shown.computeIfAbsent(raw.utf8(), unseen -> nextIndex++).toString())));
        out.send(numbered(event, edits));
    }

    /** Notes the number of an item that is sent unchanged; later ones are numbered from it. */
    private void remember(SseEvent event) {
        if (type(event).startsWith("response.output_item.")) {
            OptionalLong number =
                    event.object().map(data -> data.number("output_index")).orElse(OptionalLong.empty());
            number.ifPresent(given -> {
                shown.put(Long.toString(given), (int) given);
                nextIndex = (int) given + 1;
            });
        }
    }

    private void end(SseEvent event, ClientOutput out) {
        Optional<RawObject> found = response(event);
        usage.add(found.flatMap(object -> object.raw("usage")));
        if (!hasItems) {
            found.flatMap(object -> object.elements("output")).ifPresent(items -> showAll(items, event));
        }
        if (hasLocalCall) {
            heldEnd = event.copy();
            return;
        }
        isOver = true;
        out.send(isFirst ? event : ended(event));
    }

    /** The last event of a round as the last one of the client's response. */
    private SseEvent ended(SseEvent event) {
        JsonEdits edits = new JsonEdits(event.data());
        response(event).ifPresent(found -> response.complete(edits, found, usage.total()));
        return numbered(event, edits);
    }

    /** The report of a failure as one about the client's response. */
    private void fail(SseEvent event, ClientOutput out) {
        isOver = true;
        if (isPlain()) {
            out.send(event);
            return;
        }
        JsonEdits edits = new JsonEdits(event.data());
        response(event).ifPresent(found -> response.rename(edits, found));
        out.send(numbered(event, edits));
    }

    /** Some servers name the items of a response only at its end. */
    private void showAll(List<Member> items, SseEvent event) {
        for (Member item : items) {
            boolean isLocal = item.object()
                    .filter(found -> ResponsesToolCodec.isLocal(found, localNames))
                    .isPresent();
            if (isLocal) {
                hide(event);
            } else {
                response.show(item.raw());
            }
        }
    }

    /** From here on the client's events have numbers of their own, beginning with that of this event. */
    private void hide(SseEvent event) {
        if (isPlain()) {
            event.object().map(data -> data.number("sequence_number")).ifPresent(number -> nextNumber = number);
        }
        hasLocalCall = true;
    }

    private SseEvent numbered(SseEvent event, JsonEdits edits) {
        Optional<Bytes> number = event.object().flatMap(data -> data.raw("sequence_number"));
        if (number.isPresent() && nextNumber.isPresent()) {
            edits.replace(number.get(), Bytes.of(Long.toString(nextNumber.getAsLong())));
            nextNumber = OptionalLong.of(nextNumber.getAsLong() + 1);
        }
        return edited(event, edits);
    }

    private static Optional<RawObject> response(SseEvent event) {
        return event.object().flatMap(data -> data.object("response"));
    }

    /** The type of an event, from its name if possible, so that it is not parsed. */
    private static String type(SseEvent event) {
        if (event.name().startsWith("response.")) {
            return event.name();
        }
        return event.object().flatMap(data -> data.text("type")).orElse(event.name());
    }
}
