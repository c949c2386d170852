package dev.throughline.wire.messages.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.Reply;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.parts.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the calls among the blocks of a Messages reply. */
final class MessagesCalls {
    private MessagesCalls() {}

    static Calls of(Reply reply, Set<String> localNames) {
        List<LocalCall> local = new ArrayList<>();
        boolean hasClientCalls = false;
        for (Bytes block : blocks(reply)) {
            Optional<Members> call = Members.of(block).filter(MessagesCalls::isCall);
            if (call.isPresent() && isLocal(call.get(), localNames)) {
                whole(call.get(), block).ifPresent(local::add);
            } else {
                hasClientCalls |= call.isPresent();
            }
        }
        return new Calls(local, hasClientCalls);
    }

    /** The blocks of all that the model said. */
    static List<Bytes> blocks(Reply reply) {
        return reply.elements().stream()
                .flatMap(element -> Members.of(element).stream())
                .flatMap(message -> message.array("content").stream())
                .flatMap(List::stream)
                .toList();
    }

    static boolean isCall(Members block) {
        return block.text("type").orElse("").equals("tool_use");
    }

    static boolean isLocal(Members block, Set<String> localNames) {
        return isCall(block) && block.text("name").filter(localNames::contains).isPresent();
    }

    private static Optional<LocalCall> whole(Members call, Bytes raw) {
        Optional<Bytes> input = call.raw("input").filter(value -> Members.first(value) == '{');
        Optional<String> id = call.text("id");
        return id.isPresent() && input.isPresent()
                ? Optional.of(new LocalCall(id.get(), call.text("name").orElse(""), input.get(), raw))
                : Optional.empty();
    }
}
