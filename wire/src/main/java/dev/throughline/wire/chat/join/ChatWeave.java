package dev.throughline.wire.chat.join;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Joins streams of Chat. The chunks of all rounds bear the name of the first, and together make one message: texts one
 * behind the other, the client's calls counted from 0.
 *
 * <pre>
 *   round 1   role  content A  call 0 local  finish tool_calls  usage  [DONE]
 *   round 2   role  content B  finish stop   usage  [DONE]
 *   client    role  content A  content B     finish stop        usage  [DONE]
 * </pre>
 *
 * <p>One chunk may hold words, calls, the reason of the end and the bill at once. What of it belongs to the end of a
 * round with a local call is taken out and kept; {@link Deltas} takes local calls out.
 */
final class ChatWeave implements Weave {
    private static final SseEncoder ENCODER = new SseEncoder(Dialect.CHAT);
    private static final List<String> NAMES = List.of("id", "created", "model");
    private static final Bytes STOP = Bytes.of("\"stop\"");
    private static final Bytes EMPTY = Bytes.of("{}");

    private final Deltas deltas;
    private final Tally tally = new Tally();
    private final Map<String, Bytes> names = new LinkedHashMap<>();
    private boolean isFirst = true;
    private boolean isOver;

    private boolean isNew = true;
    private @Nullable SsePassage heldEnd;
    private @Nullable SsePassage heldBill;
    private @Nullable SsePassage heldDone;

    ChatWeave(Set<String> localNames) {
        this.deltas = new Deltas(localNames);
    }

    @Override
    public boolean isHead(SsePassage passage) {
        return passage.members()
                .flatMap(chunk -> chunk.array("choices"))
                .filter(choices -> choices.stream().allMatch(ChatWeave::isSilent))
                .isPresent();
    }

    @Override
    public Optional<Overflow> overflow(SsePassage passage) {
        return passage.members().flatMap(ChatOverflow::ofEvent);
    }

    @Override
    public void take(SsePassage passage, Outflow out) {
        if (isNew) {
            begin();
        }
        Optional<Members> chunk = passage.members();
        if (passage.data().equals(SseEncoder.DONE)) {
            done(passage, out);
        } else if (chunk.isPresent() && chunk.get().raw("error").isPresent()) {
            isOver = true;
            out.send(passage.raw());
        } else if (chunk.isPresent()) {
            chunk(passage, chunk.get(), out);
        } else if (!passage.hasEvent() || isPlain()) {
            out.send(passage.raw());
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
        SsePassage end = heldEnd;
        if (isOver || end == null) {
            return;
        }
        isOver = true;
        out.send(ended(end));
        if (heldBill != null) {
            out.send(billed(heldBill));
        }
        if (heldDone != null) {
            out.send(heldDone.raw());
        }
    }

    @Override
    public void fail(Bytes body, Outflow out) {
        if (!isOver) {
            isOver = true;
            out.send(ENCODER.event("", body));
        }
    }

    /** Forgets the round before. Its end is dropped with it, since the answer went on. */
    private void begin() {
        isNew = false;
        deltas.begin();
        heldEnd = null;
        heldBill = null;
        heldDone = null;
    }

    private boolean isPlain() {
        return isFirst && !deltas.hasLocalCall();
    }

    private void done(SsePassage passage, Outflow out) {
        if (deltas.hasLocalCall()) {
            heldDone = passage.copy();
        } else {
            out.send(passage.raw());
        }
    }

    private void chunk(SsePassage passage, Members chunk, Outflow out) {
        List<Bytes> choices = chunk.array("choices").orElse(List.of());
        Optional<Bytes> bill = chunk.raw("usage");
        tally.note(bill);
        Patch patch = new Patch(passage.data());
        boolean says = deltas.take(choices, patch, /* keepsRole= */ isFirst);
        boolean ends = choices.stream().anyMatch(ChatWeave::isEnd);
        if (isFirst && names.isEmpty()) {
            name(chunk);
        }
        if (isPlain()) {
            isOver |= ends;
            out.send(passage.raw());
        } else if (deltas.hasLocalCall()) {
            hold(passage, choices, ends, bill.isPresent());
            if (says) {
                choices.forEach(choice -> reason(choice).ifPresent(raw -> patch.replace(raw, ChatWords.NULL)));
                bill.ifPresent(raw -> patch.replace(raw, ChatWords.NULL));
                out.send(named(passage, patch));
            }
        } else if (says || ends || bill.isPresent()) {
            isOver |= ends;
            bill.ifPresent(raw -> patch.replace(raw, tally.told().orElse(raw)));
            out.send(named(passage, patch));
        }
    }

    private void name(Members chunk) {
        for (String name : NAMES) {
            chunk.raw(name).ifPresent(raw -> names.put(name, Bytes.of(raw.toArray())));
        }
    }

    /** Keeps what a chunk says about the end of a round that holds a local call. */
    private void hold(SsePassage passage, List<Bytes> choices, boolean ends, boolean hasBill) {
        if (ends) {
            heldEnd = passage.copy();
        } else if (hasBill && choices.isEmpty()) {
            heldBill = passage.copy();
        }
    }

    /** The end of the message: no words, and a call that the client never saw is no reason to stop. */
    private Bytes ended(SsePassage passage) {
        Patch patch = new Patch(passage.data());
        Members chunk = passage.members().orElseThrow();
        for (Bytes choice : chunk.array("choices").orElse(List.of())) {
            Members.of(choice).flatMap(found -> found.raw("delta")).ifPresent(raw -> patch.replace(raw, EMPTY));
            reason(choice)
                    .filter(raw -> isForTools(raw) && !deltas.hasClientCall())
                    .ifPresent(raw -> patch.replace(raw, STOP));
        }
        chunk.raw("usage").ifPresent(raw -> patch.replace(raw, tally.told().orElse(raw)));
        return named(passage, patch);
    }

    private Bytes billed(SsePassage passage) {
        Patch patch = new Patch(passage.data());
        passage.members()
                .flatMap(chunk -> chunk.raw("usage"))
                .ifPresent(raw -> patch.replace(raw, tally.told().orElse(raw)));
        return named(passage, patch);
    }

    /** The passage with these changes, and in a later round with the name of the first. */
    private Bytes named(SsePassage passage, Patch patch) {
        Optional<Members> chunk = passage.members();
        names.forEach(
                (name, value) -> chunk.flatMap(found -> found.raw(name)).ifPresent(raw -> patch.replace(raw, value)));
        return patch.isEmpty() ? passage.raw() : passage.with(patch.toBytes(), ENCODER);
    }

    private static boolean isForTools(Bytes reason) {
        return Members.text(reason).orElse("").equals("tool_calls");
    }

    private static Optional<Bytes> reason(Bytes choice) {
        return Members.of(choice)
                .flatMap(found -> found.raw("finish_reason"))
                .filter(raw -> !Members.text(raw).orElse("").isEmpty());
    }

    private static boolean isEnd(Bytes choice) {
        return reason(choice).isPresent();
    }

    private static boolean isSilent(Bytes choice) {
        return !isEnd(choice)
                && Members.of(choice)
                        .flatMap(found -> found.object("delta"))
                        .map(Deltas::isSilent)
                        .orElse(true);
    }
}
