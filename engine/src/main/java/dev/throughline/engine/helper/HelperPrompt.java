package dev.throughline.engine.helper;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import java.time.Duration;

/**
 * A session's own prompt with one more message, to be sent unchanged.
 *
 * @param name the name of the question, for logs and counters
 * @param model the model that has the prompt in its cache
 * @param timeout the maximum time until the whole reply is received
 */
public record HelperPrompt(String name, Dialect dialect, String model, Bytes body, Duration timeout) {}
