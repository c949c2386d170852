package dev.throughline.clients;

import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.server.ModelRequest;
import dev.throughline.simulator.server.Script;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A model that calls the tools of the MCP server in the order of the lines of a prompt and records their results. It
 * searches first for a tool that the agent did not declare, as real models do.
 *
 * <pre>
 *   Please use memory_save {"text": "Releases are cut on Thursdays."}
 *   Please use session_search {"query": "releases"}
 *   Please use recall {"session": "SESSION", "id": "HANDLE"}     ← from the results so far
 *   Please use memory_get {"path": "PAGE"}
 * </pre>
 *
 * Only one agent at a time may use it.
 */
final class McpToolScript implements Script {
    private static final String SERVER = "mcp__throughline";
    private static final Pattern REQUESTED = Pattern.compile("Please use (\\w+) (\\{[^\\n]*})");
    private static final Pattern PIECE = Pattern.compile("sessions/([0-9a-f-]{36})/(\\w+)");
    private static final Pattern PAGE = Pattern.compile("memory/[0-9-]+\\.md");

    private record ToolRequest(String tool, String arguments) {}

    private final Script agent = Script.agent();
    private final Queue<ToolRequest> waiting = new ArrayDeque<>();
    private final Map<String, String> results = new LinkedHashMap<>();
    private @Nullable ToolRequest called;
    private @Nullable ToolRequest searchedFor;
    private boolean hasDuplicateTool;

    /** The last result of a tool that the agent sent to its model. */
    synchronized String result(String tool) {
        return Objects.requireNonNull(results.get(tool), () -> tool + " had no result: " + results);
    }

    /** Whether the gateway offered a local tool that the MCP server has too. */
    synchronized boolean hasDuplicateTool() {
        return hasDuplicateTool;
    }

    @Override
    public synchronized Answer answer(ModelRequest asked) {
        if (asked.tools().isEmpty()) {
            return agent.answer(asked); // A side request, which may quote the whole conversation.
        }
        hasDuplicateTool |= asked.tools().contains("memory_search");
        String text = asked.newestText();
        if (asked.newest() == ModelRequest.Newest.USER) {
            waiting.clear();
            called = null;
            REQUESTED
                    .matcher(ToolScript.own(text))
                    .results()
                    .forEach(requested -> waiting.add(new ToolRequest(requested.group(1), requested.group(2))));
        } else if (called != null) {
            results.put(called.tool(), text);
            called = null;
        }
        ToolRequest next = waiting.peek();
        return next == null ? agent.answer(asked) : send(next, asked);
    }

    private Answer send(ToolRequest request, ModelRequest asked) {
        boolean isDeclared = asked.body().toString().contains("\"name\":\"" + name(request, asked) + "\"");
        if (!isDeclared && !request.equals(searchedFor)) {
            searchedFor = request;
            return search(request, asked);
        }
        waiting.remove();
        called = request;
        String arguments = filled(request.arguments());
        return asked.dialect() == SimulatedDialect.RESPONSES
                ? CodexCall.within(SERVER, request.tool(), arguments.replace("\"", "\\\""), asked)
                : call(SERVER + "__" + request.tool(), arguments);
    }

    /** The name by which a tool is declared. */
    private static String name(ToolRequest request, ModelRequest asked) {
        return asked.dialect() == SimulatedDialect.RESPONSES ? request.tool() : SERVER + "__" + request.tool();
    }

    private static Answer search(ToolRequest request, ModelRequest asked) {
        return asked.dialect() == SimulatedDialect.RESPONSES
                ? CodexCall.search(request.tool().replace('_', ' ') + " throughline", asked)
                : call("ToolSearch", "{\"query\":\"select:" + SERVER + "__" + request.tool() + "\",\"max_results\":5}");
    }

    private static Answer call(String tool, String arguments) {
        return new Answer.Said(List.of(new AnswerPart.Call(tool, arguments)), Answer.Stop.DONE, Delivery.PLAIN);
    }

    private String filled(String arguments) {
        String all = String.join("\n", results.values());
        Matcher piece = PIECE.matcher(all);
        Matcher page = PAGE.matcher(all);
        String named = piece.find()
                ? arguments.replace("SESSION", piece.group(1)).replace("HANDLE", piece.group(2))
                : arguments;
        return page.find() ? named.replace("PAGE", page.group()) : named;
    }
}
