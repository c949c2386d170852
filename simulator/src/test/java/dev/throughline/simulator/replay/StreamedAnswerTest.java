package dev.throughline.simulator.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.prompt.PromptCharge;
import dev.throughline.simulator.prompt.RequestReader;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.simulator.request.RequestWriter;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.dialects.Dialects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Written streams are read by a client and by the reader of the wire module. */
final class StreamedAnswerTest {
    private final Trajectory trajectory = SmallSession.reading(2);

    private Bytes stream(SimulatedDialect dialect, int index) {
        RequestWriter requests = RequestWriter.of(dialect, trajectory, "0a1b2c3d-0000", 0, new RequestReader(dialect));
        Usage usage = new PromptCharge(100.5, 20, 60, 20.5).usage(dialect);
        return ReplayModel.stream(
                dialect,
                requests.answer(index),
                ReplayModel.answered(
                        requests.ids(index), JsonNodes.read(requests.ask(index).body()), usage));
    }

    private static List<List<String>> calls(SimulatedDialect dialect, RecordedMessage message) {
        List<List<String>> calls = new ArrayList<>();
        for (RecordedCall call : message.calls()) {
            boolean isFree = call.name().equals("patch") && dialect != SimulatedDialect.RESPONSES;
            calls.add(
                    List.of(call.id(), call.name(), isFree ? "{\"input\":\"*** Begin \\\"x\\\"\"}" : call.arguments()));
        }
        return calls;
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void a_streamed_answer_is_read_as_it_was_recorded(SimulatedDialect dialect) {
        for (int turn : trajectory.turns()) {
            RecordedMessage recorded = trajectory.messages().get(turn);
            assertEquals(
                    Optional.of(new StreamedAnswer.Content(recorded.content(), calls(dialect, recorded))),
                    StreamedAnswer.read(dialect, stream(dialect, turn)));
        }
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void the_wire_module_reads_a_complete_answer_with_its_usage(SimulatedDialect dialect) {
        byte[] bytes = stream(dialect, trajectory.turns().getFirst()).toArray();
        ReplyReader reader = Dialects.of(dialect.dialect()).streamedReply();
        reader.feed(bytes, 0, bytes.length);
        Reply reply = reader.finish();
        assertEquals(Reply.Ending.COMPLETE, reply.ending());
        assertEquals(60, reply.usage().orElseThrow().cacheRead());
        assertEquals(100, reply.usage().orElseThrow().prompt());
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void an_incomplete_or_malformed_stream_is_no_answer(SimulatedDialect dialect) {
        byte[] bytes = stream(dialect, trajectory.turns().getFirst()).toArray();
        String half = new String(bytes, 0, bytes.length / 2, java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(
                Optional.empty(), StreamedAnswer.read(dialect, Bytes.of(half.substring(0, half.lastIndexOf("\n\n")))));
        assertEquals(Optional.empty(), StreamedAnswer.read(dialect, Bytes.of("data: {broken\n\n")));
    }
}
