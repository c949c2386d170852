package dev.throughline.clients;

import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.server.ModelRequest;
import dev.throughline.simulator.server.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The behaviour of the model in these tests: that of the simulator's agent script, and more:
 *
 * <pre>
 *   user: Please run echo hello          →  a call of the client's shell; the last such line counts
 *   user: at once: `echo a` `echo b`     →  both calls in one answer
 *   user: Please write a file            →  Codex's tool for patches, which takes free text
 *   user: ask a sub-agent to say hello   →  the client's own tool for sub-agents, with what follows "to"
 *   result: a sub-agent of Codex started →  wait for it
 * </pre>
 */
final class ToolScript implements Script {
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    /** With its first word, because the texts that clients put before the user's may also contain "run". */
    private static final Pattern COMMAND = Pattern.compile("Please run ([^\\n]+)");

    private static final Pattern DELEGATED = Pattern.compile("ask a sub-agent to ([^\\n]+)");

    /** Text that the gateway adds from earlier messages is not a request; it is ignored, as by a real model. */
    private static final Pattern OURS = Pattern.compile("(?s)<(throughline_\\w+)\\b.*?</\\1>");

    private static final Pattern SPAWNED = Pattern.compile("\"task_name\":\\s*\"/root/");

    private final Script agent = Script.agent();

    @Override
    public Answer answer(ModelRequest asked) {
        String text = asked.newestText();
        return switch (asked.newest()) {
            case TOOL_RESULT ->
                SPAWNED.matcher(text).find()
                        ? collaboration("wait_agent", "{\\\"timeout_ms\\\":30000}", asked)
                        : agent.answer(asked);
            case USER -> answerUser(asked, own(text));
            case COMPACTION_TRIGGER, OTHER -> agent.answer(asked);
        };
    }

    /** The text of the user without what the gateway has put before it. */
    static String own(String text) {
        return OURS.matcher(text).replaceAll("");
    }

    private Answer answerUser(ModelRequest asked, String text) {
        if (asked.tools().isEmpty()) {
            return agent.answer(asked); // A side request, which may quote the whole conversation.
        }
        if (text.contains("at once:")) {
            return said(asked, calls(asked, text));
        }
        if (text.contains("Please write a file")) {
            String patch = "*** Begin Patch\n*** Add File: hello.txt\n+hello from a patch\n*** End Patch\n";
            return said(asked, List.of(new AnswerPart.CustomCall("apply_patch", patch)));
        }
        Matcher delegated = DELEGATED.matcher(text);
        if (delegated.find()) {
            return delegate(asked, Objects.requireNonNull(delegated.group(1)));
        }
        return COMMAND.matcher(text)
                .results()
                .reduce((_, last) -> last)
                .map(command -> said(asked, List.of(call(asked.tools(), Objects.requireNonNull(command.group(1))))))
                .orElseGet(() -> agent.answer(asked));
    }

    private static List<AnswerPart> calls(ModelRequest asked, String text) {
        List<AnswerPart> calls = new ArrayList<>();
        Matcher quoted = QUOTED.matcher(text);
        while (quoted.find()) {
            calls.add(call(asked.tools(), Objects.requireNonNull(quoted.group(1))));
        }
        return calls;
    }

    static AnswerPart call(List<String> tools, String command) {
        if (tools.contains("exec_command")) {
            return new AnswerPart.Call("exec_command", "{\"cmd\":\"" + command + "\"}");
        }
        if (tools.contains("Bash")) {
            return new AnswerPart.Call("Bash", "{\"command\":\"" + command + "\",\"description\":\"As asked\"}");
        }
        if (tools.contains("exec")) {
            return new AnswerPart.CustomCall(
                    "exec", "const r = await tools.exec_command({cmd:'" + command + "'}); text(r.output);");
        }
        return new AnswerPart.Call("bash", "{\"command\":\"" + command + "\"}");
    }

    private static Answer delegate(ModelRequest asked, String task) {
        if (asked.tools().contains("Agent")) {
            return said(
                    asked,
                    List.of(new AnswerPart.Call(
                            "Agent",
                            "{\"description\":\"As asked\",\"prompt\":\"" + task
                                    + "\",\"subagent_type\":\"general-purpose\"}")));
        }
        String arguments = "{\\\"task_name\\\":\\\"helper\\\",\\\"message\\\":\\\"" + task
                + "\\\",\\\"fork_turns\\\":\\\"none\\\"}";
        return collaboration("spawn_agent", arguments, asked);
    }

    private static Answer said(ModelRequest asked, List<AnswerPart> parts) {
        List<AnswerPart> all = new ArrayList<>();
        if (asked.thinks()) {
            all.add(new AnswerPart.Reasoning("Several things are wanted here."));
        }
        all.add(new AnswerPart.Text("As you command."));
        all.addAll(parts);
        return new Answer.Said(all, Answer.Stop.DONE, Delivery.PLAIN);
    }

    private static Answer collaboration(String tool, String escapedArguments, ModelRequest asked) {
        return CodexCall.within("collaboration", tool, escapedArguments, asked);
    }
}
