package dev.throughline.engine.helper;

import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.util.function.Function;

/**
 * A question whose answer is JSON of a schema.
 *
 * @param name for logs and counters
 * @param instructions what to do with the input, from a resource
 * @param input what the question is about
 * @param reader converts JSON that matches the schema; an {@link IllegalArgumentException} means that the answer is
 *     malformed
 * @param outputTokens the most tokens of the answer
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
