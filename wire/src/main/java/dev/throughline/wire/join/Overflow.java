package dev.throughline.wire.join;

import java.util.OptionalLong;

/**
 * A provider's word that a request does not fit the model.
 *
 * @param tokens how many tokens the request had, where it says so
 * @param window how many would fit, where it says so
 */
public record Overflow(OptionalLong tokens, OptionalLong window) {}
