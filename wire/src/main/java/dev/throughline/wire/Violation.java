package dev.throughline.wire;

/**
 * One thing that a real provider would refuse.
 *
 * @param code short and stable, for example {@code result_missing}
 * @param where the place in the request, for example {@code input[12]}
 * @param message the sentence for a person
 */
public record Violation(String code, String where, String message) {}
