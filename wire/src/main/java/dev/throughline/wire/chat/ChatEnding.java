package dev.throughline.wire.chat;

import dev.throughline.wire.Reply.Ending;

/** What a {@code finish_reason} says about how a reply ended. */
final class ChatEnding {
    private ChatEnding() {}

    static Ending of(String finishReason) {
        return switch (finishReason) {
            case "length", "content_filter" -> Ending.INCOMPLETE;
            case "error" -> Ending.FAILED;
            default -> Ending.COMPLETE;
        };
    }
}
