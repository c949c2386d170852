package dev.throughline.engine.helper;

import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.util.function.Function;

/**
 * A question whose answer is JSON that matches a schema.
 *
 * @param name the name of the question, for logs and counters
 * @param instructions the instructions for the model, from a resource
 * @param input the text that the question is about
 * @param reader converts JSON that matches the schema; an {@link IllegalArgumentException} means that the answer is
 *     malformed
 * @param outputTokens the maximum number of tokens of the answer
 * @param timeout the maximum time of all attempts together
 */
public record HelperQuestion<T>(
        String name,
        String instructions,
        String input,
        AnswerSchema schema,
        Function<Json, T> reader,
        int outputTokens,
        Duration timeout) {}
