package dev.throughline.wire.join.parts;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Change;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.Request;
import dev.throughline.wire.join.LocalTool;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Puts tools behind the last one of a request. What stands before them is not touched, so that cache markers and the
 * provider's cached prefix stay where they are.
 */
public final class ToolSplice {
    private ToolSplice() {}

    /** The change that adds these tools, each as {@code written}; none where they must not be added. */
    public static List<Change> of(Request request, List<LocalTool> tools, Function<LocalTool, Bytes> written) {
        if (request.tools().isEmpty() || tools.isEmpty() || hasAnyOf(request, tools)) {
            return List.of();
        }
        RawJson added = new RawJson();
        tools.forEach(tool -> added.add(",").add(written.apply(tool)));
        int end = request.tools().getLast().end();
        return List.of(new Change.Splice(new Span(end, end), added.toBytes()));
    }

    /** A client that declares a tool of the same name means its own. */
    private static boolean hasAnyOf(Request request, List<LocalTool> tools) {
        Set<String> names = tools.stream().map(LocalTool::name).collect(Collectors.toSet());
        return request.tools().stream()
                .map(span -> Members.of(request.raw(span)).flatMap(ToolSplice::name))
                .flatMap(Optional::stream)
                .anyMatch(names::contains);
    }

    private static Optional<String> name(Members tool) {
        return tool.text("name").or(() -> tool.object("function").flatMap(function -> function.text("name")));
    }
}
