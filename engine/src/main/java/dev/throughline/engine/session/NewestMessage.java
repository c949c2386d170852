package dev.throughline.engine.session;

import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the words of the person in the newest message of a request, without the texts that an agent adds for its model:
 * messages and parts that markers identify, and what {@link UserText} separates.
 *
 * <pre>
 *   … b1 │ [Sun 2026-11-15 18:44 UTC] /status │ &lt;&lt;&lt;BEGIN_OPENCLAW_INTERNAL_CONTEXT&gt;&gt;&gt; …
 *          └ not the person's words ┘  /status   └ not the person's words ┘
 * </pre>
 */
public final class NewestMessage {
    /** A person does not write more than that to give a command. The words of a longer message are not read. */
    private static final int MAX_CHARACTERS = 64 * 1024;

    /** How many elements that an agent added are skipped after the message. */
    private static final int MAX_SKIPPED = 8;

    private NewestMessage() {}

    /**
     * The words; empty if the history does not end with the message of a person. A message without words, such as a
     * picture, and a very long one have the words "".
     */
    public static Optional<String> of(Wire wire, Request request, PurposeDetector purposes) {
        List<Span> history = request.history();
        for (int i = history.size() - 1; i >= Math.max(0, history.size() - 1 - MAX_SKIPPED); i--) {
            List<Item> items = wire.itemise(request.body(), history.get(i));
            if (!items.stream().allMatch(item -> item.kind() == ItemKind.USER || item.kind() == ItemKind.SYSTEM)) {
                return Optional.empty();
            }
            List<String> texts = items.stream()
                    .filter(item -> item.kind() == ItemKind.USER)
                    .map(item -> wire.text(request.body(), item))
                    .filter(text -> !purposes.isScaffold(text))
                    .toList();
            if (!texts.isEmpty()) {
                return Optional.of(words(texts, purposes));
            }
        }
        return Optional.empty();
    }

    private static String words(List<String> texts, PurposeDetector purposes) {
        String words = texts.stream()
                .filter(text -> !text.isBlank())
                .map(text -> purposes.userText(text).words())
                .collect(Collectors.joining("\n"));
        return words.length() > MAX_CHARACTERS ? "" : words;
    }
}
