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
 *   Please use recall {"session": "SESSION", "id": "HANDLE"}     ← as they were named last in what was brought
 *   Please use memory_get {"path": "PAGE"}
 * </pre>
 *
 * One agent at a time may ask it.
 */
final class Errands implements Script {
    private static final String SERVER = "mcp__throughline";
    private static final Pattern WISH = Pattern.compile("Please use (\\w+) (\\{[^\\n]*})");
    private static final Pattern PIECE = Pattern.compile("sessions/([0-9a-f-]{36})/(\\w+)");
    private static final Pattern PAGE = Pattern.compile("memory/[0-9-]+\\.md");

    private record Errand(String tool, String arguments) {}

    private final Script agent = Script.agent();
    private final Queue<Errand> waiting = new ArrayDeque<>();
    private final Map<String, String> brought = new LinkedHashMap<>();
    private @Nullable Errand called;
    private @Nullable Errand sought;
    private boolean isTwice;

    /** What the agent told its model that a tool answered, the last time. */
    synchronized String brought(String tool) {
        return Objects.requireNonNull(brought.get(tool), () -> tool + " brought nothing: " + brought);
    }

    /** Whether the gateway offered a tool of its own beside that of the server. */
    synchronized boolean isOfferedTwice() {
        return isTwice;
    }

    @Override
    public synchronized Answer answer(ModelRequest asked) {
        if (asked.tools().isEmpty()) {
            return agent.answer(asked); // A question beside the conversation, which may quote all of it.
        }
        isTwice |= asked.tools().contains("memory_search");
        String text = asked.newestText();
        if (asked.newest() == ModelRequest.Newest.USER) {
            waiting.clear();
            called = null;
            WISH.matcher(ToolScript.own(text))
                    .results()
                    .forEach(wish -> waiting.add(new Errand(wish.group(1), wish.group(2))));
        } else if (called != null) {
            brought.put(called.tool(), text);
            called = null;
        }
        Errand next = waiting.peek();
        return next == null ? agent.answer(asked) : send(next, asked);
    }

    private Answer send(Errand errand, ModelRequest asked) {
        boolean isDeclared = asked.body().toString().contains("\"name\":\"" + name(errand, asked) + "\"");
        if (!isDeclared && !errand.equals(sought)) {
            sought = errand;
            return search(errand, asked);
        }
        waiting.remove();
        called = errand;
        String arguments = filled(errand.arguments());
        return asked.dialect() == SimulatedDialect.RESPONSES
                ? CodexCall.within(SERVER, errand.tool(), arguments.replace("\"", "\\\""), asked)
                : call(SERVER + "__" + errand.tool(), arguments);
    }

    /** The name by which a tool is declared. */
    private static String name(Errand errand, ModelRequest asked) {
        return asked.dialect() == SimulatedDialect.RESPONSES ? errand.tool() : SERVER + "__" + errand.tool();
    }

    private static Answer search(Errand errand, ModelRequest asked) {
        return asked.dialect() == SimulatedDialect.RESPONSES
                ? CodexCall.search(errand.tool().replace('_', ' ') + " throughline", asked)
                : call("ToolSearch", "{\"query\":\"select:" + SERVER + "__" + errand.tool() + "\",\"max_results\":5}");
    }

    private static Answer call(String tool, String arguments) {
        return new Answer.Said(List.of(new AnswerPart.Call(tool, arguments)), Answer.Stop.DONE, Delivery.PLAIN);
    }

    private String filled(String arguments) {
        String all = String.join("\n", brought.values());
        Matcher piece = PIECE.matcher(all);
        Matcher page = PAGE.matcher(all);
        String named = piece.find()
                ? arguments.replace("SESSION", piece.group(1)).replace("HANDLE", piece.group(2))
                : arguments;
        return page.find() ? named.replace("PAGE", page.group()) : named;
    }
}
