package dev.throughline.wire.responses.join;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.Reply;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.parts.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the calls among the items of a Responses reply. A local tool is called as a function; a model that calls it as
 * a custom tool is answered in that kind.
 */
final class ResponsesCalls {
    static final String CUSTOM = "custom_tool_call";

    /** Calls that the client answers. Others, such as a web search, carry their own result. */
    private static final Set<String> ANSWERED =
            Set.of("function_call", CUSTOM, "local_shell_call", "shell_call", "apply_patch_call", "computer_call");

    private ResponsesCalls() {}

    static Calls of(Reply reply, Set<String> localNames) {
        List<LocalCall> local = new ArrayList<>();
        boolean hasClientCalls = false;
        for (Bytes raw : reply.elements()) {
            Optional<Members> item = Members.of(raw);
            if (item.isPresent() && isLocal(item.get(), localNames)) {
                whole(item.get(), raw).ifPresent(local::add);
            } else {
                hasClientCalls |= ANSWERED.contains(
                        item.flatMap(found -> found.text("type")).orElse(""));
            }
        }
        return new Calls(local, hasClientCalls);
    }

    /** Whether an item calls a local tool. A name within a namespace is somebody else's. */
    static boolean isLocal(Members item, Set<String> localNames) {
        String type = item.text("type").orElse("");
        return (type.equals("function_call") || type.equals(CUSTOM))
                && item.text("name").filter(localNames::contains).isPresent()
                && item.raw("namespace").isEmpty();
    }

    private static Optional<LocalCall> whole(Members item, Bytes raw) {
        Optional<String> id = item.text("call_id");
        Optional<String> arguments = item.text("arguments").or(() -> item.text("input"));
        return id.isPresent() && arguments.isPresent()
                ? Optional.of(new LocalCall(id.get(), item.text("name").orElse(""), Bytes.of(arguments.get()), raw))
                : Optional.empty();
    }
}
