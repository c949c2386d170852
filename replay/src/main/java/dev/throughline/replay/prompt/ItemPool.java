package dev.throughline.replay.prompt;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds each item of a session once, so that items with the same text are the same object. Used by one thread at a
 * time.
 */
public final class ItemPool {
    private final Map<String, PromptItem> items = new HashMap<>();

    /** An item that is only its text. */
    PromptItem plain(String text) {
        return items.computeIfAbsent(text, each -> new PromptItem(each, List.of()));
    }

    /** An item with arguments of calls in it. */
    PromptItem calling(String text, List<String> arguments) {
        return items.computeIfAbsent(
                text,
                each -> new PromptItem(
                        each,
                        arguments.stream().filter(one -> one.indexOf('\\') >= 0).toList()));
    }
}
