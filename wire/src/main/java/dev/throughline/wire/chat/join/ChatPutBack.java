package dev.throughline.wire.chat.join;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.Change;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.Request;
import dev.throughline.wire.join.Hidden;
import dev.throughline.wire.join.Hidden.Pair;
import dev.throughline.wire.join.Hidden.Seen;
import dev.throughline.wire.join.Hidden.Stretch;
import dev.throughline.wire.join.parts.Patch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts hidden calls back into a Chat history. The client's one message is cut into those of the rounds; the last of
 * them is the client's own with what is left of its text.
 *
 * <pre>
 *   client    assistant "AB" [c]                                        tool c
 *   sent      assistant "A" [local], tool local, assistant "B" [local 2, c]   tool c, tool local 2
 * </pre>
 */
final class ChatPutBack {
    private final Request request;
    private final int index;
    private final ChatHiding hiding;
    private final Bytes own;
    private final Members message;
    private final List<Change> changes = new ArrayList<>();

    private ChatPutBack(Request request, int index, ChatHiding hiding, Members message) {
        this.request = request;
        this.index = index;
        this.hiding = hiding;
        this.own = request.raw(request.history().get(index));
        this.message = message;
    }

    /** The changes; none if what stands at {@code index} is not what was sent. */
    static List<Change> of(Request request, int index, ChatHiding hiding, Hidden hidden) {
        return Members.of(request.raw(request.history().get(index)))
                .filter(found -> found.text("role").orElse("").equals("assistant"))
                .map(found -> new ChatPutBack(request, index, hiding, found))
                .filter(back -> back.isSame(hidden) && back.add(hidden))
                .map(back -> back.changes)
                .orElse(List.of());
    }

    /** Whether the message is what the client was sent. Thoughts may be missing, as many clients drop them. */
    private boolean isSame(Hidden hidden) {
        List<Hash> calls =
                ChatCalls.list(Optional.of(message)).stream().map(hiding::id).toList();
        List<Hash> seen = hidden.seen().stream()
                .filter(one -> one.kind() == ItemKind.TOOL_CALL)
                .map(Seen::id)
                .toList();
        Optional<Bytes> thoughts = ChatHiding.thoughts(message).map(Members.Member::raw);
        return calls.equals(seen)
                && isSame(content(), hidden, ItemKind.ASSISTANT)
                && (thoughts.isEmpty() || isSame(thoughts, hidden, ItemKind.REASONING));
    }

    private static boolean isSame(Optional<Bytes> text, Hidden hidden, ItemKind kind) {
        TextCut cut = new TextCut(text.orElse(Bytes.of("\"\"")));
        for (Seen seen : hidden.seen()) {
            boolean isThis = seen.kind() == kind;
            if (isThis
                    && !Members.text(cut.next(seen.length()))
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
                .flatMap(parts -> Members.of(parts.getFirst()))
                .flatMap(part -> part.raw("text"));
        return only.or(() -> message.raw("content")).filter(raw -> Members.first(raw) == '"');
    }

    private boolean add(Hidden hidden) {
        TextCut words = new TextCut(content().orElse(Bytes.of("\"\"")));
        Members.@Nullable Member thoughts = ChatHiding.thoughts(message).orElse(null);
        TextCut ideas = new TextCut(thoughts == null ? Bytes.of("\"\"") : thoughts.raw());
        List<Bytes> calls = ChatCalls.list(Optional.of(message));
        int called = 0;
        for (int i = 0; i < hidden.rounds().size(); i++) {
            Stretch round = hidden.rounds().get(i);
            Said said = new Said(
                    words.next(length(round, ItemKind.ASSISTANT)),
                    thoughts == null ? "" : thoughts.name(),
                    ideas.next(length(round, ItemKind.REASONING)),
                    calls(round, calls.subList(called, called + count(round))));
            called += count(round);
            if (i + 1 < hidden.rounds().size()) {
                insert(index - 1, said, round);
            } else if (!last(said, round)) {
                return false;
            }
        }
        return true;
    }

    /** What one round says; texts are raw strings. */
    private record Said(Bytes words, String thoughtsName, Bytes thoughts, List<Bytes> calls) {
        private static final int QUOTES = 2;

        boolean hasWords() {
            return words.length() > QUOTES;
        }

        boolean isNothing() {
            return !hasWords() && calls.isEmpty();
        }

        Bytes content() {
            return hasWords() || calls.isEmpty() ? words : ChatWords.NULL;
        }

        Bytes message() {
            RawJson message = new RawJson().add("{\"role\":\"assistant\"").member("content", content());
            if (thoughts.length() > QUOTES) {
                message.member(thoughtsName, thoughts);
            }
            if (!calls.isEmpty()) {
                message.member("tool_calls", ChatWords.array(calls));
            }
            return message.add("}").toBytes();
        }
    }

    private void insert(int after, Said said, Stretch round) {
        if (!said.isNothing()) {
            changes.add(new Change.InsertAfter(after, said.message()));
            round.pairs().forEach(pair -> changes.add(new Change.InsertAfter(after, pair.result())));
        }
    }

    /** Makes the client's own message that of the last round; says false if its results have no place. */
    private boolean last(Said said, Stretch round) {
        if (said.isNothing()) {
            changes.add(new Change.Drop(index));
            return true;
        }
        Patch patch = new Patch(own);
        content().filter(raw -> !raw.equals(said.words())).ifPresent(raw -> patch.put(own, "content", said.content()));
        ChatHiding.thoughts(message).ifPresent(found -> patch.replace(found.raw(), said.thoughts()));
        if (!round.pairs().isEmpty()) {
            patch.put(own, "tool_calls", ChatWords.array(said.calls()));
        }
        if (!patch.isEmpty()) {
            changes.add(new Change.Replace(index, patch.toBytes()));
        }
        int end = round.isMixed() ? lastResult() : index;
        round.pairs().forEach(pair -> changes.add(new Change.InsertAfter(end, pair.result())));
        return !round.isMixed() || end > index;
    }

    /** The last of the tool messages behind this one. */
    private int lastResult() {
        int at = index;
        while (at + 1 < request.history().size() && isResult(at + 1)) {
            at++;
        }
        return at;
    }

    private boolean isResult(int element) {
        return Members.of(request.raw(request.history().get(element)))
                .flatMap(found -> found.text("role"))
                .orElse("")
                .equals("tool");
    }

    /** The client's calls of a round with the hidden ones in their places. */
    private static List<Bytes> calls(Stretch round, List<Bytes> clients) {
        int texts = round.seen().size() - count(round);
        List<Bytes> calls = new ArrayList<>();
        for (int i = 0; i <= clients.size(); i++) {
            for (Pair pair : round.pairs()) {
                if (pair.after() == texts + i) {
                    calls.add(pair.call());
                }
            }
            if (i < clients.size()) {
                calls.add(clients.get(i));
            }
        }
        return calls;
    }

    private static int count(Stretch round) {
        return (int) round.seen().stream()
                .filter(one -> one.kind() == ItemKind.TOOL_CALL)
                .count();
    }

    private static int length(Stretch round, ItemKind kind) {
        return round.seen().stream()
                .filter(one -> one.kind() == kind)
                .mapToInt(Seen::length)
                .sum();
    }
}
