package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply.Ending;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplyRoundTest {
    private static final LocalCall CALL = new LocalCall("c", "recall", Bytes.of("{}"), Bytes.of("{}"));

    private static String kind(Ending ending, List<LocalCall> calls, boolean hasClientCalls) {
        return kind(ending, calls, List.of(), hasClientCalls);
    }

    private static String kind(Ending ending, List<LocalCall> calls, List<Bytes> cutCalls, boolean hasClientCalls) {
        Reply reply = new Reply(
                ending, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), List.of(), Optional.empty());
        ReplyRound round =
                new ReplyRound(reply, calls, cutCalls, hasClientCalls, Optional.empty(), /* isWithheld= */ false);
        return round.isContinuable() ? "continuable" : round.isMixed() ? "mixed" : "neither";
    }

    @Test
    void a_round_is_continuable_only_if_it_is_complete_and_all_its_calls_are_local() {
        assertEquals("continuable", kind(Ending.COMPLETE, List.of(CALL), false));
        assertEquals("mixed", kind(Ending.COMPLETE, List.of(CALL), true));
        assertEquals("neither", kind(Ending.COMPLETE, List.of(), true));
        assertEquals("neither", kind(Ending.INCOMPLETE, List.of(CALL), false));
        assertEquals("neither", kind(Ending.CUT, List.of(CALL), true));
    }

    @Test
    void a_round_with_a_cut_call_is_not_continuable_because_that_call_would_have_no_result() {
        assertEquals("neither", kind(Ending.COMPLETE, List.of(CALL), List.of(Bytes.of("{}")), false));
    }
}
