package dev.throughline.wire.messages;

import dev.throughline.wire.Reply.Ending;

/** What a {@code stop_reason} says about how a reply ended. A refusal is an answer. */
final class MessagesEnding {
    private MessagesEnding() {}

    static Ending of(String stopReason) {
        return switch (stopReason) {
            case "max_tokens", "model_context_window_exceeded" -> Ending.INCOMPLETE;
            default -> Ending.COMPLETE;
        };
    }
}
