package dev.throughline.wire.chat.join;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.join.Answered;
import dev.throughline.wire.join.Hidden;
import dev.throughline.wire.join.Hidden.Pair;
import dev.throughline.wire.join.Hidden.Seen;
import dev.throughline.wire.join.Hidden.Stretch;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.parts.Hiding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells what the client saw of some Chat rounds from what it did not.
 *
 * <p>The texts of all rounds reach the client as one, so what is kept of each is its hash and its length: enough to cut
 * the one text again and to know that it is still the same.
 */
final class ChatHiding {
    /** Where servers put thoughts; the first one that is there counts. */
    static final List<String> THOUGHTS = List.of("reasoning_content", "reasoning");

    private final Wire wire;

    ChatHiding(Wire wire) {
        this.wire = wire;
    }

    /** What is hidden; nothing if no call was answered, or a reply cannot be understood. */
    Optional<Hidden> of(List<Answered> rounds) {
        try {
            Hidden hidden = new Hidden(rounds.stream().map(this::stretch).toList());
            return Hiding.isAnythingIn(hidden) ? Optional.of(hidden) : Optional.empty();
        } catch (UnreadableException e) {
            return Optional.empty();
        }
    }

    /** The id of a call, whatever stands around it. */
    Hash id(Bytes call) {
        Bytes message = new RawJson()
                .add("{\"role\":\"assistant\",\"content\":\"-\",\"tool_calls\":[")
                .add(call)
                .add("]}")
                .toBytes();
        return wire.itemise(message, new Span(0, message.length())).getLast().id();
    }

    /** The raw string of the thoughts in a message, and the name under which it stands. */
    static Optional<Members.Member> thoughts(Members message) {
        return THOUGHTS.stream()
                .flatMap(name -> message
                        .raw(name)
                        .filter(raw -> Members.first(raw) == '"' && raw.length() > 2)
                        .map(raw -> new Members.Member(name, raw))
                        .stream())
                .findFirst();
    }

    private Stretch stretch(Answered answered) {
        List<Seen> seen = new ArrayList<>();
        List<Pair> pairs = new ArrayList<>();
        Optional<Members> message =
                answered.round().reply().elements().stream().findFirst().flatMap(Members::of);
        message.flatMap(ChatHiding::thoughts)
                .flatMap(found -> Members.text(found.raw()))
                .ifPresent(text -> seen.add(seen(ItemKind.REASONING, text)));
        message.flatMap(found -> found.text("content"))
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> seen.add(seen(ItemKind.ASSISTANT, text)));
        for (Bytes raw : ChatCalls.list(message)) {
            Optional<LocalCall> call = answered.round().calls().stream()
                    .filter(local -> local.raw().equals(raw))
                    .findFirst();
            if (call.isEmpty()) {
                seen.add(new Seen(ItemKind.TOOL_CALL, id(raw), 0));
            } else {
                Hiding.result(answered, call.get())
                        .ifPresent(result -> pairs.add(new Pair(seen.size(), raw, ChatWords.result(result))));
            }
        }
        return new Stretch(seen, pairs, answered.round().isMixed());
    }

    private static Seen seen(ItemKind kind, String text) {
        return new Seen(kind, Hash.of(text), text.length());
    }
}
