package dev.throughline.wire;

import dev.throughline.model.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * Reads and replaces the texts of the items of one dialect, each inside the element it came in.
 *
 * <p>An element is one member of a history as raw bytes, as the request at hand writes it. Implementations hold no
 * state. All methods that take an element throw {@link dev.throughline.wire.UnreadableException} if it is not JSON.
 */
public interface ItemEditor {
    /** The content of an item; the item's span points into {@code body}. */
    ItemContent content(Bytes body, Item item);

    /**
     * Whether {@link #replaceTexts} accepts this item. Reasoning, pictures, items that only the provider uses, and
     * results whose parts are more than text (such as a reference that loads a tool) must be sent back unchanged.
     */
    boolean isEditable(Bytes body, Item item);

    /**
     * Whether a call contains its own result, as a search that the provider runs does, so that no result follows it.
     */
    default boolean hasOwnResult(Bytes body, Item call) {
        return false;
    }

    /**
     * The element with other texts in some of its items; the rest stays byte for byte.
     *
     * <p>A result then contains only this text, without its pictures. A message keeps its pictures, and the text
     * replaces its first text.
     *
     * @throws IllegalArgumentException if there is no such item, its text may not change, it is named twice, or the
     *     provider would refuse the text in this place: a blank message, the input of a Messages call that is no JSON
     *     object
     */
    Bytes replaceTexts(Bytes element, List<TextChange> changes);

    /**
     * A user message with a text before its own text, but after its tool results: as a block of its own if the dialect
     * has blocks, so that the model reads the same whether the client sends its text as a string or as a list.
     *
     * @throws IllegalArgumentException if the element is not a user message, or the text is blank
     */
    Bytes prepend(Bytes element, String text);

    /**
     * A user message with this text.
     *
     * @throws IllegalArgumentException if the text is blank
     */
    Bytes userMessage(String text);

    /**
     * A message of the model with this text.
     *
     * @throws IllegalArgumentException if the text is blank
     */
    Bytes assistantMessage(String text);

    /**
     * A user message with this text that replaces the history of a request after its first {@code elements}. If the
     * client's last cache marker was in the part that is replaced, this message gets a marker: without one the provider
     * would not look into its cache.
     */
    default Bytes lastMessage(Request request, int elements, String text) {
        return userMessage(text);
    }

    /** The element without the cache markers of its content, so that a request does not get more of them. */
    Bytes withoutCacheMarkers(Bytes element);

    /**
     * The cache lifetime that the client requests, for example {@code 1h}: the longest {@code ttl} of the cache
     * markers in system text, tools and the last two elements, where clients put them. A marker without one means
     * {@code 5m}. Empty where there is no marker, and in dialects without markers.
     */
    default Optional<String> markerTtl(Request request) {
        return Optional.empty();
    }
}
