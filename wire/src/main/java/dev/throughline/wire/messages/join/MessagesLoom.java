package dev.throughline.wire.messages.join;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Change;
import dev.throughline.wire.Item;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Request;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.join.Answered;
import dev.throughline.wire.join.Braid;
import dev.throughline.wire.join.Hidden;
import dev.throughline.wire.join.LocalTool;
import dev.throughline.wire.join.Loom;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.parts.Calls;
import dev.throughline.wire.join.parts.EventBraid;
import dev.throughline.wire.join.parts.EventBraid.Head;
import dev.throughline.wire.join.parts.Hiding;
import dev.throughline.wire.join.parts.ToolSplice;
import dev.throughline.wire.join.parts.WholeBraid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The loom of Messages. */
public final class MessagesLoom implements Loom {
    private final Wire wire;

    public MessagesLoom(Wire wire) {
        this.wire = wire;
    }

    @Override
    public List<Change> addTools(Request request, List<LocalTool> tools) {
        return ToolSplice.of(request, tools, MessagesWords::tool);
    }

    @Override
    public Braid braid(Set<String> localNames, Form form) {
        Set<String> names = Set.copyOf(localNames);
        Function<Reply, Calls> calls = reply -> MessagesCalls.of(reply, names);
        return switch (form) {
            case STREAMED -> new EventBraid(wire::streamedReply, calls, new MessagesWeave(names), Head.RELAYED);
            case STREAMED_HEAD_HELD -> new EventBraid(wire::streamedReply, calls, new MessagesWeave(names), Head.HELD);
            case WHOLE -> new WholeBraid(wire::wholeReply, calls, new MessagesJoint(names));
        };
    }

    @Override
    public List<Bytes> continuation(Answered answered) {
        RawJson said = new RawJson().add("[");
        MessagesCalls.blocks(answered.round().reply()).stream()
                .filter(block -> !isBlank(block))
                .forEach(said::element);
        RawJson results = new RawJson();
        answered.round().calls().stream()
                .flatMap(call -> Hiding.result(answered, call).stream())
                .forEach(result -> results.add(results.isEmpty() ? "" : ",").add(MessagesWords.result(result)));
        List<Bytes> elements = new ArrayList<>();
        elements.add(MessagesWords.assistant(said.add("]").toBytes()));
        elements.add(MessagesWords.user(results.toBytes()));
        return elements;
    }

    @Override
    public Optional<Hidden> hidden(List<Answered> rounds) {
        return new Hiding(wire, (call, result) -> MessagesWords.result(result)).of(rounds);
    }

    @Override
    public List<Change> putBack(Request request, int first, Hidden hidden) {
        if (first < 0 || first >= request.history().size()) {
            return List.of();
        }
        Span element = request.history().get(first);
        try {
            List<Item> items = wire.itemise(request.body(), element);
            return MessagesPutBack.of(request, first, items, hidden);
        } catch (UnreadableException e) {
            return List.of();
        }
    }

    @Override
    public Optional<Overflow> overflow(int status, Bytes body) {
        return MessagesOverflow.of(status, body);
    }

    /** A text block without words is something that the provider sends, and does not take back. */
    private static boolean isBlank(Bytes block) {
        Optional<Members> found = Members.of(block);
        return found.flatMap(members -> members.text("type")).orElse("").equals("text")
                && found.flatMap(members -> members.text("text")).orElse("").isBlank();
    }
}
