package dev.throughline.wire.chat.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Change;
import dev.throughline.wire.Members;
import dev.throughline.wire.Members.Member;
import dev.throughline.wire.RawJson;
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
import dev.throughline.wire.join.parts.ToolSplice;
import dev.throughline.wire.join.parts.WholeBraid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The loom of Chat. A request for several answers at once gets no tools: they could not be continued as one. */
public final class ChatLoom implements Loom {
    private final Wire wire;

    public ChatLoom(Wire wire) {
        this.wire = wire;
    }

    @Override
    public List<Change> addTools(Request request, List<LocalTool> tools) {
        return request.hints().wantsSeveral() ? List.of() : ToolSplice.of(request, tools, ChatWords::tool);
    }

    @Override
    public Braid braid(Set<String> localNames, Form form) {
        Set<String> names = Set.copyOf(localNames);
        Function<Reply, Calls> calls = reply -> ChatCalls.of(reply, names);
        return switch (form) {
            case STREAMED -> new EventBraid(wire::streamedReply, calls, new ChatWeave(names), Head.RELAYED);
            case STREAMED_HEAD_HELD -> new EventBraid(wire::streamedReply, calls, new ChatWeave(names), Head.HELD);
            case WHOLE -> new WholeBraid(wire::wholeReply, calls, new ChatJoint(names));
        };
    }

    @Override
    public List<Bytes> continuation(Answered answered) {
        List<Bytes> elements = new ArrayList<>();
        answered.round().reply().elements().stream()
                .findFirst()
                .flatMap(Members::of)
                .ifPresent(message -> elements.add(acceptable(message)));
        for (LocalCall call : answered.round().calls()) {
            Hiding.result(answered, call).ifPresent(result -> elements.add(ChatWords.result(result)));
        }
        return elements;
    }

    @Override
    public Optional<Hidden> hidden(List<Answered> rounds) {
        return new ChatHiding(wire).of(rounds);
    }

    @Override
    public List<Change> putBack(Request request, int first, Hidden hidden) {
        if (first < 0 || first >= request.history().size()) {
            return List.of();
        }
        try {
            return ChatPutBack.of(request, first, new ChatHiding(wire), hidden);
        } catch (UnreadableException e) {
            return List.of();
        }
    }

    @Override
    public Optional<Overflow> overflow(int status, Bytes body) {
        return ChatOverflow.of(status, body);
    }

    /** A message as servers take it back: what it says, and not the members that say nothing. */
    private static Bytes acceptable(Members message) {
        RawJson kept = new RawJson().add("{");
        for (Member member : message.all()) {
            boolean isNothing = Members.first(member.raw()) == 'n'
                    || Members.elements(member.raw()).filter(List::isEmpty).isPresent();
            if (!isNothing || member.name().equals("content")) {
                kept.member(member.name(), member.raw());
            }
        }
        return kept.add("}").toBytes();
    }
}
