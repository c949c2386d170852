package dev.throughline.simulator.server;

import dev.throughline.model.Headers;
import dev.throughline.simulator.answer.Provider;
import dev.throughline.simulator.validation.ProviderError;
import dev.throughline.simulator.validation.RequestRefusedException;
import java.util.Locale;
import java.util.Set;

/** Provider behaviour that does not depend on the content of a request: keys, headers, refusals. */
final class ProviderHabits {
    private static final int NAME_LETTERS = 24;
    private static final String INVALID = "invalid_request_error";

    private ProviderHabits() {}

    /** Requires a key with any value. */
    static void checkKey(Provider provider, Headers headers) {
        boolean hasBearer = headers.first("authorization")
                .filter(value -> value.toLowerCase(Locale.ROOT).startsWith("bearer "))
                .filter(value -> !value.substring("bearer ".length()).isBlank())
                .isPresent();
        switch (provider) {
            case OPENAI -> {
                if (!hasBearer) {
                    throw new RequestRefusedException(ProviderError.of(
                            401,
                            INVALID,
                            "You didn't provide an API key. You need to provide your API key in an Authorization"
                                    + " header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY)."));
                }
            }
            case ANTHROPIC -> {
                if (!hasBearer
                        && headers.first("x-api-key")
                                .filter(key -> !key.isBlank())
                                .isEmpty()) {
                    throw new RequestRefusedException(
                            ProviderError.of(401, "authentication_error", "x-api-key header is required"));
                }
            }
        }
    }

    /** The account and the model. A prompt cache is never shared between two of either. */
    static String owner(Headers headers, String model) {
        return headers.first("authorization").orElse("")
                + '\n'
                + headers.first("x-api-key").orElse("")
                + '\n'
                + model;
    }

    static void checkModel(Provider provider, String model, Set<String> models) {
        if (models.isEmpty() || models.contains(model)) {
            return;
        }
        throw new RequestRefusedException(
                switch (provider) {
                    case OPENAI ->
                        new ProviderError(
                                404,
                                INVALID,
                                "model_not_found",
                                null,
                                "The model `" + model + "` does not exist or you do not have access to it.");
                    case ANTHROPIC -> ProviderError.of(404, "not_found_error", "model: " + model);
                });
    }

    static ProviderError notFound(Provider provider, ReceivedRequest received) {
        return switch (provider) {
            case OPENAI ->
                ProviderError.of(404, INVALID, "Invalid URL (" + received.method() + " " + received.path() + ")");
            case ANTHROPIC -> ProviderError.of(404, "not_found_error", "Not Found");
        };
    }

    static ProviderError notJson(Provider provider, Exception why) {
        String first = String.valueOf(why.getMessage()).lines().findFirst().orElse("");
        return switch (provider) {
            case OPENAI ->
                ProviderError.invalid(
                        "We could not parse the JSON body of your request. (HINT: This likely means you aren't using"
                            + " your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent"
                            + " was not valid JSON. If you have trouble figuring out how to fix this, please contact"
                            + " us through our help center at help.openai.com.)");
            case ANTHROPIC -> ProviderError.invalid("The request body is not valid JSON: " + first);
        };
    }

    /** The headers that a provider adds to every reply. */
    static Headers headers(Provider provider, String seed) {
        String request = "req_" + seed.substring(0, Math.min(NAME_LETTERS, seed.length()));
        return switch (provider) {
            case OPENAI ->
                Headers.of(
                        "x-request-id", request,
                        "openai-version", "2020-10-01",
                        "openai-processing-ms", "1",
                        "x-ratelimit-limit-requests", "10000",
                        "x-ratelimit-remaining-requests", "9999");
            case ANTHROPIC ->
                Headers.of(
                        "request-id", request,
                        "anthropic-ratelimit-requests-limit", "10000",
                        "anthropic-ratelimit-requests-remaining", "9999");
        };
    }
}
