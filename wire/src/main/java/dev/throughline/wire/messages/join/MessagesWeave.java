package dev.throughline.wire.messages.join;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.Members;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.parts.Outflow;
import dev.throughline.wire.join.parts.Patch;
import dev.throughline.wire.join.parts.Tally;
import dev.throughline.wire.join.parts.Weave;
import dev.throughline.wire.sse.SseEncoder;
import dev.throughline.wire.sse.SsePassage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Joins streams of Messages. The message of the first round is the one that the client sees; later rounds add blocks to
 * it.
 *
 * <pre>
 *   round 1   message_start  block 0 text  block 1 local  message_delta  message_stop
 *   round 2   message_start  block 0 text                 message_delta  message_stop
 *   client    message_start  block 0 text  block 1 text   message_delta  message_stop
 * </pre>
 *
 * <p>An event changes only where it must: {@code index}, and in the {@code message_delta} of a later round the
 * {@code usage}. As long as nothing differs, an event is not even parsed unless it begins a block or ends the message.
 */
final class MessagesWeave implements Weave {
    private static final SseEncoder ENCODER = new SseEncoder(Dialect.MESSAGES);
    private static final Bytes END_TURN = Bytes.of("\"end_turn\"");
    private static final Set<String> NAMES = Set.of(
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop",
            "ping",
            "error");

    private final Set<String> localNames;
    private final Tally tally = new Tally();
    private int nextIndex;
    private boolean isFirst = true;
    private boolean isOver;

    private final Map<String, Integer> shown = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private boolean hasClientCall;
    private boolean isNew = true;
    private @Nullable SsePassage heldDelta;
    private @Nullable SsePassage heldStop;

    MessagesWeave(Set<String> localNames) {
        this.localNames = localNames;
    }

    @Override
    public boolean isHead(SsePassage passage) {
        String type = type(passage);
        return type.equals("message_start") || type.equals("ping");
    }

    @Override
    public Optional<Overflow> overflow(SsePassage passage) {
        return type(passage).equals("error") ? MessagesOverflow.of(passage.data()) : Optional.empty();
    }

    @Override
    public void take(SsePassage passage, Outflow out) {
        if (isNew) {
            begin();
        }
        switch (type(passage)) {
            case "message_start" -> start(passage, out);
            case "content_block_start" -> open(passage, out);
            case "content_block_delta", "content_block_stop" -> grow(passage, out);
            case "message_delta" -> end(passage, out);
            case "message_stop" -> stop(passage, out);
            case "error" -> {
                isOver = true;
                out.send(passage.raw());
            }
            default -> out.send(passage.raw());
        }
    }

    @Override
    public void endRound() {
        tally.endRound();
        isFirst = false;
        isNew = true;
    }

    @Override
    public void finish(Outflow out) {
        SsePassage delta = heldDelta;
        if (isOver || delta == null) {
            return;
        }
        isOver = true;
        out.send(ended(delta));
        if (heldStop != null) {
            out.send(heldStop.raw());
        }
    }

    @Override
    public void fail(Bytes body, Outflow out) {
        if (!isOver) {
            isOver = true;
            out.send(ENCODER.event("error", body));
        }
    }

    /** Forgets the round before. Its end is dropped with it, since the answer went on. */
    private void begin() {
        isNew = false;
        shown.clear();
        hidden.clear();
        hasClientCall = false;
        heldDelta = null;
        heldStop = null;
    }

    private void start(SsePassage passage, Outflow out) {
        tally.note(passage.members().flatMap(data -> data.object("message")).flatMap(message -> message.raw("usage")));
        if (isFirst) {
            out.send(passage.raw());
        }
    }

    private void open(SsePassage passage, Outflow out) {
        Optional<Members> block = passage.members().flatMap(data -> data.object("content_block"));
        String index = index(passage);
        if (block.isPresent() && MessagesCalls.isLocal(block.get(), localNames)) {
            hidden.add(index);
            return;
        }
        hasClientCall |= block.isPresent() && MessagesCalls.isCall(block.get());
        int given = isFirst && hidden.isEmpty() ? (int) number(passage) : nextIndex;
        shown.put(index, given);
        nextIndex = given + 1;
        grow(passage, out);
    }

    private void grow(SsePassage passage, Outflow out) {
        if (isFirst && hidden.isEmpty()) {
            out.send(passage.raw());
            return;
        }
        Integer index = shown.get(index(passage));
        if (index != null && !hidden.contains(index(passage))) {
            Patch patch = new Patch(passage.data());
            passage.members()
                    .flatMap(data -> data.raw("index"))
                    .ifPresent(raw -> patch.replace(raw, Bytes.of(index.toString())));
            out.send(patched(passage, patch));
        }
    }

    private void end(SsePassage passage, Outflow out) {
        tally.note(passage.members().flatMap(data -> data.raw("usage")));
        if (hidden.isEmpty()) {
            isOver = true;
            out.send(tally.hasEarlier() ? ended(passage) : passage.raw());
        } else {
            heldDelta = passage.copy();
        }
    }

    private void stop(SsePassage passage, Outflow out) {
        if (hidden.isEmpty()) {
            out.send(passage.raw());
        } else {
            heldStop = passage.copy();
        }
    }

    /**
     * The end of the message, with the last prompt and the words of all rounds on the bill. A call that the client
     * never saw is no reason to stop.
     */
    private Bytes ended(SsePassage passage) {
        Optional<Members> data = passage.members();
        if (data.isEmpty()) {
            return passage.raw();
        }
        Patch patch = new Patch(passage.data());
        Optional<Bytes> reason = data.get().object("delta").flatMap(delta -> delta.raw("stop_reason"));
        boolean isForTools = reason.flatMap(Members::text).orElse("").equals("tool_use");
        if (isForTools && !hasClientCall) {
            patch.replace(reason.get(), END_TURN);
        }
        tally.told().ifPresent(usage -> patch.put(passage.data(), "usage", usage));
        return patched(passage, patch);
    }

    private static Bytes patched(SsePassage passage, Patch patch) {
        return patch.isEmpty() ? passage.raw() : passage.with(patch.toBytes(), ENCODER);
    }

    /** The number of a block that passes as it is; those behind a hidden one are counted on from it. */
    private long number(SsePassage passage) {
        return passage.members()
                .map(data -> data.number("index"))
                .orElse(OptionalLong.empty())
                .orElse(nextIndex);
    }

    private static String index(SsePassage passage) {
        return passage.members()
                .flatMap(data -> data.raw("index"))
                .map(Bytes::utf8)
                .orElse("");
    }

    /** The name of an event tells its type without parsing it; some servers send none. */
    private static String type(SsePassage passage) {
        if (NAMES.contains(passage.name())) {
            return passage.name();
        }
        return passage.members().flatMap(data -> data.text("type")).orElse(passage.name());
    }
}
