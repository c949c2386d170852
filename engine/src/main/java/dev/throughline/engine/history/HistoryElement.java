package dev.throughline.engine.history;

import dev.throughline.engine.archive.SessionItems;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.UserText;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.TextChange;
import dev.throughline.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One element of a request's history and its items.
 *
 * @param index its position in the history
 * @param isUserMessage whether it contains words of a person
 * @param isContext whether it contains only system text, or texts that the agent wrote for its model
 * @param isChanged whether {@code raw} differs from the client's element
 */
record HistoryElement(
        int index, Bytes raw, List<Item> items, boolean isUserMessage, boolean isContext, boolean isChanged) {
    private static final Pattern FIRST_WORD = Pattern.compile("^\\s*\\S+");

    /** The elements of the history of a turn. */
    static List<HistoryElement> of(Turn turn, PurposeDetector classifier) {
        List<HistoryElement> elements = new ArrayList<>();
        List<Span> history = turn.request().history();
        for (int i = 0; i < history.size(); i++) {
            List<Item> items = turn.wire().itemise(turn.request().body(), history.get(i));
            boolean isUserMessage = items.stream().anyMatch(item -> classifier.isUserMessage(turn, item));
            boolean isContext = !isUserMessage
                    && items.stream().allMatch(item -> item.kind() == ItemKind.SYSTEM || item.kind() == ItemKind.USER);
            elements.add(new HistoryElement(
                    i, turn.request().raw(history.get(i)), items, isUserMessage, isContext, /* isChanged= */ false));
        }
        return elements;
    }

    /** The items of the elements that are no context. */
    static List<List<Item>> talk(List<HistoryElement> elements) {
        return elements.stream()
                .filter(element -> !element.isContext())
                .map(HistoryElement::items)
                .toList();
    }

    /** The node of its last item, if it follows another node. */
    Hash nodeAfter(Hash parent) {
        Hash node = parent;
        for (Item item : items) {
            node = Hash.node(node, item.id());
        }
        return node;
    }

    /** This element without the first word of its message; empty if there is no other word. */
    Optional<HistoryElement> withoutFirstWord(Turn turn, PurposeDetector classifier) {
        for (int i = 0; i < items.size(); i++) {
            String text = items.get(i).kind() == ItemKind.USER
                    ? turn.wire().text(turn.request().body(), items.get(i))
                    : "";
            if (!text.isBlank() && !classifier.isScaffold(text)) {
                UserText user = classifier.userText(text);
                String rest = FIRST_WORD.matcher(user.words()).replaceFirst("").strip();
                return rest.isEmpty()
                        ? Optional.empty()
                        : Optional.of(with(turn.wire(), i, user.before() + rest + user.below()));
            }
        }
        return Optional.empty();
    }

    private HistoryElement with(Wire wire, int item, String text) {
        Bytes other = wire.editor().replaceTexts(raw, List.of(new TextChange(item, text)));
        return new HistoryElement(
                index,
                other,
                wire.itemise(other, new Span(0, other.length())),
                isUserMessage,
                isContext,
                /* isChanged= */ true);
    }

    /** Whether all its items are in a session. */
    boolean isIn(SessionItems session) {
        return !items.isEmpty() && items.stream().allMatch(item -> session.hasItem(item.id()));
    }

    /** Whether this is its last item. */
    boolean endsWith(Optional<Hash> item) {
        return item.isPresent() && !items.isEmpty() && items.getLast().id().equals(item.get());
    }

    /** Whether the model, or Throughline, wrote it. */
    boolean isAnswer() {
        return items.stream().allMatch(item -> switch (item.kind()) {
            case ASSISTANT, REASONING, TOOL_CALL, OTHER -> true;
            case SYSTEM, USER, TOOL_RESULT -> false;
        });
    }

    /** Whether it contains an answer or a call of the model that is in a session. */
    boolean isOfModel(SessionItems session) {
        return items.stream()
                .anyMatch(item -> (item.kind() == ItemKind.ASSISTANT || item.kind() == ItemKind.TOOL_CALL)
                        && session.hasItem(item.id())
                        && !session.isCommandAnswer(item.id()));
    }

    /** The index of the newest element with words of a person; -1 if there is none. */
    static int newestMessage(List<HistoryElement> elements) {
        return elements.stream()
                .filter(HistoryElement::isUserMessage)
                .mapToInt(HistoryElement::index)
                .max()
                .orElse(-1);
    }
}
