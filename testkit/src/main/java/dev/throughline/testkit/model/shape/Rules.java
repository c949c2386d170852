package dev.throughline.testkit.model.shape;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** What one provider demands of a request; {@link #check} throws at the first thing that it would not take. */
public interface Rules {
    /** The kinds of value that are sealed, one name each for signing and checking. */
    String REASONING = "reasoning";

    String COMPACTION = "compaction";
    String THINKING = "thinking";

    /**
     * Reads a request as the provider does.
     *
     * @throws Objection at the first fault
     */
    void check(JsonNode body, Headers headers);

    static Rules of(Dialect dialect, Seal seal) {
        return switch (dialect) {
            case RESPONSES -> new ResponsesRules(seal, ResponsesRules.KNOWN);
            case CHAT -> new ChatRules();
            case MESSAGES -> new MessagesRules(seal, MessagesRules.Purpose.ANSWER);
        };
    }

    /** The rules of a token count, which takes nothing that is about the answer alone. */
    static Rules ofCount(Dialect dialect, Seal seal) {
        return switch (dialect) {
            case RESPONSES -> new ResponsesRules(seal, ResponsesRules.COUNTED);
            case CHAT -> throw new IllegalArgumentException("nobody counts tokens in " + dialect);
            case MESSAGES -> new MessagesRules(seal, MessagesRules.Purpose.COUNT);
        };
    }

    /** The members of an object that are not on the list, in a stable order. */
    static Set<String> unknown(JsonNode object, Set<String> known) {
        Set<String> names = new TreeSet<>(object.propertyNames());
        names.removeAll(known);
        return names;
    }
}
