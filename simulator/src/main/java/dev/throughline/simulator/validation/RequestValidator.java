package dev.throughline.simulator.validation;

import dev.throughline.model.Headers;
import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** What one provider demands of a request. */
public interface RequestValidator {
    /** The kinds of value that are sealed, one name each for signing and checking. */
    String REASONING = "reasoning";

    String COMPACTION = "compaction";
    String THINKING = "thinking";

    /** How much is refused. */
    enum Strictness {
        /** What the provider refuses, no more. */
        PROVIDER,
        /**
         * Also what a gateway has no reason to send, though some provider takes it: calls of tools that are not
         * declared, two tools of one name, results of one answer in several messages, calls whose results the provider
         * would have to remember, cache markers that are {@code null}.
         */
        GATEWAY
    }

    /** Everything that the provider would refuse in a request: one refusal for each rule and element, in order. */
    List<RequestRefusedException> refusals(JsonNode body, Headers headers);

    /**
     * Reads a request as the provider does, which reports one error only.
     *
     * @throws RequestRefusedException with the first refusal
     */
    default void check(JsonNode body, Headers headers) {
        refusals(body, headers).stream().findFirst().ifPresent(refusal -> {
            throw refusal;
        });
    }

    /** A validator that refuses what the provider refuses. */
    static RequestValidator of(SimulatedDialect dialect, ValueSigner signer) {
        return of(dialect, signer, Strictness.PROVIDER);
    }

    static RequestValidator of(SimulatedDialect dialect, ValueSigner signer, Strictness strictness) {
        return switch (dialect) {
            case RESPONSES -> new ResponsesValidator(signer, ResponsesValidator.KNOWN, strictness);
            case CHAT -> new ChatValidator(strictness);
            case MESSAGES -> new MessagesValidator(signer, MessagesValidator.Purpose.ANSWER, strictness);
        };
    }

    /** The rules of a token count, which takes nothing that is about the answer alone. */
    static RequestValidator ofCount(SimulatedDialect dialect, ValueSigner signer) {
        return switch (dialect) {
            case RESPONSES -> new ResponsesValidator(signer, ResponsesValidator.COUNTED, Strictness.PROVIDER);
            case CHAT -> throw new IllegalArgumentException("nobody counts tokens in " + dialect);
            case MESSAGES -> new MessagesValidator(signer, MessagesValidator.Purpose.COUNT, Strictness.PROVIDER);
        };
    }

    /** The members of an object that are not on the list, in a stable order. */
    static Set<String> unknown(JsonNode object, Set<String> known) {
        Set<String> names = new TreeSet<>(object.propertyNames());
        names.removeAll(known);
        return names;
    }

    /** Refuses calls of tools that are not declared. */
    static void checkDeclared(Set<String> called, Set<String> declared) {
        Set<String> missing = new TreeSet<>(called);
        missing.removeAll(declared);
        if (!missing.isEmpty()) {
            throw new RequestRefusedException(
                    "tools_missing",
                    ProviderError.invalid("calls refer to tools that are not declared: " + String.join(", ", missing)));
        }
    }
}
