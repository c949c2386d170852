package dev.throughline.wire;

import dev.throughline.model.Bytes;

/**
 * A function tool that the gateway adds to a request and answers itself.
 *
 * @param schema the JSON schema of its arguments, an object of type {@code object}; sent byte for byte
 */
public record LocalTool(String name, String description, Bytes schema) {}
