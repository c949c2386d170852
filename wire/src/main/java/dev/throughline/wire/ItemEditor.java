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
    /** What an item holds; {@code body} is what the item's span points into. */
    ItemContent content(Bytes body, Item item);

    /**
     * Whether {@link #replaceTexts} takes this item. Thoughts, what a provider made for itself, pictures, and results
     * whose parts mean more than their text (such as a reference that loads a tool) must come back as they were.
     */
    boolean isEditable(Bytes body, Item item);

    /** Whether a call brings its own result, as a search that the provider runs does, so that none follows it. */
    default boolean hasOwnResult(Bytes body, Item call) {
        return false;
    }

    /**
     * The element with other texts in the place of what some of its items say; all else stays byte for byte.
     *
     * <p>A result then holds this text alone: its pictures go. A message keeps its pictures, and the text stands where
     * its first text stood.
     *
     * @throws IllegalArgumentException if there is no such item, its text may not change, it is named twice, or the
     *     provider would refuse the text in this place: a blank message, the input of a Messages call that is no JSON
     *     object
     */
    Bytes replaceTexts(Bytes element, List<TextChange> changes);

    /**
     * A user message with a text before its own words, but behind its tool results: as a block of its own wherever the
     * dialect has blocks, so that the model reads the same whether the client sends its words as a string or as a list.
     *
     * @throws IllegalArgumentException if the element is no user message, or the text is blank
     */
    Bytes prepend(Bytes element, String text);

    /**
     * An element that says this as the user.
     *
     * @throws IllegalArgumentException if the text is blank
     */
    Bytes userMessage(String text);

    /**
     * An element that says this as the user, to stand behind the first {@code elements} of a request's history in place
     * of the rest. Where clients mark what is to be cached, and their last mark goes with the rest, this one carries a
     * mark: without it the provider would not look for what it has.
     */
    default Bytes lastMessage(Request request, int elements, String text) {
        return userMessage(text);
    }

    /**
     * How long the provider is asked to keep its cache, for example {@code 1h}: the longest {@code ttl} of the cache
     * markers in system text, tools and the last two elements, where clients put them. A marker that says nothing means
     * {@code 5m}. Empty where there is no marker, and in dialects without markers.
     */
    default Optional<String> markerTtl(Request request) {
        return Optional.empty();
    }
}
