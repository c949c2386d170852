package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.request.TextsOf;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CacheMarkersTest {
    private static final String USUAL = "'cache_control':{'type':'ephemeral'}";
    private static final String HOUR = "'cache_control':{'type':'ephemeral','ttl':'1h'}";
    private static final String SAID = "{'role':'user','content':'x'}";

    @Test
    void a_marker_that_says_nothing_lasts_five_minutes() {
        assertTtl("5m", "'system':[{'type':'text','text':'x'," + USUAL + "}],'messages':[" + SAID + "]");
        assertTtl("5m", "'tools':[{'name':'f'," + USUAL + "}],'messages':[" + SAID + "]");
        assertTtl("5m", "'messages':[" + message("{'type':'text','text':'x'," + USUAL + "}") + "]");
    }

    @Test
    void the_longest_counts() {
        assertTtl(
                "1h",
                "'system':[{'type':'text','text':'x'," + HOUR + "}],'messages':["
                        + message("{'type':'text','text':'x'," + USUAL + "}") + "]");
        assertTtl(
                "1h",
                "'messages':[" + message("{'type':'tool_result','content':[{'type':'text','text':'x'," + HOUR + "}]}")
                        + "," + SAID + "]");
        assertTtl("90m", "'tools':[{" + HOUR + "},{'cache_control':{'ttl':'90m'}},{'cache_control':{'ttl':'long'}}]");
    }

    @Test
    void what_only_looks_like_a_marker_is_none() {
        assertNone("'system':'cache_control','messages':[" + SAID + "]");
        assertNone("'messages':[" + message("{'type':'text','text':'\\'cache_control\\':{\\'ttl\\':\\'1h\\'}'}") + "]");
        assertNone("'tools':[{'name':'f','input_schema':{'properties':{" + HOUR + "}}}]");
        assertNone("'messages':[" + message("{'type':'tool_use','input':{" + HOUR + "}}") + "]");
        assertNone("'tools':[{'cache_control':null}],'messages':[7,'x']");
    }

    @Test
    void only_the_last_elements_are_looked_at() {
        String marked = message("{'type':'text','text':'x'," + USUAL + "}");
        assertNone("'messages':[" + marked + "," + SAID + "," + SAID + "]");
        assertTtl("5m", "'messages':[" + SAID + "," + marked + "," + SAID + "]");
    }

    private static String message(String block) {
        return "{'role':'user','content':[" + block + "]}";
    }

    @Test
    void a_message_in_place_of_the_marked_rest_carries_the_marker() {
        String marked = message("{'type':'text','text':'x'," + USUAL + "}");
        assertEquals(true, isMarked("'messages':[" + SAID + "," + marked + "]", 1));
        assertEquals(false, isMarked("'messages':[" + SAID + "," + marked + "]", 2));
        assertEquals(false, isMarked("'messages':[" + SAID + "," + SAID + "]", 1));
        String four = "'system':[" + ("{'type':'text','text':'x'," + USUAL + "},").repeat(3)
                + "{'type':'text','text':'x'," + USUAL + "}]";
        assertEquals(false, isMarked(four + ",'messages':[" + SAID + "]", 1));
    }

    private static boolean isMarked(String members, int elements) {
        return new TextsOf(MessagesDialect.NAME)
                .wording()
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
                .wording()
                .markerTtl(MessagesDialect.WIRE.decode(TextsOf.json("{" + members + "}")));
    }
}
