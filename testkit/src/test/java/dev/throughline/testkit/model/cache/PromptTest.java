package dev.throughline.testkit.model.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.throughline.model.Dialect;
import dev.throughline.testkit.model.cache.Prompt.Marker;
import dev.throughline.testkit.model.shape.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptTest {
    private static Prompt prompt(Dialect dialect, String body) {
        return Prompt.of(dialect, Json.read(body.replace('\'', '"')));
    }

    private static List<String> texts(Prompt prompt) {
        return prompt.pieces().stream().map(Prompt.Piece::text).toList();
    }

    @Test
    void tools_come_first_then_system_then_elements() {
        Prompt prompt = prompt(
                Dialect.MESSAGES,
                "{'messages':[{'role':'user','content':'hi'}],'system':'be kind','tools':[{'name':'ls'}]}");
        assertEquals(
                List.of(
                        "tool{\"name\":\"ls\"}",
                        "system{\"type\":\"text\",\"text\":\"be kind\"}",
                        "user{\"type\":\"text\",\"text\":\"hi\"}"),
                texts(prompt));
        assertEquals(21, prompt.tokens());
    }

    @Test
    void a_marker_moves_nothing_and_is_known() {
        Prompt plain = prompt(Dialect.MESSAGES, "{'messages':[{'role':'user','content':'hi'}]}");
        Prompt marked = prompt(
                Dialect.MESSAGES,
                "{'messages':[{'role':'user','content':[{'type':'text','text':'hi','cache_control':{'type':'ephemeral',"
                        + "'ttl':'1h'}}]}]}");
        assertEquals(texts(plain), texts(marked));
        assertEquals(Marker.HOUR, marked.pieces().getLast().marker());
        assertEquals(Marker.NONE, plain.pieces().getLast().marker());
    }

    @Test
    void a_marker_on_the_request_stands_for_one_on_its_last_block() {
        Prompt prompt = prompt(
                Dialect.MESSAGES, "{'cache_control':{'type':'ephemeral'},'messages':[{'role':'user','content':'hi'}]}");
        assertEquals(Marker.SHORT, prompt.pieces().getLast().marker());
    }

    @Test
    void ids_and_metadata_of_responses_are_not_read() {
        String bare = "{'input':[{'type':'message','role':'user','content':'hi'}]}";
        String dressed = "{'client_metadata':{'a':1},'input':[{'type':'message','role':'user','content':'hi','id':'m1',"
                + "'status':'completed'}]}";
        assertEquals(prompt(Dialect.RESPONSES, bare), prompt(Dialect.RESPONSES, dressed));
        assertNotEquals(
                prompt(Dialect.RESPONSES, bare), prompt(Dialect.RESPONSES, "{'instructions':'x'," + bare.substring(1)));
    }
}
