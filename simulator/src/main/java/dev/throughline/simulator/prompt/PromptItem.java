package dev.throughline.simulator.prompt;

import dev.throughline.simulator.json.Texts;
import java.util.List;

/** One thing in a prompt: a tool, a block, a message. Items with the same text are equal; cache markers are no part. */
public final class PromptItem {
    private final String text;
    private final int chars;
    private final List<String> escaped;

    /** An item that is only its text. */
    static PromptItem of(String text) {
        return new PromptItem(text, List.of());
    }

    /** An item with the arguments of calls in it. */
    static PromptItem calling(String text, List<String> arguments) {
        return new PromptItem(
                text, arguments.stream().filter(each -> each.indexOf('\\') >= 0).toList());
    }

    private PromptItem(String text, List<String> escaped) {
        this.text = text;
        this.chars = Texts.length(text);
        this.escaped = escaped;
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
    public boolean equals(Object other) {
        return other instanceof PromptItem item && item.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
