package dev.throughline.wire;

import dev.throughline.model.Bytes;

/**
 * A call of one of the gateway's own tools.
 *
 * @param id the id that its result has to name
 * @param arguments the JSON that the model wrote, decoded where the dialect puts it into a string; it may be
 *     invalid
 * @param raw the block, item or entry that is the call, as the provider sent it
 */
public record LocalCall(String id, String name, Bytes arguments, Bytes raw) {}
