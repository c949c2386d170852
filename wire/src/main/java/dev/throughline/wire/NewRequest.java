package dev.throughline.wire;

/**
 * A request of ours without a history: instructions, one message of a user, and a limit for the answer. A dialect
 * writes it with {@link Wire#newRequest}.
 *
 * @param outputTokens the most that the answer may have; 0 leaves it to the server
 */
public record NewRequest(String model, String instructions, String input, int outputTokens) {}
