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

final class CopiedPlaceholderTest {
    private static final String NOTE = "[output cut: Read a/Parser.java; 14,200 characters; recall id=ab12cd34]";
    private static final String EDIT = "{\"file_path\":\"a\",\"old_string\":\"" + NOTE + "\"}";
    private static final String PLAIN = "{\"file_path\":\"a\",\"old_string\":\"int a;\"}";

    /** The ids of the calls in a reply that contain a note. */
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
        return CopiedPlaceholder.in(Dialects.of(dialect), reply).stream()
                .map(call -> call.call().orElse(""))
                .toList();
    }

    private static String escaped(String json) {
        return json.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    @Test
    void only_calls_that_contain_a_note_are_found_in_a_messages_reply() {
        String said = "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"It says " + NOTE
                + "\"},{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"Edit\",\"input\":" + PLAIN
                + "},{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":\"Edit\",\"input\":" + EDIT + "}]}";
        assertEquals(List.of("t2"), found(MessagesDialect.NAME, said));
    }

    @Test
    void only_calls_that_contain_a_note_are_found_in_a_responses_reply() {
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
    void only_calls_that_contain_a_note_are_found_in_a_chat_reply() {
        String call = "{\"id\":\"%s\",\"type\":\"function\",\"function\":{\"name\":\"edit\",\"arguments\":\"%s\"}}";
        String said = "{\"role\":\"assistant\",\"content\":\"" + NOTE + "\",\"tool_calls\":["
                + call.formatted("c1", escaped(PLAIN)) + "," + call.formatted("c2", escaped(EDIT)) + "]}";
        assertEquals(List.of("c2"), found(ChatDialect.NAME, said));
    }

    private static TestSession asked() {
        return new TestSession()
                .call("t1", "Edit", EDIT) // Part of the client's history, which belongs to an earlier turn.
                .result("t1", NOTE)
                .user("go on")
                .turn();
    }

    @Test
    void copied_notes_are_found_in_replies_to_edited_requests() {
        TestSession session = asked().assistant(NOTE)
                .call("t2", "Edit", PLAIN)
                .call("t3", "Edit", EDIT)
                .answered(10, 20);
        assertEquals(
                List.of(new CopiedPlaceholder(1, new TurnId(new UUID(0, 1)), TestSession.NOON, "Edit", "t3")),
                CopiedPlaceholder.in(session.recall()));
    }

    @Test
    void replies_to_unedited_requests_are_not_searched() {
        assertEquals(
                List.of(),
                CopiedPlaceholder.in(
                        asked().call("t3", "Edit", EDIT).answered(20, 20).recall()));
        assertEquals(List.of(), CopiedPlaceholder.in(asked().recall()), "not answered yet");
    }

    @Test
    void a_call_whose_source_is_missing_is_skipped() {
        TestSession session = asked().call("t3", "Edit", EDIT).answered(10, 20);
        Recall recall = new Recall(Transcript.read(session::page), _ -> Optional.empty(), Dialects::of);
        assertEquals(List.of(), CopiedPlaceholder.in(recall));
    }
}
