package dev.throughline.engine.history;

import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Wire;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An archived element of a conversation, in the dialect of the request.
 *
 * @param isCut whether it belongs to an answer that was cut off or failed
 */
record HeldElement(Bytes raw, List<Item> items, boolean isCut) {
    private static final Pattern NO_WORD = Pattern.compile("[^A-Za-z0-9]");

    static HeldElement of(Wire wire, Bytes raw) {
        return new HeldElement(raw, wire.itemise(raw, new Span(0, raw.length())), /* isCut= */ false);
    }

    /** A message with this text; empty if the text is blank. */
    static Optional<HeldElement> message(Wire wire, boolean isUser, String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(of(
                wire, isUser ? wire.editor().userMessage(text) : wire.editor().assistantMessage(text)));
    }

    /** Only its text, without calls, results and reasoning; empty if it has none. */
    Optional<HeldElement> asText(Wire wire) {
        String text = items.stream()
                .filter(item -> item.kind() == ItemKind.USER || item.kind() == ItemKind.ASSISTANT)
                .map(item -> wire.text(raw, item))
                .collect(Collectors.joining("\n"));
        boolean isUser = items.stream().anyMatch(item -> item.kind() == ItemKind.USER);
        return message(wire, isUser, text).map(message -> isCut ? message.cut() : message);
    }

    /** This element as a part of an answer that was cut off or failed. */
    HeldElement cut() {
        return new HeldElement(raw, items, /* isCut= */ true);
    }

    /** Whether it is an item of reasoning, which stays only with the item after it. */
    boolean isReasoning() {
        return items.stream()
                .allMatch(
                        item -> item.kind() == ItemKind.REASONING && item.role().equals("reasoning"));
    }

    /** Whether it is an answer of the model without content, which providers refuse. */
    boolean isBlankAnswer(Wire wire) {
        return items.stream()
                .allMatch(item -> item.role().equals("assistant")
                        && (item.kind() == ItemKind.ASSISTANT || item.kind() == ItemKind.OTHER)
                        && wire.text(raw, item).isBlank());
    }

    /** Whether it is a message of a person. */
    boolean isMessage() {
        return items.stream().allMatch(item -> item.kind() == ItemKind.USER);
    }

    /** Whether the client sent it: a message of a person, or results of calls. */
    boolean isOfClient() {
        return items.stream().allMatch(item -> item.kind() == ItemKind.USER || item.kind() == ItemKind.TOOL_RESULT);
    }

    boolean isSame(List<Item> sent) {
        return items.stream()
                .map(Item::id)
                .toList()
                .equals(sent.stream().map(Item::id).toList());
    }

    /** The id of a call or a result. Some clients send ids back without the characters that providers do not allow. */
    static Optional<String> callId(Item item) {
        return item.call().map(id -> NO_WORD.matcher(id).replaceAll(""));
    }
}
