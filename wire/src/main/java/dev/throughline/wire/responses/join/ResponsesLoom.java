package dev.throughline.wire.responses.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Change;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Request;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.join.Answered;
import dev.throughline.wire.join.Braid;
import dev.throughline.wire.join.Hidden;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.LocalTool;
import dev.throughline.wire.join.Loom;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.parts.Calls;
import dev.throughline.wire.join.parts.EventBraid;
import dev.throughline.wire.join.parts.EventBraid.Head;
import dev.throughline.wire.join.parts.Hiding;
import dev.throughline.wire.join.parts.Matching;
import dev.throughline.wire.join.parts.ToolSplice;
import dev.throughline.wire.join.parts.WholeBraid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The loom of Responses. Codex declares the tools of its newest models in the first item of the input; such a request
 * has no {@code tools} of its own, and none are added.
 */
public final class ResponsesLoom implements Loom {
    private final Wire wire;

    public ResponsesLoom(Wire wire) {
        this.wire = wire;
    }

    @Override
    public List<Change> addTools(Request request, List<LocalTool> tools) {
        return mayGoOnByItself(request) ? List.of() : ToolSplice.of(request, tools, ResponsesWords::tool);
    }

    /**
     * Whether the next request may name this one's response and leave out its history. That response would be one whose
     * call of ours has no result, and the provider would refuse the rest of the session.
     */
    private static boolean mayGoOnByItself(Request request) {
        return !request.hints().isUnkept();
    }

    @Override
    public Braid braid(Set<String> localNames, Form form) {
        Set<String> names = Set.copyOf(localNames);
        Function<Reply, Calls> calls = reply -> ResponsesCalls.of(reply, names);
        return switch (form) {
            case STREAMED -> new EventBraid(wire::streamedReply, calls, new ResponsesWeave(names), Head.RELAYED);
            case STREAMED_HEAD_HELD -> new EventBraid(wire::streamedReply, calls, new ResponsesWeave(names), Head.HELD);
            case WHOLE -> new WholeBraid(wire::wholeReply, calls, new ResponsesJoint(names));
        };
    }

    @Override
    public List<Bytes> continuation(Answered answered) {
        List<Bytes> elements = new ArrayList<>(answered.round().reply().elements());
        for (LocalCall call : answered.round().calls()) {
            Hiding.result(answered, call).ifPresent(result -> elements.add(ResponsesWords.result(call, result)));
        }
        return elements;
    }

    @Override
    public Optional<Hidden> hidden(List<Answered> rounds) {
        return new Hiding(wire, ResponsesWords::result).of(rounds);
    }

    @Override
    public List<Change> putBack(Request request, int first, Hidden hidden) {
        if (first < 0 || first >= request.history().size()) {
            return List.of();
        }
        // Each call may be followed by its output, so twice as many items as were seen are enough.
        int end = Math.min(request.history().size(), first + 2 * hidden.seen().size());
        try {
            List<Item> items = request.history().subList(first, end).stream()
                    .map(element -> wire.itemise(request.body(), element).getFirst())
                    .toList();
            return Matching.of(hidden.seen(), items)
                    .map(found -> ResponsesPutBack.of(first, found, hidden))
                    .orElse(List.of());
        } catch (UnreadableException e) {
            return List.of();
        }
    }

    @Override
    public Optional<Overflow> overflow(int status, Bytes body) {
        return ResponsesOverflow.of(status, body);
    }
}
