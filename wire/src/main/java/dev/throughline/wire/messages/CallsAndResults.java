package dev.throughline.wire.messages;

import dev.throughline.wire.json.Complaints;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.Rule;
import dev.throughline.wire.json.ToolList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Follows calls and results through a Messages history: all results of an assistant message stand first in the next
 * message that is not the system's, each once, and no other.
 */
final class CallsAndResults {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]+");

    private final Complaints complaints;
    private final Set<String> known = new HashSet<>();
    private List<String> waiting = new ArrayList<>();

    private CallsAndResults(Complaints complaints) {
        this.complaints = complaints;
    }

    static void check(Json.Obj request, List<Message> messages, Complaints complaints) {
        CallsAndResults walk = new CallsAndResults(complaints);
        messages.stream().filter(message -> !message.isSystem()).forEach(walk::message);
        walk.requireAnswered(List.of(), messages.getLast().where());
        boolean usesTools = !walk.known.isEmpty() || messages.stream().anyMatch(Message::hasResults);
        complaints.require(
                !usesTools || !request.list("tools").isEmpty(),
                Rule.TOOLS_MISSING,
                "tools",
                "expected tools to be declared when the history uses them");
    }

    private void message(Message message) {
        List<String> answered = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        boolean isPastResults = false;
        for (int i = 0; i < message.blocks().size(); i++) {
            Json.Obj block = message.blocks().get(i);
            if (block.type().equals("tool_result")) {
                complaints.require(!isPastResults, Rule.RESULT_ORDER, message.at(i), "expected results to come first");
                result(block, message, message.at(i), answered);
            } else {
                isPastResults = true;
            }
            if (block.type().equals("tool_use")) {
                complaints.require(
                        message.isAssistant(), Rule.CALL_PLACE, message.at(i), "expected calls by the assistant only");
                calls.add(call(block, message.at(i)));
            }
        }
        requireAnswered(answered, message.where());
        waiting = calls;
    }

    private void requireAnswered(List<String> answered, String where) {
        waiting.stream()
                .filter(call -> !answered.contains(call))
                .forEach(call -> complaints.add(
                        Rule.RESULT_MISSING, where, "tool_use without tool_result immediately after: " + call));
    }

    private void result(Json.Obj block, Message message, String where, List<String> answered) {
        String call = block.text("tool_use_id").orElse("");
        complaints.require(
                message.role().equals("user"), Rule.RESULT_PLACE, where, "expected results by the user only");
        if (answered.contains(call)) {
            complaints.add(Rule.RESULT_TWICE, where, "expected one result for " + call);
        } else {
            complaints.require(
                    waiting.contains(call),
                    Rule.RESULT_ORPHAN,
                    where,
                    "unexpected tool_use_id in tool_result: " + call);
        }
        boolean isError = block.get("is_error") instanceof Json.Bool flag && flag.value();
        boolean isEmpty = block.text("content").orElse("").isEmpty()
                && block.list("content").isEmpty();
        complaints.require(!isError || !isEmpty, Rule.RESULT_SHAPE, where, "expected an error to have content");
        answered.add(call);
    }

    private String call(Json.Obj block, String where) {
        String id = block.text("id").orElse("");
        complaints.require(
                ID.matcher(id).matches() && known.add(id),
                Rule.CALL_ID,
                where,
                "expected an id of its own, found '" + id + "'");
        boolean isWhole = ToolList.isName(block.text("name")) && block.get("input") instanceof Json.Obj;
        complaints.require(isWhole, Rule.CALL_SHAPE, where, "expected a call to have a name and an input object");
        return id;
    }
}
