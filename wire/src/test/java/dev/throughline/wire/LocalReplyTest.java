package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.wire.dialects.Dialects;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Also for the classes that write the replies: their exact bytes are in the test class of each. */
public final class LocalReplyTest {
    private static final TurnId TURN = TurnId.of("01920000-0000-7000-8000-000000000001");
    private static final Usage USAGE = new Usage(5, 0, 0, 2);
    private static final String TEXT = "Two lines,\n\"quoted\" ⏎ 😀";

    static Stream<Arguments> dialectsAndForms() {
        return Dialects.names().stream()
                .flatMap(dialect -> Stream.of(Arguments.of(dialect, true), Arguments.of(dialect, false)));
    }

    /** A reply of a turn with a fixed id. */
    public static LocalReply reply(String text) {
        return new LocalReply(TURN, Instant.ofEpochSecond(1_700_000_000), text, USAGE, Optional.empty());
    }

    /** A request of a dialect with these members after its model and history. */
    public static Request request(Wire wire, boolean isStreaming, String more) {
        String history = wire.dialect().name().equals("responses") ? "\"input\":\"a\"" : "\"messages\":[]";
        return wire.decode(
                Bytes.of("{\"model\":\"m\"," + history + (isStreaming ? ",\"stream\":true" : "") + more + "}"));
    }

    private static Reply read(Wire wire, boolean isStreaming, Bytes bytes) {
        ReplyReader reader = isStreaming ? wire.streamedReply() : wire.wholeReply();
        reader.feed(bytes.array(), bytes.offset(), bytes.length());
        return reader.finish();
    }

    private static String text(Wire wire, Reply reply) {
        StringBuilder text = new StringBuilder();
        for (Bytes element : reply.elements()) {
            for (Item item : wire.itemise(element, new Span(0, element.length()))) {
                text.append(wire.text(element, item));
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("dialectsAndForms")
    void a_reply_is_read_back_as_a_complete_reply_with_its_text(Dialect dialect, boolean isStreaming) {
        Wire wire = Dialects.of(dialect);
        Reply reply = read(wire, isStreaming, wire.localReply(request(wire, isStreaming, ""), reply(TEXT)));
        assertEquals(Reply.Ending.COMPLETE, reply.ending());
        assertEquals(TEXT, text(wire, reply));
        assertEquals(1, reply.elements().size());
        assertEquals(Optional.of("m"), reply.model());
        assertTrue(reply.responseId().orElseThrow().endsWith("01920000000070008000000000000001"));
        assertEquals(List.of(), reply.unread());
    }

    @ParameterizedTest
    @MethodSource("dialectsAndForms")
    void an_empty_reply_is_complete_and_has_no_text(Dialect dialect, boolean isStreaming) {
        Wire wire = Dialects.of(dialect);
        Reply reply = read(wire, isStreaming, wire.localReply(request(wire, isStreaming, ""), reply("")));
        assertEquals(Reply.Ending.COMPLETE, reply.ending());
        assertEquals("", text(wire, reply));
        assertEquals(List.of(), reply.unread());
    }

    @ParameterizedTest
    @MethodSource("dialectsAndForms")
    void the_usage_is_reported(Dialect dialect, boolean isStreaming) {
        Wire wire = Dialects.of(dialect);
        Request request = request(wire, isStreaming, ",\"stream_options\":{\"include_usage\":true}");
        assertEquals(
                Optional.of(USAGE),
                read(wire, isStreaming, wire.localReply(request, reply(TEXT))).usage());
    }

    @ParameterizedTest
    @MethodSource("dialectsAndForms")
    void the_bytes_depend_only_on_the_request_and_the_turn(Dialect dialect, boolean isStreaming) {
        Wire wire = Dialects.of(dialect);
        Request request = request(wire, isStreaming, "");
        assertEquals(wire.localReply(request, reply(TEXT)), wire.localReply(request, reply(TEXT)));
        TurnId other = TurnId.of("01920000-0000-7000-8000-000000000002");
        LocalReply ofOther = new LocalReply(other, reply(TEXT).at(), TEXT, USAGE, Optional.empty());
        assertNotEquals(wire.localReply(request, reply(TEXT)), wire.localReply(request, ofOther));
    }

    @Test
    void ids_are_derived_from_the_turn() {
        assertEquals("msg_01920000000070008000000000000001", reply("").id("msg_"));
    }
}
