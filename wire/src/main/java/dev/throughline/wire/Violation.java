package dev.throughline.wire;

/**
 * One thing that a provider would refuse.
 *
 * @param where the place in the request, for example {@code input[12]}
 */
public record Violation(ValidationRule rule, String where) {}
