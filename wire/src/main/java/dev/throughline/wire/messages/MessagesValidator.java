package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.Violation;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.ToolRules;
import dev.throughline.wire.request.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks a Messages request by the rules of Anthropic. {@link MessagesToolRules} checks calls and results.
 *
 * <p>Messages of one role may follow each other, since the API joins them. A system message may be at any position
 * but the first, as Claude Code sends it.
 *
 * <p>Thinking blocks must be signed, and an assistant message must not end with one. With {@code thinking: enabled}, a
 * turn that waits for results of its calls must start with one; with {@code adaptive} it need not.
 */
final class MessagesValidator {
    private static final Set<String> ROLES = Set.of("user", "assistant", "system");

    private final Violations violations;
    private int markers;

    private MessagesValidator(Violations violations) {
        this.violations = violations;
    }

    static List<Violation> check(Bytes body) {
        return Violations.of(body, (request, violations) -> new MessagesValidator(violations).request(request));
    }

    private void request(Json.Obj request) {
        violations.require(isLimit(request), ValidationRule.LIMIT_MISSING, "max_tokens");
        ToolRules.check(request, "input_schema", violations);
        count(request);
        request.list("tools").forEach(this::count);
        system(request);
        messages(request);
        violations.require(markers <= CacheMarkers.MOST_MARKERS, ValidationRule.CACHE_MARKERS, "");
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
        violations.require(isKnown, ValidationRule.SHAPE, "system");
        List<Json> blocks = request.list("system");
        for (int i = 0; i < blocks.size(); i++) {
            count(blocks.get(i));
            boolean isText =
                    blocks.get(i) instanceof Json.Obj block && block.type().equals("text") && !isBlank(block);
            violations.require(isText, ValidationRule.TEXT_EMPTY, "system[" + i + "]");
        }
    }

    private void messages(Json.Obj request) {
        List<ValidatedMessage> known = new ArrayList<>();
        violations.messages(request, (message, where) -> known.add(ValidatedMessage.of(message, where, violations)));
        if (known.isEmpty()) {
            return;
        }
        violations.require(known.getFirst().role().equals("user"), ValidationRule.FIRST_ROLE, "messages[0]");
        ValidatedMessage last = known.getLast();
        violations.require(!last.isAssistant(), ValidationRule.LAST_ROLE, last.where());
        known.forEach(this::message);
        MessagesToolRules.check(request, known, violations);
        thinking(request, known);
    }

    private void message(ValidatedMessage message) {
        violations.requireRole(ROLES, message.role(), message.where());
        violations.require(!message.blocks().isEmpty(), ValidationRule.CONTENT_EMPTY, message.where());
        for (int i = 0; i < message.blocks().size(); i++) {
            Json.Obj block = message.blocks().get(i);
            count(block);
            block.list("content").forEach(this::count);
            boolean isEmpty = block.type().equals("text") && isBlank(block);
            violations.require(!isEmpty, ValidationRule.TEXT_EMPTY, message.at(i));
        }
    }

    private static boolean isBlank(Json.Obj block) {
        return block.text("text").orElse("").isBlank();
    }

    private void thinking(Json.Obj request, List<ValidatedMessage> messages) {
        messages.stream().filter(ValidatedMessage::isAssistant).forEach(this::signatures);
        boolean isOn = request.get("thinking") instanceof Json.Obj thinking
                && thinking.type().equals("enabled");
        if (isOn && messages.getLast().hasResults()) {
            openTurn(messages);
        }
    }

    private void signatures(ValidatedMessage message) {
        for (int i = 0; i < message.blocks().size(); i++) {
            Json.Obj block = message.blocks().get(i);
            String proof = block.type().equals("thinking") ? "signature" : "data";
            violations.require(
                    !isThought(block) || !block.text(proof).orElse("").isEmpty(),
                    ValidationRule.SIGNATURE_MISSING,
                    message.at(i));
        }
        boolean endsThinking =
                !message.blocks().isEmpty() && isThought(message.blocks().getLast());
        violations.require(!endsThinking, ValidationRule.THINKING_LAST, message.where());
    }

    /** The open turn starts after the last message that is not only results; its answer must begin with thinking. */
    private void openTurn(List<ValidatedMessage> messages) {
        int start = messages.size() - 1;
        while (start > 0 && !isQuestion(messages.get(start))) {
            start--;
        }
        messages.subList(start, messages.size()).stream()
                .filter(ValidatedMessage::isAssistant)
                .findFirst()
                .ifPresent(first -> violations.require(
                        !first.blocks().isEmpty() && isThought(first.blocks().getFirst()),
                        ValidationRule.THINKING_MISSING,
                        first.where()));
    }

    private static boolean isQuestion(ValidatedMessage message) {
        return message.role().equals("user") && !message.hasResults();
    }

    private static boolean isThought(Json.Obj block) {
        return block.type().equals("thinking") || block.type().equals("redacted_thinking");
    }
}
