package dev.throughline.replay.prompt;

/**
 * One thing that a provider would refuse.
 *
 * @param rule its short and stable name
 */
public record Problem(String rule, String sentence) {}
