package dev.throughline.wire.chat.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.Reply;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.parts.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the calls in the message of a Chat reply. Of several choices the first one counts. */
final class ChatCalls {
    private ChatCalls() {}

    static Calls of(Reply reply, Set<String> localNames) {
        Optional<Members> message = reply.elements().stream().findFirst().flatMap(Members::of);
        List<LocalCall> local = new ArrayList<>();
        boolean hasClientCalls =
                message.flatMap(found -> found.raw("function_call")).isPresent();
        for (Bytes raw : list(message)) {
            Optional<Members> call = Members.of(raw);
            if (isLocal(raw, localNames)) {
                call.flatMap(found -> whole(found, raw)).ifPresent(local::add);
            } else {
                hasClientCalls = true;
            }
        }
        return new Calls(local, hasClientCalls);
    }

    /** The entries of {@code tool_calls}. */
    static List<Bytes> list(Optional<Members> message) {
        return message.flatMap(found -> found.array("tool_calls")).orElse(List.of());
    }

    static boolean isLocal(Bytes call, Set<String> localNames) {
        return Members.of(call)
                .flatMap(ChatCalls::name)
                .filter(localNames::contains)
                .isPresent();
    }

    static Optional<String> name(Members call) {
        return named(call).flatMap(function -> function.text("name"));
    }

    private static Optional<Members> named(Members call) {
        return call.object("function").or(() -> call.object("custom"));
    }

    private static Optional<LocalCall> whole(Members call, Bytes raw) {
        Optional<String> id = call.text("id");
        Optional<String> arguments =
                named(call).flatMap(function -> function.text("arguments").or(() -> function.text("input")));
        return id.isPresent() && arguments.isPresent()
                ? Optional.of(new LocalCall(id.get(), name(call).orElse(""), Bytes.of(arguments.get()), raw))
                : Optional.empty();
    }
}
