package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.HiddenCalls.HiddenCall;
import dev.throughline.wire.HiddenCalls.HiddenRound;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.request.ContentParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Restores hidden calls in a Messages history. The client's one message becomes the messages of the rounds; its
 * blocks are copied as they are in this request, cache markers included.
 *
 * <pre>
 *   client    assistant [A, B, tool_use c]                              user [tool_result c]
 *   sent      assistant [A, local] user [result] assistant [B, local 2, tool_use c]
 *                                                                       user [result 2, tool_result c]
 * </pre>
 */
final class MessagesCallRestorer {
    private final Request request;
    private final int index;
    private final List<Item> items;

    /** For each item that the client saw its index in {@code items}, or {@link HiddenCalls#MISSING}. */
    private final List<Integer> places;

    /** The messages of the answer; an empty one stands for the client's own, untouched. */
    private final List<Optional<Bytes>> messages = new ArrayList<>();

    private final List<RequestChange> beside = new ArrayList<>();

    private MessagesCallRestorer(Request request, int index, List<Item> items, List<Integer> places) {
        this.request = request;
        this.index = index;
        this.items = items;
        this.places = places;
    }

    /** The changes; {@code items} are those of the element at {@code index}. None if they are not what was sent. */
    static List<RequestChange> restore(Request request, int index, List<Item> items, HiddenCalls hidden) {
        if (!role(request, index).equals("assistant")) {
            return List.of();
        }
        return hidden.places(items)
                .filter(places -> count(places) == items.size())
                .map(places -> new MessagesCallRestorer(request, index, items, places).changes(hidden))
                .orElse(List.of());
    }

    private List<RequestChange> changes(HiddenCalls hidden) {
        int from = 0;
        for (HiddenRound round : hidden.rounds()) {
            int end = from + round.seen().size();
            boolean isAdded = add(round, places.subList(from, end));
            from = end;
            if (!isAdded) {
                return List.of();
            }
        }
        List<RequestChange> changes = new ArrayList<>(beside);
        int own = messages.indexOf(Optional.<Bytes>empty());
        for (int i = 0; i < messages.size(); i++) {
            Optional<Bytes> message = messages.get(i);
            if (message.isPresent() && own < 0 && i == 0) {
                changes.add(new RequestChange.ReplaceElement(index, message.get()));
            } else if (message.isPresent()) {
                changes.add(new RequestChange.InsertAfter(i < own ? index - 1 : index, message.get()));
            }
        }
        return changes;
    }

    /** Adds the messages of a round; returns false if its results cannot be placed. */
    private boolean add(HiddenRound round, List<Integer> shown) {
        long found = count(shown);
        if (round.calls().isEmpty() && found == items.size()) {
            messages.add(Optional.empty());
            return true;
        }
        if (round.calls().isEmpty() && found == 0) {
            return true;
        }
        messages.add(Optional.of(assistant(round, shown)));
        List<Bytes> results = round.calls().stream().map(HiddenCall::result).toList();
        if (round.isMixed()) {
            return joinResults(results);
        }
        if (!results.isEmpty()) {
            messages.add(Optional.of(MessagesToolCodec.user(results)));
        }
        return true;
    }

    private static long count(List<Integer> places) {
        return places.stream().filter(place -> place != HiddenCalls.MISSING).count();
    }

    private Bytes assistant(HiddenRound round, List<Integer> shown) {
        List<Optional<Bytes>> blocks = shown.stream()
                .map(place -> place == HiddenCalls.MISSING
                        ? Optional.<Bytes>empty()
                        : Optional.of(block(items.get(place).raw())))
                .toList();
        return MessagesStreamReader.message(JsonBuilder.array(round.withCalls(0, blocks)));
    }

    /** A block as it is in the request; a message that was a string becomes one. */
    private Bytes block(Span span) {
        Bytes raw = request.raw(span);
        return RawObject.first(raw) == '"' ? ContentParts.text("text", raw) : raw;
    }

    /** All results of an assistant message are in the next one, so these are put before the client's. */
    private boolean joinResults(List<Bytes> results) {
        int next = index + 1;
        while (next < request.history().size() && role(request, next).equals("system")) {
            next++;
        }
        if (next == request.history().size()) {
            return false;
        }
        Optional<RawObject> first = RawObject.of(request.raw(request.history().get(next)))
                .flatMap(message -> message.elements("content"))
                .filter(blocks -> !blocks.isEmpty())
                .flatMap(blocks -> blocks.getFirst().object())
                .filter(block -> block.is("type", "tool_result"));
        first.ifPresent(block -> {
            int at = block.raw().offset() - request.body().offset();
            JsonBuilder added = new JsonBuilder();
            results.forEach(result -> added.add(result).add(","));
            beside.add(new RequestChange.Splice(new Span(at, at), added.toBytes()));
        });
        return first.isPresent();
    }

    private static String role(Request request, int index) {
        return RawObject.of(request.raw(request.history().get(index)))
                .flatMap(message -> message.text("role"))
                .orElse("");
    }
}
