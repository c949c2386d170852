package dev.throughline.replay.played;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.SmallSession;
import dev.throughline.replay.bill.Billed;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.recording.Call;
import dev.throughline.replay.recording.Message;
import dev.throughline.replay.recording.Trajectory;
import dev.throughline.replay.speech.Speaker;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Wires;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the writers write, a client hears; and the wire reads it as a whole answer. */
final class HeardTest {
    private static final AnswerWriter.Signature SIGNATURE =
            new AnswerWriter.Signature("x", "m", new Billed(100.5, 20, 60, 20.5));

    private final Trajectory trajectory = SmallSession.reading(2);

    private Bytes stream(Dialect dialect, int index) {
        Speaker speaker = Speaker.of(dialect, trajectory, "0a1b2c3d-0000", 0, new ItemPool());
        return AnswerWriter.of(dialect).stream(speaker.answer(index), SIGNATURE);
    }

    private static List<List<String>> calls(Dialect dialect, Message message) {
        List<List<String>> calls = new ArrayList<>();
        for (Call call : message.calls()) {
            boolean isFree = call.name().equals("patch") && dialect != Dialect.RESPONSES;
            calls.add(
                    List.of(call.id(), call.name(), isFree ? "{\"input\":\"*** Begin \\\"x\\\"\"}" : call.arguments()));
        }
        return calls;
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void a_streamed_answer_is_heard_as_it_was_recorded(Dialect dialect) {
        for (int turn : trajectory.turns()) {
            Message recorded = trajectory.messages().get(turn);
            assertEquals(
                    Optional.of(new Heard(recorded.content(), calls(dialect, recorded))),
                    Heard.of(dialect, stream(dialect, turn)));
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void the_wire_reads_a_whole_answer_with_its_usage(Dialect dialect) {
        byte[] bytes = stream(dialect, trajectory.turns().getFirst()).toArray();
        ReplyReader reader = Wires.of(dialect).streamedReply();
        reader.feed(bytes, 0, bytes.length);
        Reply reply = reader.finish();
        assertEquals(Reply.Ending.COMPLETE, reply.ending());
        assertEquals(60, reply.usage().orElseThrow().cacheRead());
        assertEquals(100, reply.usage().orElseThrow().prompt());
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void half_an_answer_is_none(Dialect dialect) {
        byte[] bytes = stream(dialect, trajectory.turns().getFirst()).toArray();
        String half = new String(bytes, 0, bytes.length / 2, java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(Optional.empty(), Heard.of(dialect, Bytes.of(half.substring(0, half.lastIndexOf("\n\n")))));
        assertEquals(Optional.empty(), Heard.of(dialect, Bytes.of("data: {broken\n\n")));
    }
}
