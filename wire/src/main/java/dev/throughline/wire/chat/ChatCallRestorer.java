package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.HiddenCalls.HiddenRound;
import dev.throughline.wire.HiddenCalls.SeenItem;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Restores hidden calls in a Chat history. The client's message is split into those of the rounds; the last one is the
 * client's own with the rest of its text.
 *
 * <pre>
 *   client    assistant "AB" [c]                                        tool c
 *   sent      assistant "A" [local], tool local, assistant "B" [local 2, c]   tool c, tool local 2
 * </pre>
 */
final class ChatCallRestorer {
    private static final Bytes NULL = Bytes.of("null");

    private final Request request;
    private final int index;
    private final Function<Bytes, Hash> ids;
    private final Bytes own;
    private final RawObject message;
    private final List<RequestChange> changes = new ArrayList<>();

    private ChatCallRestorer(Request request, int index, Function<Bytes, Hash> ids, RawObject message) {
        this.request = request;
        this.index = index;
        this.ids = ids;
        this.own = request.raw(request.history().get(index));
        this.message = message;
    }

    /** The changes; none if the message at {@code index} is not what was sent. */
    static List<RequestChange> restore(Request request, int index, Function<Bytes, Hash> ids, HiddenCalls hidden) {
        return RawObject.of(request.raw(request.history().get(index)))
                .filter(found -> found.is("role", "assistant"))
                .map(found -> new ChatCallRestorer(request, index, ids, found))
                .filter(back -> back.isSame(hidden) && back.add(hidden))
                .map(back -> back.changes)
                .orElse(List.of());
    }

    /** Whether the message is what the client was sent. Reasoning may be missing, as many clients drop it. */
    private boolean isSame(HiddenCalls hidden) {
        List<Hash> calls = ChatToolCodec.calls(message).stream()
                .map(call -> ids.apply(call.raw()))
                .toList();
        List<Hash> seen = hidden.seen().stream()
                .filter(one -> one.kind() == ItemKind.TOOL_CALL)
                .map(SeenItem::id)
                .toList();
        Optional<Bytes> thoughts = ChatToolCodec.thoughts(message).map(Member::raw);
        return calls.equals(seen)
                && isSame(content(), hidden, ItemKind.ASSISTANT)
                && (thoughts.isEmpty() || isSame(thoughts, hidden, ItemKind.REASONING));
    }

    private static boolean isSame(Optional<Bytes> text, HiddenCalls hidden, ItemKind kind) {
        JsonStringCutter cut = new JsonStringCutter(text.orElse(Bytes.of("\"\"")));
        for (SeenItem seen : hidden.seen()) {
            boolean isThis = seen.kind() == kind;
            if (isThis
                    && !RawObject.text(cut.next(seen.length()))
                            .map(Hash::of)
                            .filter(seen.id()::equals)
                            .isPresent()) {
                return false;
            }
        }
        return cut.isAtEnd();
    }

    /** The text of the message as a raw string, also where it is a list of one text. */
    private Optional<Bytes> content() {
        Optional<Bytes> only = message.array("content")
                .filter(parts -> parts.size() == 1)
                .flatMap(parts -> RawObject.of(parts.getFirst()))
                .flatMap(part -> part.raw("text"));
        return only.or(() -> message.raw("content")).filter(raw -> RawObject.first(raw) == '"');
    }

    private boolean add(HiddenCalls hidden) {
        JsonStringCutter texts = new JsonStringCutter(content().orElse(Bytes.of("\"\"")));
        Member thoughts = ChatToolCodec.thoughts(message).orElse(null);
        JsonStringCutter ideas = new JsonStringCutter(thoughts == null ? Bytes.of("\"\"") : thoughts.raw());
        List<Optional<Bytes>> calls = ChatToolCodec.calls(message).stream()
                .map(call -> Optional.of(call.raw()))
                .toList();
        int called = 0;
        for (int i = 0; i < hidden.rounds().size(); i++) {
            HiddenRound round = hidden.rounds().get(i);
            RoundMessage sent = new RoundMessage(
                    texts.next(length(round, ItemKind.ASSISTANT)),
                    thoughts == null ? "" : thoughts.name(),
                    ideas.next(length(round, ItemKind.REASONING)),
                    round.withCalls(round.seen().size() - count(round), calls.subList(called, called + count(round))));
            called += count(round);
            if (i + 1 < hidden.rounds().size()) {
                insert(index - 1, sent, round);
            } else if (!last(sent, round)) {
                return false;
            }
        }
        return true;
    }

    /** The message of one round; texts are raw strings. */
    private record RoundMessage(Bytes text, String thoughtsName, Bytes thoughts, List<Bytes> calls) {
        private static final int QUOTES = 2;

        boolean hasText() {
            return text.length() > QUOTES;
        }

        boolean isNothing() {
            return !hasText() && calls.isEmpty();
        }

        Bytes content() {
            return hasText() || calls.isEmpty() ? text : NULL;
        }

        Bytes message() {
            return JsonBuilder.object()
                    .with("role", "assistant")
                    .with("content", content())
                    .with(thoughtsName, Optional.of(thoughts).filter(text -> text.length() > QUOTES))
                    .with("tool_calls", Optional.of(calls).filter(list -> !list.isEmpty()))
                    .end();
        }
    }

    private void insert(int after, RoundMessage sent, HiddenRound round) {
        if (!sent.isNothing()) {
            changes.add(new RequestChange.InsertAfter(after, sent.message()));
            round.calls().forEach(pair -> changes.add(new RequestChange.InsertAfter(after, pair.result())));
        }
    }

    /** Makes the client's own message that of the last round; returns false if its results cannot be placed. */
    private boolean last(RoundMessage sent, HiddenRound round) {
        if (sent.isNothing()) {
            changes.add(new RequestChange.Drop(index));
            return true;
        }
        JsonEdits edits = new JsonEdits(own);
        content()
                .filter(raw -> !raw.equals(sent.text()))
                .ifPresent(raw -> edits.set(message, "content", sent.content()));
        ChatToolCodec.thoughts(message).ifPresent(found -> edits.replace(found.raw(), sent.thoughts()));
        if (!round.calls().isEmpty()) {
            edits.set(message, "tool_calls", JsonBuilder.array(sent.calls()));
        }
        if (!edits.isEmpty()) {
            changes.add(new RequestChange.ReplaceElement(index, edits.toBytes()));
        }
        int end = round.isMixed() ? lastResult() : index;
        round.calls().forEach(pair -> changes.add(new RequestChange.InsertAfter(end, pair.result())));
        return !round.isMixed() || end > index;
    }

    /** The last of the tool messages after this one. */
    private int lastResult() {
        int at = index;
        while (at + 1 < request.history().size() && isResult(at + 1)) {
            at++;
        }
        return at;
    }

    private boolean isResult(int element) {
        return RawObject.of(request.raw(request.history().get(element)))
                .filter(found -> found.is("role", "tool"))
                .isPresent();
    }

    private static int count(HiddenRound round) {
        return (int) round.seen().stream()
                .filter(one -> one.kind() == ItemKind.TOOL_CALL)
                .count();
    }

    private static int length(HiddenRound round, ItemKind kind) {
        return round.seen().stream()
                .filter(one -> one.kind() == kind)
                .mapToInt(SeenItem::length)
                .sum();
    }
}
