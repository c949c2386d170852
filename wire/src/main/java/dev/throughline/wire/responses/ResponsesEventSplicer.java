package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import dev.throughline.wire.reply.EventSplicer;
import dev.throughline.wire.sse.SseEncoder;
import dev.throughline.wire.sse.SseEvent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

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

    /** A key that is in {@code hidden} if any item is: some local calls have neither an index nor an id. */
    private static final String SOME_ITEM = "some item";

    private final SplicedResponse response = new SplicedResponse();
    private int nextIndex;
    private OptionalLong nextNumber = OptionalLong.empty();
    private boolean hasItems;

    ResponsesEventSplicer(Predicate<RawObject> isLocal) {
        super(new ResponsesStreamReader(), isLocal);
    }

    @Override
    protected boolean isHead(SseEvent event) {
        return HEADS.contains(type(event));
    }

    @Override
    protected boolean isError(SseEvent event) {
        return type(event).equals("response.failed") || type(event).equals("error");
    }

    @Override
    protected void begin() {
        hasItems = false;
    }

    @Override
    protected void splice(SseEvent event) {
        switch (type(event)) {
            case "response.created", "response.in_progress", "response.queued" -> announce(event);
            case "response.output_item.added", "response.output_item.done" -> item(event);
            case "response.completed", "response.incomplete" -> end(event);
            case "response.failed", "error" -> fail(event);
            default -> progress(event);
        }
    }

    @Override
    protected SseEvent completed(EndPart part, SseEvent event) {
        return ended(event);
    }

    @Override
    protected Bytes failure(Bytes error) {
        return SseEncoder.event("response.failed", response.failure(error, nextNumber));
    }

    private void announce(SseEvent event) {
        if (isFirst) {
            event.object("response").ifPresent(response::name);
            send(hasLocalCall() ? numbered(event, new JsonEdits(event.data())) : event);
        }
    }

    private void item(SseEvent event) {
        Optional<RawObject> item = event.object("item");
        if (item.filter(isLocal).isPresent()) {
            hide(event);
            event.raw("output_index").map(Bytes::utf8).ifPresent(hidden::add);
            item.get().text("id").ifPresent(hidden::add);
            hasItems = true;
            return;
        }
        Optional<Bytes> raw = event.raw("item");
        if (type(event).equals("response.output_item.done") && raw.isPresent()) {
            response.show(raw.get());
            hasItems = true;
        }
        progress(event);
    }

    /** Any event of an item, or one that belongs to none. */
    private void progress(SseEvent event) {
        if (isPlain()) {
            remember(event);
            send(event);
            return;
        }
        Optional<RawObject> data = event.object();
        if (data.isEmpty()) {
            if (!event.hasData()) {
                send(event);
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
        send(numbered(event, edits));
    }

    /** Stores the number of an item that is sent unchanged; later ones are numbered from it. */
    private void remember(SseEvent event) {
        if (type(event).startsWith("response.output_item.")) {
            event.number("output_index").ifPresent(given -> {
                shown.put(Long.toString(given), (int) given);
                nextIndex = (int) given + 1;
            });
        }
    }

    private void end(SseEvent event) {
        Optional<RawObject> found = event.object("response");
        usage.add(found.flatMap(object -> object.raw("usage")));
        if (!hasItems) {
            found.flatMap(object -> object.elements("output")).ifPresent(items -> showAll(items, event));
        }
        if (hasLocalCall()) {
            hold(EndPart.REASON, event);
        } else {
            sendLast(isFirst ? event : ended(event));
        }
    }

    /** The last event of a round as the last one of the client's response. */
    private SseEvent ended(SseEvent event) {
        JsonEdits edits = new JsonEdits(event.data());
        event.object("response").ifPresent(found -> response.complete(edits, found, usage.total()));
        return numbered(event, edits);
    }

    /** The report of a failure as one about the client's response. */
    private void fail(SseEvent event) {
        if (isPlain()) {
            sendLast(event);
            return;
        }
        JsonEdits edits = new JsonEdits(event.data());
        event.object("response").ifPresent(found -> response.rename(edits, found));
        sendLast(numbered(event, edits));
    }

    /** Some servers name the items of a response only at its end. */
    private void showAll(List<Member> items, SseEvent event) {
        for (Member item : items) {
            if (item.object().filter(isLocal).isPresent()) {
                hide(event);
            } else {
                response.show(item.raw());
            }
        }
    }

    /** From here on the client's events have numbers of their own, beginning with that of this event. */
    private void hide(SseEvent event) {
        if (isPlain()) {
            nextNumber = event.number("sequence_number");
        }
        hidden.add(SOME_ITEM);
    }

    private SseEvent numbered(SseEvent event, JsonEdits edits) {
        Optional<Bytes> number = event.raw("sequence_number");
        if (number.isPresent() && nextNumber.isPresent()) {
            edits.replace(number.get(), Bytes.of(Long.toString(nextNumber.getAsLong())));
            nextNumber = OptionalLong.of(nextNumber.getAsLong() + 1);
        }
        return edited(event, edits);
    }

    private static String type(SseEvent event) {
        return type(event, name -> name.startsWith("response."));
    }
}
