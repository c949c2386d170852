package dev.throughline.replay.prompt;

import dev.throughline.replay.text.Texts;
import java.util.List;

/**
 * One thing in a prompt: a tool, a block, a message. Items with the same text are the same object within one
 * {@link ItemPool}; cache markers are not part of an item.
 */
public final class PromptItem {
    private final String text;
    private final int chars;
    private final List<String> escaped;

    PromptItem(String text, List<String> escaped) {
        this.text = text;
        this.chars = Texts.length(text);
        this.escaped = List.copyOf(escaped);
    }

    /** What the prompt cache compares and the bill counts. */
    public String text() {
        return text;
    }

    /** Its size in code points. */
    public int chars() {
        return chars;
    }

    /** What a reader may find in it: the text, and the arguments of calls with their JSON escapes undone. */
    public String search() {
        StringBuilder search = new StringBuilder(text);
        for (String arguments : escaped) {
            search.append('\n').append(Texts.unescaped(arguments).orElse(""));
        }
        return search.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
