package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Violation;
import dev.throughline.wire.json.Complaints;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.Rule;
import dev.throughline.wire.json.ToolList;
import java.util.List;
import java.util.Set;

/**
 * What Anthropic refuses about a Messages request. This is the outline; {@link CallsAndResults} follows the tools
 * through the messages, and {@link Thinking} the thoughts.
 *
 * <p>Messages of one role may follow each other, since the API joins them. A system message may stand anywhere but
 * first: that is how Claude Code sends it.
 */
final class MessagesShape {
    /** The most cache markers that a request may hold. */
    static final int MOST_MARKERS = 4;

    private static final Set<String> ROLES = Set.of("user", "assistant", "system");

    private final Complaints complaints = new Complaints();
    private int markers;

    private MessagesShape() {}

    static List<Violation> check(Bytes body) {
        MessagesShape shape = new MessagesShape();
        if (Json.parse(body) instanceof Json.Obj request) {
            shape.request(request);
        } else {
            shape.complaints.add(Rule.SHAPE, "", "expected an object");
        }
        return shape.complaints.all();
    }

    private void request(Json.Obj request) {
        complaints.require(
                !request.text("model").orElse("").isEmpty(), Rule.MODEL_MISSING, "model", "expected a model");
        complaints.require(isLimit(request), Rule.LIMIT_MISSING, "max_tokens", "expected a whole number above 0");
        ToolList.check(request, "input_schema", complaints);
        count(request);
        request.list("tools").forEach(this::count);
        system(request);
        messages(request);
        complaints.require(
                markers <= MOST_MARKERS,
                Rule.CACHE_MARKERS,
                "",
                "expected at most " + MOST_MARKERS + " blocks with cache_control, found " + markers);
    }

    private static boolean isLimit(Json.Obj request) {
        return request.get("max_tokens") instanceof Json.Num limit
                && limit.digits().matches("[0-9]+")
                && !limit.digits().matches("0+");
    }

    private void count(Json value) {
        if (value instanceof Json.Obj object && object.has("cache_control")) {
            markers++;
        }
    }

    private void system(Json.Obj request) {
        Json system = request.get("system");
        boolean isKnown = system == null || system instanceof Json.Text || system instanceof Json.Arr;
        complaints.require(isKnown, Rule.SHAPE, "system", "expected a text or a list of blocks");
        List<Json> blocks = request.list("system");
        for (int i = 0; i < blocks.size(); i++) {
            count(blocks.get(i));
            boolean isText =
                    blocks.get(i) instanceof Json.Obj block && block.type().equals("text") && !isBlank(block);
            complaints.require(isText, Rule.TEXT_EMPTY, "system[" + i + "]", "expected a text that is not empty");
        }
    }

    private void messages(Json.Obj request) {
        List<Json> messages = request.list("messages");
        complaints.require(!messages.isEmpty(), Rule.HISTORY_EMPTY, "messages", "expected at least one message");
        List<Message> known = Message.all(messages, complaints);
        if (known.isEmpty()) {
            return;
        }
        complaints.require(
                known.getFirst().role().equals("user"), Rule.FIRST_ROLE, "messages[0]", "expected the user to begin");
        Message last = known.getLast();
        complaints.require(!last.isAssistant(), Rule.LAST_ROLE, last.where(), "expected someone to answer to");
        known.forEach(this::message);
        CallsAndResults.check(request, known, complaints);
        Thinking.check(request, known, complaints);
    }

    private void message(Message message) {
        complaints.require(
                ROLES.contains(message.role()),
                Rule.ROLE_UNKNOWN,
                message.where(),
                "expected a known role, found '" + message.role() + "'");
        complaints.require(!message.blocks().isEmpty(), Rule.CONTENT_EMPTY, message.where(), "expected content");
        for (int i = 0; i < message.blocks().size(); i++) {
            Json.Obj block = message.blocks().get(i);
            count(block);
            block.list("content").forEach(this::count);
            boolean isEmpty = block.type().equals("text") && isBlank(block);
            complaints.require(!isEmpty, Rule.TEXT_EMPTY, message.at(i), "expected a text that is not empty");
        }
    }

    private static boolean isBlank(Json.Obj block) {
        return block.text("text").orElse("").isBlank();
    }
}
