package dev.throughline.model;

/**
 * The tokens of one turn as the provider billed them, in classes that never overlap.
 *
 * @param input tokens of the prompt that were neither read from nor written to the provider's cache
 * @param cacheRead tokens of the prompt that the provider had in its cache
 * @param cacheWrite tokens of the prompt that the provider put into its cache, where it charges for that
 * @param output tokens that the model wrote, reasoning included
 */
public record Usage(long input, long cacheRead, long cacheWrite, long output) {
    public static final Usage NONE = new Usage(0, 0, 0, 0);

    public Usage {
        if (input < 0 || cacheRead < 0 || cacheWrite < 0 || output < 0) {
            throw new IllegalArgumentException("expected no negative token counts, found " + input + ", " + cacheRead
                    + ", " + cacheWrite + ", " + output);
        }
    }

    /** All tokens of the prompt. */
    public long prompt() {
        return input + cacheRead + cacheWrite;
    }

    public Usage plus(Usage other) {
        return new Usage(
                input + other.input, cacheRead + other.cacheRead, cacheWrite + other.cacheWrite, output + other.output);
    }
}
