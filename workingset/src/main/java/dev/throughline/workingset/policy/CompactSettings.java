package dev.throughline.workingset.policy;

import dev.throughline.workingset.fragment.Continuation;
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
 * @param form the form of the message that replaces a history
 * @param recentTokens tokens of the newest exchanges that stay verbatim in the form {@code CONTINUATION}
 * @param instructions what the user always wants in summaries; may be empty
 */
public record CompactSettings(
        double windowPart,
        long userTextTokens,
        double shrinkPart,
        double preparePart,
        int refills,
        Duration idle,
        int idleResults,
        Continuation.Form form,
        long recentTokens,
        String instructions) {
    public static final CompactSettings DEFAULT = new CompactSettings(
            0.9, 20_000, 0.5, 0.75, 3, Duration.ofMinutes(60), 5, Continuation.Form.SUMMARY, 10_000, "");

    /** The same thresholds with another form of the message. */
    public CompactSettings with(Continuation.Form other) {
        return new CompactSettings(
                windowPart,
                userTextTokens,
                shrinkPart,
                preparePart,
                refills,
                idle,
                idleResults,
                other,
                recentTokens,
                instructions);
    }

    /** The same thresholds with other instructions for summaries. */
    public CompactSettings withInstructions(String other) {
        return new CompactSettings(
                windowPart,
                userTextTokens,
                shrinkPart,
                preparePart,
                refills,
                idle,
                idleResults,
                form,
                recentTokens,
                other);
    }
}
