package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.request.TextsOf;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CacheMarkersTest {
    private static final String DEFAULT = "'cache_control':{'type':'ephemeral'}";
    private static final String HOUR = "'cache_control':{'type':'ephemeral','ttl':'1h'}";
    private static final String MESSAGE = "{'role':'user','content':'x'}";

    @Test
    void a_marker_without_a_lifetime_lasts_five_minutes() {
        assertTtl("5m", "'system':[{'type':'text','text':'x'," + DEFAULT + "}],'messages':[" + MESSAGE + "]");
        assertTtl("5m", "'tools':[{'name':'f'," + DEFAULT + "}],'messages':[" + MESSAGE + "]");
        assertTtl("5m", "'messages':[" + message("{'type':'text','text':'x'," + DEFAULT + "}") + "]");
    }

    @Test
    void the_longest_lifetime_counts() {
        assertTtl(
                "1h",
                "'system':[{'type':'text','text':'x'," + HOUR + "}],'messages':["
                        + message("{'type':'text','text':'x'," + DEFAULT + "}") + "]");
        assertTtl(
                "1h",
                "'messages':[" + message("{'type':'tool_result','content':[{'type':'text','text':'x'," + HOUR + "}]}")
                        + "," + MESSAGE + "]");
        assertTtl("90m", "'tools':[{" + HOUR + "},{'cache_control':{'ttl':'90m'}},{'cache_control':{'ttl':'long'}}]");
    }

    @Test
    void text_that_looks_like_a_marker_is_ignored() {
        assertNone("'system':'cache_control','messages':[" + MESSAGE + "]");
        assertNone("'messages':[" + message("{'type':'text','text':'\\'cache_control\\':{\\'ttl\\':\\'1h\\'}'}") + "]");
        assertNone("'tools':[{'name':'f','input_schema':{'properties':{" + HOUR + "}}}]");
        assertNone("'messages':[" + message("{'type':'tool_use','input':{" + HOUR + "}}") + "]");
        assertNone("'tools':[{'cache_control':null}],'messages':[7,'x']");
    }

    @Test
    void only_the_last_elements_are_searched() {
        String marked = message("{'type':'text','text':'x'," + DEFAULT + "}");
        assertNone("'messages':[" + marked + "," + MESSAGE + "," + MESSAGE + "]");
        assertTtl("5m", "'messages':[" + MESSAGE + "," + marked + "," + MESSAGE + "]");
    }

    private static String message(String block) {
        return "{'role':'user','content':[" + block + "]}";
    }

    @Test
    void a_message_that_replaces_a_marked_one_gets_the_marker() {
        String marked = message("{'type':'text','text':'x'," + DEFAULT + "}");
        assertEquals(true, isMarked("'messages':[" + MESSAGE + "," + marked + "]", 1));
        assertEquals(false, isMarked("'messages':[" + MESSAGE + "," + marked + "]", 2));
        assertEquals(false, isMarked("'messages':[" + MESSAGE + "," + MESSAGE + "]", 1));
        String four = "'system':[" + ("{'type':'text','text':'x'," + DEFAULT + "},").repeat(3)
                + "{'type':'text','text':'x'," + DEFAULT + "}]";
        assertEquals(false, isMarked(four + ",'messages':[" + MESSAGE + "]", 1));
    }

    private static boolean isMarked(String members, int elements) {
        return new TextsOf(MessagesDialect.NAME)
                .editor()
                .lastMessage(MessagesDialect.WIRE.decode(TextsOf.json("{" + members + "}")), elements, "go on")
                .utf8()
                .contains("cache_control");
    }

    private static void assertTtl(String ttl, String members) {
        assertEquals(Optional.of(ttl), ttl(members));
    }

    private static void assertNone(String members) {
        assertEquals(Optional.empty(), ttl(members));
    }

    private static Optional<String> ttl(String members) {
        return new TextsOf(MessagesDialect.NAME)
                .editor()
                .markerTtl(MessagesDialect.WIRE.decode(TextsOf.json("{" + members + "}")));
    }
}
