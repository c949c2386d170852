package dev.throughline.wire.responses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemContent;
import dev.throughline.wire.request.TextsOf;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponsesItemEditorTest {
    private static final TextsOf RESPONSES = new TextsOf(ResponsesDialect.NAME);

    @ParameterizedTest
    @ValueSource(strings = {"function_call_output", "custom_tool_call_output", "local_shell_call_output"})
    void replacing_the_text_of_an_output_keeps_its_other_members(String type) {
        String before =
                "{'type':'" + type + "', 'id':'o','call_id':'c','output' : OLD ,'status':'completed','odd':1e5}";
        String after = before.replace("OLD", "'short'");
        for (String old :
                new String[] {"'long'", "[{'type':'input_text','text':'x'},{'type':'input_image'}]", "null"}) {
            RESPONSES.assertReplaced(before.replace("OLD", old), 0, "short", after);
        }
        RESPONSES.assertReplaced(after, 0, "", before.replace("OLD", "''"));
    }

    @Test
    void a_missing_output_is_added() {
        RESPONSES.assertReplaced(
                "{'type':'apply_patch_call_output','call_id':'c'}",
                0,
                "x",
                "{'type':'apply_patch_call_output','call_id':'c','output':'x'}");
    }

    @Test
    void a_string_output_of_an_unknown_type_can_be_replaced() {
        RESPONSES.assertReplaced(
                "{'type':'new_call_output','output':'a'}", 0, "b", "{'type':'new_call_output','output':'b'}");
        RESPONSES.assertNotEditable("{'type':'new_call_output','output':[]}", 0);
    }

    @Test
    void the_arguments_of_a_call_are_a_string() {
        RESPONSES.assertReplaced(
                "{'type':'function_call','id':'fc','arguments': '{}','call_id':'c','name':'f'}",
                0,
                "{\"a\":1}",
                "{'type':'function_call','id':'fc','arguments': '{\\'a\\':1}','call_id':'c','name':'f'}");
        RESPONSES.assertReplaced(
                "{'type':'custom_tool_call','call_id':'c','name':'f','input':'patch'}",
                0,
                "*** End",
                "{'type':'custom_tool_call','call_id':'c','name':'f','input':'*** End'}");
    }

    @Test
    void the_action_of_a_shell_call_stays_an_object() {
        String before = "{'type':'local_shell_call','call_id':'c','action': {'command':['ls']},'status':'completed'}";
        RESPONSES.assertReplaced(before, 0, "{\"command\":[]}", before.replace("'ls'", ""));
        RESPONSES.assertRejected(before, 0, "ls");
    }

    @Test
    void replacing_the_text_of_a_message_keeps_its_images() {
        RESPONSES.assertReplaced(
                "{'type':'message','role':'user','content':[{'type':'input_text','text':'a'}, {'type':'input_image',"
                        + "'image_url':'data:'}, {'type':'input_text','text':'b'}],'id':'m'}",
                0,
                "new",
                "{'type':'message','role':'user','content':[{'type':'input_text','text':'new'}, {'type':'input_image',"
                        + "'image_url':'data:'}],'id':'m'}");
        RESPONSES.assertReplaced(
                "{'role':'assistant','content':[]}",
                0,
                "new",
                "{'role':'assistant','content':[{'type':'output_text','text':'new'}]}");
        RESPONSES.assertReplaced("{'role':'user','content':'a'}", 0, "b", "{'role':'user','content':'b'}");
        RESPONSES.assertReplaced("{'role':'developer'}", 0, "b", "{'role':'developer','content':'b'}");
        RESPONSES.assertReplaced("'a'", 0, "b", "'b'");
        RESPONSES.assertRejected("{'role':'user','content':'a'}", 0, "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'reasoning','summary':[],'encrypted_content':'s'}",
                "{'type':'compaction','encrypted_content':'s'}",
                "{'type':'web_search_call','action':{'query':'q'}}",
                "{'type':'computer_call_output','output':{'type':'computer_screenshot'}}",
                "{'type':'shell_call_output','output':[{'stdout':'x'}]}",
                "{'type':'additional_tools','tools':[]}",
                "7"
            })
    void items_that_must_be_returned_unchanged_are_not_editable(String element) {
        RESPONSES.assertNotEditable(element, 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '#',
            value = {
                "{'type':'web_search_call','id':'ws_1','action':{}} true",
                "{'type':'mcp_call','id':'mcp_1','output':'x'} true",
                "{'type':'function_call','call_id':'c','name':'f'} false",
                "{'type':'computer_call','id':'cu_1','call_id':'c'} false"
            })
    void a_call_without_a_call_id_contains_its_own_result(String element, boolean isAnswered) {
        Bytes raw = Bytes.of(element.replace('\'', '"'));
        Item call = ResponsesItems.of(raw, new Span(0, raw.length())).getFirst();
        assertEquals(isAnswered, new ResponsesItemEditor().hasOwnResult(raw, call));
    }

    @Test
    void the_content_of_an_item_is_read() {
        assertContent(
                "a\nb",
                1,
                0,
                "{'type':'function_call_output','output':[{'type':'input_text','text':'a'},"
                        + "{'type':'input_image','image_url':'data:'},{'type':'input_text','text':'b'}]}");
        assertContent("{\"é\":1}", 0, 0, "{'type':'function_call','arguments':'{\\'\\u00e9\\':1}'}");
        assertContent("patch", 0, 0, "{'type':'custom_tool_call','input':'patch'}");
        assertContent("{\"command\": []}", 0, 0, "{'type':'local_shell_call','action':{'command': []}}");
        assertContent("", 0, 0, "{'type':'function_call'}");
        assertContent("x", 0, 0, "{'role':'user','content':'x'}");
        assertContent("x", 0, 0, "'x'");
        assertContent("s", 0, 4, "{'type':'reasoning','summary':[{'text':'s'}],'encrypted_content':'abcd'}");
        assertContent("", 0, 4, "{'type':'image_generation_call','result':'iVBO'}");
        assertContent("", 1, 0, "{'type':'computer_call_output','output':{'type':'computer_screenshot'}}");
    }

    @Test
    void a_text_is_inserted_before_the_user_text() {
        String put = "{'type':'input_text','text':'put'}";
        String own = "{'type':'input_text','text':'own'}";
        String list = "{'type':'message','role':'user','content':[" + put + "," + own + "]}";
        RESPONSES.assertPrepended("{'type':'message','role':'user','content':[" + own + "]}", "put", list);
        RESPONSES.assertPrepended("{'type':'message','role':'user','content':'own'}", "put", list);
        RESPONSES.assertPrepended("'own'", "put", list);
        RESPONSES.assertPrepended("''", "put", "{'type':'message','role':'user','content':[" + put + "]}");
    }

    @Test
    void a_text_is_inserted_only_into_user_messages() {
        RESPONSES.assertNotPrepended("{'role':'developer','content':'x'}");
        RESPONSES.assertNotPrepended("{'type':'function_call_output','output':'x'}");
        RESPONSES.assertNotPrepended("{'type':'agent_message','role':'user','content':[]}");
        RESPONSES.assertNotPrepended("7");
    }

    @Test
    void a_user_message_has_a_type() {
        assertEquals(
                TextsOf.json("{'type':'message','role':'user','content':[{'type':'input_text','text':'a\\tb'}]}"),
                RESPONSES.editor().userMessage("a\tb"));
        assertThrows(IllegalArgumentException.class, () -> RESPONSES.editor().userMessage(""));
        assertEquals(
                TextsOf.json("{'type':'message','role':'assistant','content':[{'type':'output_text','text':'a\\tb'}]}"),
                RESPONSES.editor().assistantMessage("a\tb"));
    }

    @Test
    void there_are_no_cache_markers() {
        assertEquals(
                Optional.empty(),
                RESPONSES.editor().markerTtl(ResponsesDialect.WIRE.decode(TextsOf.json("{'input':[],'tools':[]}"))));
    }

    private static void assertContent(String text, int pictures, long sealedBytes, String element) {
        assertEquals(new ItemContent(text, pictures, sealedBytes, false), RESPONSES.content(element, 0));
    }
}
