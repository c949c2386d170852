package dev.throughline.workingset.policy;

import java.time.Duration;

/**
 * The thresholds of the policy {@link Compact}.
 *
 * @param windowPart the threshold, as a part of the window
 * @param userTextTokens tokens of the newest user messages that stay verbatim
 * @param shrinkPart the part by which a summary must be shorter than what it replaces
 * @param preparePart the part of the threshold above which a summary is prepared
 * @param refills compactions in a row that leave the prompt nearly full before compaction stops
 * @param idle the pause after which old results are cleared; zero for never
 * @param idleResults the newest results, which stay then
 */
public record CompactSettings(
        double windowPart,
        long userTextTokens,
        double shrinkPart,
        double preparePart,
        int refills,
        Duration idle,
        int idleResults) {
    public static final CompactSettings DEFAULT =
            new CompactSettings(0.9, 20_000, 0.5, 0.75, 3, Duration.ofMinutes(60), 5);
}
