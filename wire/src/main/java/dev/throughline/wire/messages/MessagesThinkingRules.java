package dev.throughline.wire.messages;

import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.request.Violations;
import java.util.List;

/**
 * Checks the thinking blocks of a Messages history. They must be signed, and an assistant message must not end with
 * one. With {@code thinking: enabled}, a turn that waits for results of its calls must start with one; with {@code
 * adaptive} it need not.
 */
final class MessagesThinkingRules {
    private MessagesThinkingRules() {}

    static void check(Json.Obj request, List<ValidatedMessage> messages, Violations violations) {
        messages.stream().filter(ValidatedMessage::isAssistant).forEach(message -> signatures(message, violations));
        boolean isOn = request.get("thinking") instanceof Json.Obj thinking
                && thinking.type().equals("enabled");
        if (isOn && messages.getLast().hasResults()) {
            openTurn(messages, violations);
        }
    }

    private static void signatures(ValidatedMessage message, Violations violations) {
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
    private static void openTurn(List<ValidatedMessage> messages, Violations violations) {
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
