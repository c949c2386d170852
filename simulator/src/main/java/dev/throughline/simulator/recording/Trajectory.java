package dev.throughline.simulator.recording;

import dev.throughline.simulator.recording.RecordedMessage.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A repaired session.
 *
 * @param id its name in the recording
 * @param turns the index of every assistant message: each is the answer to one request
 * @param times seconds since the epoch of each of those requests
 */
public record Trajectory(String id, List<RecordedMessage> messages, List<Integer> turns, List<Double> times) {
    /** Between two requests, where a recording carries no time. */
    private static final double SECONDS_PER_TURN = 20;

    private static final double FIRST_TIME = 1_700_000_000;

    public Trajectory {
        messages = List.copyOf(messages);
        turns = List.copyOf(turns);
        times = List.copyOf(times);
    }

    /** The trajectory of messages as they were recorded. */
    public static Trajectory of(String id, List<RecordedMessage> recorded) {
        List<RecordedMessage> messages = RecordingRepair.of(recorded);
        List<Integer> turns = IntStream.range(0, messages.size())
                .filter(i -> messages.get(i).is(Role.ASSISTANT))
                .boxed()
                .toList();
        return new Trajectory(id, messages, turns, times(messages, turns));
    }

    /** A request was sent at the time of the message before its answer; time never runs backwards. */
    private static List<Double> times(List<RecordedMessage> messages, List<Integer> turns) {
        List<Double> times = new ArrayList<>();
        double now = Double.NaN;
        for (int turn : turns) {
            OptionalDouble before =
                    turn == 0 ? OptionalDouble.empty() : messages.get(turn - 1).at();
            OptionalDouble stamp =
                    before.isPresent() ? before : messages.get(turn).at();
            double guess = Double.isNaN(now) ? FIRST_TIME : now + SECONDS_PER_TURN;
            double time = stamp.orElse(guess);
            now = Double.isNaN(now) ? time : Math.max(now, time);
            times.add(now);
        }
        return times;
    }
}
