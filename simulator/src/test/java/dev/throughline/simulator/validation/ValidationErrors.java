package dev.throughline.simulator.validation;

import dev.throughline.model.Headers;
import dev.throughline.simulator.json.JsonNodes;

/** What rules say about a body, for comparison in one line. */
final class Refusals {
    static final ValueSigner SIGNER = new ValueSigner("secret");

    private Refusals() {}

    /** The place and the message of the first fault, {@code taken} if there is none. */
    static String of(RequestValidator rules, String body, String... headers) {
        try {
            rules.check(JsonNodes.read(body.replace('\'', '"')), Headers.of(headers));
            return "taken";
        } catch (RequestRefusedException refused) {
            return (refused.error().param() == null ? "" : refused.error().param() + " | ") + refused.getMessage();
        }
    }
}
