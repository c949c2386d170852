package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Reply;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CopiedNoteTest {
    private static final String NOTE = "[output cut: Read a/Parser.java; 14,200 characters; recall id=ab12cd34]";
    private static final String EDIT = "{\"file_path\":\"a\",\"old_string\":\"" + NOTE + "\"}";
    private static final String PLAIN = "{\"file_path\":\"a\",\"old_string\":\"int a;\"}";

    /** The ids of the calls in an answer that hold a note. */
    private static List<String> found(Dialect dialect, String... elements) {
        List<Bytes> said = Stream.of(elements).map(Bytes::of).toList();
        Reply reply = new Reply(
                Reply.Ending.COMPLETE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                said,
                List.of(),
                Optional.empty());
        return CopiedNote.in(Dialects.of(dialect), reply).stream()
                .map(call -> call.call().orElse(""))
                .toList();
    }

    private static String escaped(String json) {
        return json.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    @Test
    void of_a_messages_answer_only_a_call_with_a_note_counts() {
        String said = "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"It says " + NOTE
                + "\"},{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"Edit\",\"input\":" + PLAIN
                + "},{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":\"Edit\",\"input\":" + EDIT + "}]}";
        assertEquals(List.of("t2"), found(MessagesDialect.NAME, said));
    }

    @Test
    void of_a_responses_answer_only_a_call_with_a_note_counts() {
        String call = "{\"type\":\"function_call\",\"name\":\"edit\",\"call_id\":\"%s\",\"arguments\":\"%s\"}";
        assertEquals(
                List.of("c2", "c3"),
                found(
                        ResponsesDialect.NAME,
                        "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\""
                                + NOTE + "\"}]}",
                        call.formatted("c1", escaped(PLAIN)),
                        call.formatted("c2", escaped(EDIT)),
                        "{\"type\":\"custom_tool_call\",\"name\":\"apply_patch\",\"call_id\":\"c3\",\"input\":"
                                + "\"*** Begin Patch\\n-[lines 62-79 not shown]\\n*** End Patch\"}"));
    }

    @Test
    void of_a_chat_answer_only_a_call_with_a_note_counts() {
        String call = "{\"id\":\"%s\",\"type\":\"function\",\"function\":{\"name\":\"edit\",\"arguments\":\"%s\"}}";
        String said = "{\"role\":\"assistant\",\"content\":\"" + NOTE + "\",\"tool_calls\":["
                + call.formatted("c1", escaped(PLAIN)) + "," + call.formatted("c2", escaped(EDIT)) + "]}";
        assertEquals(List.of("c2"), found(ChatDialect.NAME, said));
    }

    private static TestSession asked() {
        return new TestSession()
                .call("t1", "Edit", EDIT) // The client's own history, which an earlier turn answers for.
                .result("t1", NOTE)
                .user("go on")
                .turn();
    }

    @Test
    void of_a_session_the_answers_to_edited_requests_count() {
        TestSession session = asked().assistant(NOTE)
                .call("t2", "Edit", PLAIN)
                .call("t3", "Edit", EDIT)
                .answered(10, 20);
        assertEquals(
                List.of(new CopiedNote(1, new TurnId(new UUID(0, 1)), TestSession.NOON, "Edit", "t3")),
                CopiedNote.in(session.recall()));
    }

    @Test
    void where_nothing_was_edited_no_note_was_shown() {
        assertEquals(
                List.of(),
                CopiedNote.in(asked().call("t3", "Edit", EDIT).answered(20, 20).recall()));
        assertEquals(List.of(), CopiedNote.in(asked().recall()), "not answered yet");
    }

    @Test
    void a_call_whose_bytes_are_gone_is_passed_over() {
        TestSession session = asked().call("t3", "Edit", EDIT).answered(10, 20);
        Recall recall = new Recall(Transcript.read(session::page), _ -> Optional.empty(), Dialects::of);
        assertEquals(List.of(), CopiedNote.in(recall));
    }
}
