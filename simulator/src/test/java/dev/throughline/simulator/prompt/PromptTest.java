package dev.throughline.simulator.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.prompt.Prompt.CacheMarker;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PromptTest {
    private static Prompt prompt(SimulatedDialect dialect, String body) {
        return Prompt.of(dialect, JsonNodes.read(body.replace('\'', '"')));
    }

    private static List<String> texts(Prompt prompt) {
        return prompt.items().stream().map(PromptItem::text).toList();
    }

    @Test
    void the_items_are_tools_then_system_then_elements() {
        Prompt prompt = prompt(
                SimulatedDialect.MESSAGES,
                "{'messages':[{'role':'user','content':'hi'}],'system':'be kind','tools':[{'name':'ls'}]}");
        assertEquals(List.of("<tool>{\"name\":\"ls\"}", "<system>be kind", "<user>hi"), texts(prompt));
        assertEquals(10, prompt.tokens());
    }

    @Test
    void a_marker_does_not_change_the_items_and_is_recorded() {
        Prompt plain = prompt(SimulatedDialect.MESSAGES, "{'messages':[{'role':'user','content':'hi'}]}");
        Prompt marked = prompt(
                SimulatedDialect.MESSAGES,
                "{'messages':[{'role':'user','content':[{'type':'text','text':'hi','cache_control':{'type':'ephemeral',"
                        + "'ttl':'1h'}}]}]}");
        assertEquals(texts(plain), texts(marked));
        assertEquals(Map.of(0, CacheMarker.HOUR), marked.markers());
        assertEquals(Map.of(), plain.markers());
        assertEquals(0, plain.cacheable());
    }

    @Test
    void a_marker_on_the_request_applies_to_its_last_block() {
        Prompt prompt = prompt(
                SimulatedDialect.MESSAGES,
                "{'cache_control':{'type':'ephemeral'},'messages':[{'role':'user','content':'hi'}]}");
        assertEquals(Map.of(0, CacheMarker.SHORT), prompt.markers());
    }

    @Test
    void ids_and_metadata_of_responses_are_ignored() {
        String bare = "{'input':[{'type':'message','role':'user','content':'hi'}]}";
        String withMetadata =
                "{'client_metadata':{'a':1},'input':[{'type':'message','role':'user','content':'hi','id':'m1',"
                        + "'status':'completed'}]}";
        assertEquals(prompt(SimulatedDialect.RESPONSES, bare), prompt(SimulatedDialect.RESPONSES, withMetadata));
        assertEquals(
                prompt(SimulatedDialect.RESPONSES, "{'input':[{'type':'reasoning'}]}"),
                prompt(SimulatedDialect.RESPONSES, "{'input':[{'type':'reasoning','id':'r','status':'completed'}]}"));
        assertNotEquals(
                prompt(SimulatedDialect.RESPONSES, bare),
                prompt(SimulatedDialect.RESPONSES, "{'instructions':'x'," + bare.substring(1)));
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void a_malformed_element_is_still_an_item(SimulatedDialect dialect) {
        assertEquals(
                2,
                prompt(dialect, "{'tools':[7],'messages':[1],'input':[1]}")
                        .items()
                        .size());
    }
}
