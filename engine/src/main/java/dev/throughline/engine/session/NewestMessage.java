package dev.throughline.engine.session;

import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the words of the person in the newest message of a request, without the texts that an agent adds for its model:
 * messages and parts that markers identify, and a time in brackets before the words.
 *
 * <pre>
 *   … b1 │ [Sun 2026-11-15 18:44 UTC] /status │ &lt;&lt;&lt;BEGIN_OPENCLAW_INTERNAL_CONTEXT&gt;&gt;&gt; …
 *          └ not the person's words ┘  /status   └ not the person's words ┘
 * </pre>
 */
public final class NewestMessage {
    /** A person does not write more than that to give a command. A longer element is not parsed. */
    private static final int MAX_BYTES = 64 * 1024;

    /** How many elements that an agent added are skipped after the message. */
    private static final int MAX_SKIPPED = 8;

    /** OpenClaw puts the time of a message before its text. */
    private static final Pattern TIME =
            Pattern.compile("^\\[(?:[A-Z][a-z]{2} )?\\d{4}-\\d{2}-\\d{2}[ T]\\d{2}:\\d{2}[^\\]\\n]{0,40}]\\s*");

    private NewestMessage() {}

    /** A user text without a time in brackets before the words. */
    public static String withoutTime(String text) {
        return TIME.matcher(text).replaceFirst("");
    }

    /** The words; empty if the history does not end with the message of a person. */
    public static Optional<String> of(Wire wire, Request request, PurposeDetector purposes) {
        List<Span> history = request.history();
        for (int i = history.size() - 1; i >= Math.max(0, history.size() - 1 - MAX_SKIPPED); i--) {
            if (history.get(i).length() > MAX_BYTES) {
                return Optional.empty();
            }
            List<Item> items = wire.itemise(request.body(), history.get(i));
            if (!items.stream().allMatch(item -> item.kind() == ItemKind.USER || item.kind() == ItemKind.SYSTEM)) {
                return Optional.empty();
            }
            String text = items.stream()
                    .filter(item -> item.kind() == ItemKind.USER)
                    .map(item -> wire.text(request.body(), item))
                    .filter(each -> !each.isBlank() && !purposes.isScaffold(each))
                    .collect(Collectors.joining("\n"));
            if (!text.isEmpty()) {
                return Optional.of(withoutTime(text));
            }
        }
        return Optional.empty();
    }
}
