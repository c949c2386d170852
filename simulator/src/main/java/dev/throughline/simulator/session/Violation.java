package dev.throughline.simulator.session;

/**
 * One thing that a provider would refuse.
 *
 * @param rule its short and stable name
 */
public record Violation(String rule, String sentence) {}
