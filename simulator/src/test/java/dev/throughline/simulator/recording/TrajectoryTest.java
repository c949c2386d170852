package dev.throughline.simulator.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.recording.RecordedMessage.Role;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class TrajectoryTest {
    private static RecordedMessage at(Role role, double time) {
        return RecordedMessage.text(role, "x", time < 0 ? OptionalDouble.empty() : OptionalDouble.of(time));
    }

    @Test
    void a_request_has_the_time_of_the_message_before_its_answer_and_times_never_decrease() {
        Trajectory trajectory = Trajectory.of(
                "t",
                List.of(
                        at(Role.USER, 100),
                        at(Role.ASSISTANT, 105),
                        at(Role.USER, 90),
                        at(Role.ASSISTANT, 95),
                        at(Role.USER, -1),
                        at(Role.ASSISTANT, 200)));
        assertEquals(List.of(1, 3, 5), trajectory.turns());
        assertEquals(List.of(100.0, 100.0, 200.0), trajectory.times());
    }

    @Test
    void without_times_a_turn_takes_twenty_seconds() {
        Trajectory trajectory = Trajectory.of(
                "t", List.of(at(Role.USER, -1), at(Role.ASSISTANT, -1), at(Role.USER, -1), at(Role.ASSISTANT, -1)));
        assertEquals(List.of(1_700_000_000.0, 1_700_000_020.0), trajectory.times());
    }
}
