package dev.throughline.wire.join.parts;

import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.join.Answered;
import dev.throughline.wire.join.Hidden;
import dev.throughline.wire.join.Hidden.Pair;
import dev.throughline.wire.join.Hidden.Seen;
import dev.throughline.wire.join.Hidden.Stretch;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.LocalResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Tells what the client saw of some rounds from what it did not, in dialects where each call is an item of its own. */
public final class Hiding {
    private final Wire wire;
    private final BiFunction<LocalCall, LocalResult, Bytes> written;

    /** {@code written} writes a result as it is put back. */
    public Hiding(Wire wire, BiFunction<LocalCall, LocalResult, Bytes> written) {
        this.wire = wire;
        this.written = written;
    }

    /** What is hidden; nothing if no call was answered, or a reply cannot be understood. */
    public Optional<Hidden> of(List<Answered> rounds) {
        try {
            Hidden hidden = new Hidden(rounds.stream().map(this::stretch).toList());
            return isAnythingIn(hidden) ? Optional.of(hidden) : Optional.empty();
        } catch (UnreadableException e) {
            return Optional.empty();
        }
    }

    /** Whether at least one call is to be put back. */
    public static boolean isAnythingIn(Hidden hidden) {
        return hidden.rounds().stream().anyMatch(round -> !round.pairs().isEmpty());
    }

    /** The answer to a call. */
    public static Optional<LocalResult> result(Answered answered, LocalCall call) {
        return answered.results().stream()
                .filter(result -> result.callId().equals(call.id()))
                .findFirst();
    }

    private Stretch stretch(Answered answered) {
        List<Seen> seen = new ArrayList<>();
        List<Pair> pairs = new ArrayList<>();
        for (Bytes element : answered.round().reply().elements()) {
            for (Item item : wire.itemise(element, new Span(0, element.length()))) {
                Optional<LocalCall> call = call(answered, element.slice(item.raw()));
                if (call.isEmpty()) {
                    seen.add(new Seen(item.kind(), item.id(), length(element, item)));
                } else {
                    result(answered, call.get())
                            .map(result -> written.apply(call.get(), result))
                            .ifPresent(result ->
                                    pairs.add(new Pair(seen.size(), call.get().raw(), result)));
                }
            }
        }
        return new Stretch(seen, pairs, answered.round().isMixed());
    }

    private static Optional<LocalCall> call(Answered answered, Bytes raw) {
        return answered.round().calls().stream()
                .filter(call -> call.raw().equals(raw))
                .findFirst();
    }

    private int length(Bytes element, Item item) {
        if (item.kind() != ItemKind.ASSISTANT) {
            return 0;
        }
        String text = wire.text(element, item);
        return text.isBlank() ? 0 : text.length();
    }
}
