package dev.throughline.wire.responses.join;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.Members;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.parts.Outflow;
import dev.throughline.wire.join.parts.Patch;
import dev.throughline.wire.join.parts.Weave;
import dev.throughline.wire.sse.SseEncoder;
import dev.throughline.wire.sse.SsePassage;
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
 * <p>From the first local call on, {@code output_index} and {@code sequence_number} are counted anew; before it, events
 * pass as they are. What the last event says about the response as a whole is the {@link ClientResponse}'s.
 */
final class ResponsesWeave implements Weave {
    private static final SseEncoder ENCODER = new SseEncoder(Dialect.RESPONSES);
    private static final Set<String> HEADS =
            Set.of("response.created", "response.in_progress", "response.queued", "keepalive", "ping");

    private final Set<String> localNames;
    private final ClientResponse response = new ClientResponse();
    private int nextIndex;
    private OptionalLong nextNumber = OptionalLong.empty();
    private boolean isFirst = true;
    private boolean isOver;

    private final Map<String, Integer> shown = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private boolean hasLocalCall;
    private boolean hasItems;
    private boolean isNew = true;
    private @Nullable SsePassage heldEnd;

    ResponsesWeave(Set<String> localNames) {
        this.localNames = localNames;
    }

    @Override
    public boolean isHead(SsePassage passage) {
        return HEADS.contains(type(passage));
    }

    @Override
    public Optional<Overflow> overflow(SsePassage passage) {
        String type = type(passage);
        boolean isFailure = type.equals("response.failed") || type.equals("error");
        return isFailure ? passage.members().flatMap(ResponsesOverflow::of) : Optional.empty();
    }

    @Override
    public void take(SsePassage passage, Outflow out) {
        if (isNew) {
            begin();
        }
        switch (type(passage)) {
            case "response.created", "response.in_progress", "response.queued" -> announce(passage, out);
            case "response.output_item.added", "response.output_item.done" -> item(passage, out);
            case "response.completed", "response.incomplete" -> end(passage, out);
            case "response.failed", "error" -> {
                isOver = true;
                out.send(isPlain() ? passage.raw() : numbered(passage, response.failed(passage)));
            }
            default -> progress(passage, out);
        }
    }

    @Override
    public void endRound() {
        response.endRound();
        isFirst = false;
        isNew = true;
    }

    @Override
    public void finish(Outflow out) {
        SsePassage end = heldEnd;
        if (!isOver && end != null) {
            isOver = true;
            out.send(numbered(end, response.ended(end)));
        }
    }

    @Override
    public void fail(Bytes body, Outflow out) {
        if (!isOver) {
            isOver = true;
            out.send(ENCODER.event("response.failed", response.failure(body, nextNumber)));
        }
    }

    /** Forgets the round before. Its end is dropped with it, since the answer went on. */
    private void begin() {
        isNew = false;
        shown.clear();
        hidden.clear();
        hasLocalCall = false;
        hasItems = false;
        heldEnd = null;
    }

    private boolean isPlain() {
        return isFirst && !hasLocalCall;
    }

    private void announce(SsePassage passage, Outflow out) {
        if (isFirst) {
            response.name(passage);
            out.send(hasLocalCall ? numbered(passage, new Patch(passage.data())) : passage.raw());
        }
    }

    private void item(SsePassage passage, Outflow out) {
        Optional<Bytes> raw = passage.members().flatMap(data -> data.raw("item"));
        Optional<Members> item = raw.flatMap(Members::of);
        if (item.isPresent() && ResponsesCalls.isLocal(item.get(), localNames)) {
            hide(passage);
            hidden.add(index(passage));
            item.get().text("id").ifPresent(hidden::add);
            hasItems = true;
            return;
        }
        if (type(passage).equals("response.output_item.done") && raw.isPresent()) {
            response.show(raw.get());
            hasItems = true;
        }
        progress(passage, out);
    }

    /** Any event of an item, or one that belongs to none. */
    private void progress(SsePassage passage, Outflow out) {
        if (isPlain()) {
            remember(passage);
            out.send(passage.raw());
            return;
        }
        Optional<Members> data = passage.members();
        if (data.isEmpty()) {
            if (!passage.hasEvent()) {
                out.send(passage.raw());
            }
            return;
        }
        Optional<Bytes> index = data.get().raw("output_index");
        boolean isHidden = index.map(Bytes::utf8).filter(hidden::contains).isPresent()
                || data.get().text("item_id").filter(hidden::contains).isPresent();
        if (isHidden) {
            return;
        }
        Patch patch = new Patch(passage.data());
        index.ifPresent(raw -> patch.replace(
                raw,
                Bytes.of(
                        shown.computeIfAbsent(raw.utf8(), unseen -> nextIndex++).toString())));
        out.send(numbered(passage, patch));
    }

    /** Notes the number of an item that passes as it is; those behind a hidden one are counted on from it. */
    private void remember(SsePassage passage) {
        if (type(passage).startsWith("response.output_item.")) {
            OptionalLong number =
                    passage.members().map(data -> data.number("output_index")).orElse(OptionalLong.empty());
            number.ifPresent(given -> {
                shown.put(Long.toString(given), (int) given);
                nextIndex = (int) given + 1;
            });
        }
    }

    private void end(SsePassage passage, Outflow out) {
        Optional<Members> said = passage.members().flatMap(data -> data.object("response"));
        response.bill(said.flatMap(found -> found.raw("usage")));
        if (!hasItems) {
            said.flatMap(found -> found.array("output")).ifPresent(items -> showAll(items, passage));
        }
        if (hasLocalCall) {
            heldEnd = passage.copy();
            return;
        }
        isOver = true;
        out.send(isFirst ? passage.raw() : numbered(passage, response.ended(passage)));
    }

    /** Some servers name the items of a response only at its end. */
    private void showAll(List<Bytes> items, SsePassage passage) {
        for (Bytes raw : items) {
            boolean isLocal = Members.of(raw)
                    .filter(item -> ResponsesCalls.isLocal(item, localNames))
                    .isPresent();
            if (isLocal) {
                hide(passage);
            } else {
                response.show(raw);
            }
        }
    }

    /** From here on the client's events have numbers of their own, beginning with that of this event. */
    private void hide(SsePassage passage) {
        if (isPlain()) {
            passage.members().map(data -> data.number("sequence_number")).ifPresent(number -> nextNumber = number);
        }
        hasLocalCall = true;
    }

    private Bytes numbered(SsePassage passage, Patch patch) {
        Optional<Bytes> number = passage.members().flatMap(data -> data.raw("sequence_number"));
        if (number.isPresent() && nextNumber.isPresent()) {
            patch.replace(number.get(), Bytes.of(Long.toString(nextNumber.getAsLong())));
            nextNumber = OptionalLong.of(nextNumber.getAsLong() + 1);
        }
        return patch.isEmpty() ? passage.raw() : passage.with(patch.toBytes(), ENCODER);
    }

    private static String index(SsePassage passage) {
        return passage.members()
                .flatMap(data -> data.raw("output_index"))
                .map(Bytes::utf8)
                .orElse("none");
    }

    /** The name of an event tells its type without parsing it; some servers send none. */
    private static String type(SsePassage passage) {
        if (passage.name().startsWith("response.")) {
            return passage.name();
        }
        return passage.members().flatMap(data -> data.text("type")).orElse(passage.name());
    }
}
