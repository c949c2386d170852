package dev.throughline.wire;

/**
 * A violation of a rule, because of which a provider would refuse a request.
 *
 * @param where the position in the request, for example {@code input[12]}
 */
public record Violation(ValidationRule rule, String where) {}
