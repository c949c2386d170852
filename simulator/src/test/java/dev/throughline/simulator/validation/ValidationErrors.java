package dev.throughline.simulator.validation;

import dev.throughline.model.Headers;
import dev.throughline.simulator.json.JsonNodes;

/** The first validation error of a body as one line of text. */
final class ValidationErrors {
    static final ValueSigner SIGNER = new ValueSigner("secret");

    private ValidationErrors() {}

    /** The parameter and the message of the first error, {@code accepted} if there is none. */
    static String of(RequestValidator rules, String body, String... headers) {
        try {
            rules.check(JsonNodes.read(body.replace('\'', '"')), Headers.of(headers));
            return "accepted";
        } catch (RequestRefusedException refused) {
            return (refused.error().param() == null ? "" : refused.error().param() + " | ") + refused.getMessage();
        }
    }
}
