package dev.throughline.wire.messages.join;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Change;
import dev.throughline.wire.Item;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.Request;
import dev.throughline.wire.join.Hidden;
import dev.throughline.wire.join.Hidden.Pair;
import dev.throughline.wire.join.Hidden.Stretch;
import dev.throughline.wire.join.parts.Matching;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts hidden calls back into a Messages history. The client's one message becomes the messages of the rounds; its
 * blocks are copied as they stand in this request, cache markers included.
 *
 * <pre>
 *   client    assistant [A, B, tool_use c]                              user [tool_result c]
 *   sent      assistant [A, local] user [result] assistant [B, local 2, tool_use c]
 *                                                                       user [result 2, tool_result c]
 * </pre>
 */
final class MessagesPutBack {
    private final Request request;
    private final int index;
    private final List<Item> items;
    private final Matching matching;

    /** The messages of the answer; an empty one stands for the client's own, untouched. */
    private final List<Optional<Bytes>> messages = new ArrayList<>();

    private final List<Change> beside = new ArrayList<>();

    private MessagesPutBack(Request request, int index, List<Item> items, Matching matching) {
        this.request = request;
        this.index = index;
        this.items = items;
        this.matching = matching;
    }

    /** The changes; {@code items} are those of the element at {@code index}. None if they are not what was sent. */
    static List<Change> of(Request request, int index, List<Item> items, Hidden hidden) {
        if (!role(request, index).equals("assistant")) {
            return List.of();
        }
        return Matching.of(hidden.seen(), items)
                .filter(found -> found.count() == items.size())
                .map(found -> new MessagesPutBack(request, index, items, found).changes(hidden))
                .orElse(List.of());
    }

    private List<Change> changes(Hidden hidden) {
        int from = 0;
        for (Stretch round : hidden.rounds()) {
            List<Integer> places =
                    matching.places().subList(from, from + round.seen().size());
            from += round.seen().size();
            if (!add(round, places)) {
                return List.of();
            }
        }
        List<Change> changes = new ArrayList<>(beside);
        int own = messages.indexOf(Optional.<Bytes>empty());
        for (int i = 0; i < messages.size(); i++) {
            Optional<Bytes> message = messages.get(i);
            if (message.isPresent() && own < 0 && i == 0) {
                changes.add(new Change.Replace(index, message.get()));
            } else if (message.isPresent()) {
                changes.add(new Change.InsertAfter(i < own ? index - 1 : index, message.get()));
            }
        }
        return changes;
    }

    /** Adds the messages of a round; says false if its results have no place. */
    private boolean add(Stretch round, List<Integer> places) {
        long found = places.stream().filter(place -> place != Matching.MISSING).count();
        if (round.pairs().isEmpty() && found == items.size()) {
            messages.add(Optional.empty());
            return true;
        }
        if (round.pairs().isEmpty() && found == 0) {
            return true;
        }
        messages.add(Optional.of(assistant(round, places)));
        RawJson results = new RawJson();
        round.pairs().forEach(pair -> results.add(results.isEmpty() ? "" : ",").add(pair.result()));
        if (round.isMixed()) {
            return joinResults(results.toBytes());
        }
        if (!results.isEmpty()) {
            messages.add(Optional.of(MessagesWords.user(results.toBytes())));
        }
        return true;
    }

    private Bytes assistant(Stretch round, List<Integer> places) {
        RawJson blocks = new RawJson().add("[");
        for (int i = 0; i <= places.size(); i++) {
            for (Pair pair : round.pairs()) {
                if (pair.after() == i) {
                    blocks.element(pair.call());
                }
            }
            if (i < places.size() && places.get(i) != Matching.MISSING) {
                blocks.element(block(items.get(places.get(i)).raw()));
            }
        }
        return MessagesWords.assistant(blocks.add("]").toBytes());
    }

    /** A block as it stands in the request; a message that was one bare text makes one of it. */
    private Bytes block(Span span) {
        Bytes raw = request.raw(span);
        return Members.first(raw) == '"' ? MessagesWords.text(raw) : raw;
    }

    /** All results of an assistant message stand in the next one, so these go before the client's. */
    private boolean joinResults(Bytes results) {
        int next = index + 1;
        while (next < request.history().size() && role(request, next).equals("system")) {
            next++;
        }
        if (next == request.history().size()) {
            return false;
        }
        Optional<Bytes> first = Members.of(request.raw(request.history().get(next)))
                .flatMap(message -> message.array("content"))
                .filter(blocks -> !blocks.isEmpty())
                .map(List::getFirst)
                .filter(block -> Members.of(block)
                        .flatMap(found -> found.text("type"))
                        .orElse("")
                        .equals("tool_result"));
        first.ifPresent(block -> {
            int at = block.offset() - request.body().offset();
            beside.add(new Change.Splice(
                    new Span(at, at), new RawJson().add(results).add(",").toBytes()));
        });
        return first.isPresent();
    }

    private static String role(Request request, int index) {
        return Members.of(request.raw(request.history().get(index)))
                .flatMap(message -> message.text("role"))
                .orElse("");
    }
}
