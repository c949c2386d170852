package dev.throughline.simulator.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.recording.RecordedMessage.Role;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class RecordingRepairTest {
    private static final OptionalDouble NO_TIME = OptionalDouble.empty();

    private static RecordedMessage user(String text) {
        return RecordedMessage.text(Role.USER, text, NO_TIME);
    }

    private static RecordedMessage answer(String text, RecordedCall... calls) {
        return RecordedMessage.answer(text, List.of(calls), NO_TIME);
    }

    private static RecordedCall call(String id) {
        return new RecordedCall(id, "Read", "{}");
    }

    private static RecordedMessage result(String id, String text) {
        return RecordedMessage.result(new RecordedCall(id, "Read", ""), text, NO_TIME);
    }

    /** One line per message: role, calls or answered call, text. */
    private static List<String> repaired(RecordedMessage... recorded) {
        return RecordingRepair.of(List.of(recorded)).stream()
                .map(message -> message.role().name().charAt(0)
                        + String.join(
                                "",
                                message.calls().stream()
                                        .map(call -> "(" + call.id() + ")")
                                        .toList())
                        + (message.callId().isEmpty() ? "" : "<" + message.callId() + ">") + " " + message.content())
                .toList();
    }

    @Test
    void a_valid_recording_is_unchanged() {
        assertEquals(
                List.of("U go", "A(a) ", "T<a> done", "A bye"),
                repaired(user("go"), answer("", call("a")), result("a", "done"), answer("bye")));
    }

    @Test
    void results_are_moved_after_their_calls_in_the_order_of_the_calls() {
        assertEquals(
                List.of("U go", "A(a)(b) ", "T<a> one", "T<b> two", "U wait", "A ok"),
                repaired(
                        user("go"),
                        answer("", call("a"), call("b")),
                        result("b", "two"),
                        user("wait"),
                        result("a", "one"),
                        answer("ok")));
    }

    @Test
    void a_missing_result_and_a_missing_call_are_added() {
        assertEquals(
                List.of("U go", "A(a)(call_r00002) hm", "T<a> [no result was recorded]", "T<call_r00002> lost"),
                repaired(user("go"), answer("hm", call("a")), result("zzz", "lost")));
    }

    @Test
    void duplicate_and_malformed_ids_are_replaced() {
        assertEquals(
                List.of(
                        "U go",
                        "A(a) ",
                        "T<a> 1",
                        "U more",
                        "A(call_r00002)(call_r00003) ",
                        "T<call_r00002> 2",
                        "T<call_r00003> 3"),
                repaired(
                        user("go"),
                        answer("", call("a")),
                        result("a", "1"),
                        user("more"),
                        answer("", call("a"), call("no spaces")),
                        result("a", "2"),
                        result("no spaces", "3")));
    }

    @Test
    void empty_messages_and_consecutive_answers_are_repaired() {
        assertEquals(
                List.of("U Continue.", "A (no text)", "U Continue.", "A two"),
                repaired(answer("  "), user(" "), answer("two")));
    }

    @Test
    void a_conversation_without_a_user_message_gets_one() {
        assertEquals(
                List.of("S rules", "U Continue.", "A yes"),
                repaired(RecordedMessage.text(Role.SYSTEM, "rules", NO_TIME), answer("yes")));
    }

    @Test
    void a_result_before_any_answer_becomes_a_user_message() {
        assertEquals(List.of("U early", "A yes"), repaired(result("a", "early"), answer("yes")));
    }

    @Test
    void invalid_characters_in_tool_names_and_unpaired_surrogates_are_replaced() {
        RecordedMessage repaired = RecordingRepair.of(List.of(
                        user("x\ud800y"), answer("", new RecordedCall("a", "mcp server.tool", "")), result("a", "r")))
                .get(1);
        assertEquals(List.of(new RecordedCall("a", "mcp_server_tool", "{}")), repaired.calls());
        assertEquals(
                "x?y", RecordingRepair.of(List.of(user("x\ud800y"))).getFirst().content());
    }
}
