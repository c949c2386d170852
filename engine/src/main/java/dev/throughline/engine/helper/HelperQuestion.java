package dev.throughline.engine.helper;

import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.util.function.Function;

/**
 * A question whose answer is JSON of a known shape.
 *
 * @param name one word for logs and counters
 * @param instructions what to do with the input, from a resource
 * @param input what the question is about
 * @param reader makes the answer of JSON that the schema allows; what it refuses with an
 *     {@link IllegalArgumentException} counts as malformed
 * @param outputTokens the most that the answer may have
 * @param timeout for all attempts together
 */
public record HelperQuestion<T>(
        String name,
        String instructions,
        String input,
        AnswerSchema schema,
        Function<Json, T> reader,
        int outputTokens,
        Duration timeout) {}
