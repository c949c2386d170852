package dev.throughline.simulator.session;

/**
 * A violation of a provider's rules.
 *
 * @param rule its short and stable name
 */
public record Violation(String rule, String sentence) {}
