package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import java.util.List;

/**
 * One dialect: reads its requests and replies as items, and writes changed ones.
 *
 * <p>Implementations hold no state and are safe for use by many threads. None of their methods does I/O.
 */
public interface Wire {
    DialectProfile profile();

    default Dialect dialect() {
        return profile().dialect();
    }

    /**
     * Finds the elements of a request in one pass over its body.
     *
     * @throws UnreadableException if the body is not JSON, or does not have a shape that this dialect knows
     */
    Request decode(Bytes body);

    /**
     * Finds the items of one element of a history. {@code body} is what the span points into, a request's body or a
     * captured {@link Reply}'s element. An element that is JSON but of no known shape yields one item of kind {@link
     * dev.throughline.model.ItemKind#OTHER}.
     */
    List<Item> itemise(Bytes body, Span element);

    /** The readable text of an item, with its JSON escapes decoded; empty if it has none. */
    String text(Bytes body, Item item);

    /** A reader for a reply that is streamed as server-sent events. */
    ReplyReader streamedReply();

    /** A reader for a reply that is one JSON document. */
    ReplyReader wholeReply();

    /** The violations for which a provider would refuse this request; empty if it would accept it. */
    List<Violation> validate(Request request);

    /** The violations of a changed request of rules that the original request does not violate. */
    default List<Violation> newViolations(Request original, Request changed) {
        List<Violation> found = validate(changed);
        if (found.isEmpty()) {
            return found;
        }
        List<ValidationRule> known =
                validate(original).stream().map(Violation::rule).toList();
        return found.stream()
                .filter(violation -> !known.contains(violation.rule()))
                .toList();
    }

    /** Reads and writes calls of tools that the gateway answers itself. */
    LocalToolCodec localTools();

    /** The body of an error as clients of this dialect expect it. */
    Bytes error(int status, String code, String message);

    /** Reads and changes the texts of items of this dialect. */
    ItemEditor editor();

    /**
     * The body of a request of the gateway's own. It always asks for a stream: some servers support nothing else, and
     * proxies do not time out a reply that is streamed.
     */
    Bytes newRequest(NewRequest request);

    /**
     * The body of a complete reply of the gateway's own, in the form that the request asks for: a stream of events if
     * {@link Request#isStreaming()}, else one JSON document. The same reply always has the same bytes.
     */
    Bytes localReply(Request request, LocalReply reply);
}
