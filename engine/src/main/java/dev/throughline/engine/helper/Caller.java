package dev.throughline.engine.helper;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;

/**
 * As whom we ask: where a request goes and what it carries. Holds credentials, so it is never written anywhere, and its
 * text says nothing of them.
 *
 * @param target path and query of requests in this dialect
 * @param headers those of the client, or none when the provider has a key of its own
 * @param model the model to ask when the question does not name one
 */
public record Caller(Dialect dialect, String target, Headers headers, String model) {
    @Override
    public String toString() {
        return "Caller[" + dialect.word() + ", " + target + ", " + model + ", headers not shown]";
    }
}
