package dev.throughline.testkit.model.shape;

import dev.throughline.model.Headers;

/** What rules say about a body, for comparison in one line. */
final class Refusals {
    static final Seal SEAL = new Seal("secret");

    private Refusals() {}

    /** The place and the message of the first fault, {@code taken} if there is none. */
    static String of(Rules rules, String body, String... headers) {
        try {
            rules.check(Json.read(body.replace('\'', '"')), Headers.of(headers));
            return "taken";
        } catch (Objection objection) {
            return (objection.fault().param() == null ? "" : objection.fault().param() + " | ")
                    + objection.getMessage();
        }
    }
}
