package dev.throughline.wire;

/**
 * A request of the gateway's own: instructions, one user message, and a limit for the answer. A dialect writes it with
 * {@link Wire#newRequest}.
 *
 * @param outputTokens the most tokens of the answer; 0 for the default of the server
 */
public record NewRequest(String model, String instructions, String input, int outputTokens) {}
