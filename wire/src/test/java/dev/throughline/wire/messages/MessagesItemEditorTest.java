package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.wire.ItemContent;
import dev.throughline.wire.request.TextsOf;
import org.junit.jupiter.api.Test;

class MessagesItemEditorTest {
    private static final TextsOf MESSAGES = new TextsOf(MessagesDialect.NAME);
    private static final String CALL =
            "{'type':'tool_use','id':'toolu_1','name':'f', 'input': {'a':1.0, 'signature':'s'},'caller':{'x':1}}";

    @Test
    void replacing_the_content_of_a_result_keeps_its_other_members() {
        MESSAGES.assertReplaced(
                user("{'tool_use_id':'toolu_1','type':'tool_result', 'content' : [{'type':'text','text':'long'},"
                        + "{'type':'image'}] ,'is_error':true,'cache_control':{'type':'ephemeral'},'odd':1e5}"),
                0,
                "short \"one\"\n",
                user("{'tool_use_id':'toolu_1','type':'tool_result', 'content' : 'short \\'one\\'\\n' "
                        + ",'is_error':true,'cache_control':{'type':'ephemeral'},'odd':1e5}"));
    }

    @Test
    void missing_content_of_a_result_is_added() {
        String bare = "{'type':'tool_result','tool_use_id':'toolu_1'}";
        MESSAGES.assertReplaced(user(bare), 0, "x", user(bare.replace("}", ",'content':'x'}")));
        MESSAGES.assertReplaced(
                user(bare.replace("}", ",'content':null}")), 0, "x", user(bare.replace("}", ",'content':'x'}")));
    }

    @Test
    void a_result_can_become_empty_unless_it_is_an_error() {
        String result = user("{'type':'tool_result','tool_use_id':'t','content':'x','is_error':false}");
        MESSAGES.assertReplaced(result, 0, "", result.replace("'x'", "''"));
        MESSAGES.assertRejected(result.replace("false", "true"), 0, "");
    }

    @Test
    void the_input_of_a_call_stays_an_object() {
        String before = assistant("{'type':'text','text':'I call'}," + CALL);
        MESSAGES.assertReplaced(
                before, 1, "{\"a\": \"…\"}", before.replace("{'a':1.0, 'signature':'s'}", "{'a': '…'}"));
        MESSAGES.assertRejected(before, 1, "a text");
        MESSAGES.assertRejected(before, 1, "[]");
    }

    @Test
    void a_text_is_replaced_in_its_block_or_string() {
        MESSAGES.assertReplaced(
                assistant("{'type':'text','text':'a','cache_control':{}}," + CALL),
                0,
                "b",
                assistant("{'type':'text','text':'b','cache_control':{}}," + CALL));
        MESSAGES.assertReplaced("{'content':'a', 'role':'user'}", 0, "b", "{'content':'b', 'role':'user'}");
        MESSAGES.assertReplaced("{'type':'text','text':'system'}", 0, "b", "{'type':'text','text':'b'}");
        MESSAGES.assertReplaced("'system'", 0, "b", "'b'");
        MESSAGES.assertRejected("{'role':'user','content':'a'}", 0, " ");
    }

    @Test
    void missing_content_of_a_message_is_added() {
        MESSAGES.assertReplaced("{'role':'user'}", 0, "b", "{'role':'user','content':'b'}");
        MESSAGES.assertReplaced("{'content':null,'role':'user'}", 0, "b", "{'content':'b','role':'user'}");
        MESSAGES.assertReplaced("{'role':'user','content':[]}", 0, "b", "{'role':'user','content':'b'}");
    }

    @Test
    void items_that_must_be_returned_unchanged_are_not_editable() {
        for (String block : new String[] {
            "{'type':'thinking','thinking':'hm','signature':'s'}",
            "{'type':'redacted_thinking','data':'s'}",
            "{'type':'server_tool_use','id':'s','name':'web_search','input':{}}",
            "{'type':'web_search_tool_result','tool_use_id':'s','content':[]}",
            "{'type':'tool_result','tool_use_id':'s','content':[{'type':'tool_reference','tool_name':'x'}]}",
            "{'type':'image','source':{}}",
            "{'type':'invented_tomorrow','role':'user'}",
            "7"
        }) {
            MESSAGES.assertNotEditable(user(block), 0);
        }
        assertTrue(MESSAGES.isEditable(user(CALL), 0));
    }

    @Test
    void the_content_of_an_item_is_read() {
        String result = "{'type':'tool_result','tool_use_id':'t','is_error':true,'content':[{'type':'text','text':"
                + "'a\\u00e9'},{'type':'image','source':{'type':'base64','data':'iVBO'}},{'type':'text','text':'b'}]}";
        assertEquals(new ItemContent("aé\nb", 1, 0, true), MESSAGES.content(user(result), 0));
        assertEquals(
                new ItemContent("{\"a\":1.0, \"signature\":\"s\"}", 0, 0, false), MESSAGES.content(assistant(CALL), 0));
        assertEquals(new ItemContent("x\ny", 0, 0, false), MESSAGES.content("{'role':'user','content':'x\\ny'}", 0));
        assertEquals(new ItemContent("", 1, 0, false), MESSAGES.content(user("{'type':'document','title':'t'}"), 0));
        assertEquals(
                new ItemContent("hm", 0, 4, false),
                MESSAGES.content(assistant("{'type':'thinking','thinking':'hm','signature':'abcd'}"), 0));
        assertEquals(
                new ItemContent("", 0, 6, false),
                MESSAGES.content(assistant("{'type':'redacted_thinking','data':'abcdef'}"), 0));
        assertEquals(
                new ItemContent("", 0, 0, false),
                MESSAGES.content(user("{'type':'tool_result','tool_use_id':'t','content':null}"), 0));
    }

    @Test
    void a_text_is_inserted_after_the_results_and_before_the_user_text() {
        String result = "{'type':'tool_result','tool_use_id':'t','content':'r'}";
        String own = "{'type':'text','text':'own','cache_control':{'type':'ephemeral'}}";
        String put = "{'type':'text','text':'put'}";
        MESSAGES.assertPrepended(user(own), "put", user(put + "," + own));
        MESSAGES.assertPrepended(
                user(result + ", " + result + ", " + own),
                "put",
                user(result + ", " + result + ", " + put + "," + own));
        MESSAGES.assertPrepended(user(result), "put", user(result + "," + put));
        MESSAGES.assertPrepended(user(""), "put", user(put));
    }

    @Test
    void a_string_becomes_a_list_when_a_text_is_inserted() {
        String after = "{'role':'user','content':[{'type':'text','text':'put'},{'type':'text','text':'\\u006fwn'}]}";
        MESSAGES.assertPrepended("{'role':'user','content':'\\u006fwn'}", "put", after);
        MESSAGES.assertPrepended("{'role':'user','content':[{'type':'text','text':'\\u006fwn'}]}", "put", after);
        MESSAGES.assertPrepended("{'role':'user'}", "put", user("{'type':'text','text':'put'}"));
    }

    @Test
    void a_text_is_inserted_only_into_user_messages() {
        MESSAGES.assertNotPrepended(assistant("{'type':'text','text':'x'}"));
        MESSAGES.assertNotPrepended("{'role':'system','content':'x'}");
        MESSAGES.assertNotPrepended("'x'");
        assertThrows(
                IllegalArgumentException.class,
                () -> MESSAGES.editor().prepend(TextsOf.json("{'role':'user','content':'x'}"), " "));
    }

    @Test
    void a_message_of_the_user_is_a_list_of_one_block() {
        assertEquals(
                TextsOf.json(user("{'type':'text','text':'a\\nb'}")),
                MESSAGES.editor().userMessage("a\nb"));
        assertThrows(IllegalArgumentException.class, () -> MESSAGES.editor().userMessage(""));
        assertEquals(
                TextsOf.json("{'role':'assistant','content':[{'type':'text','text':'a\\nb'}]}"),
                MESSAGES.editor().assistantMessage("a\nb"));
    }

    private static String user(String blocks) {
        return "{'role':'user','content':[" + blocks + "]}";
    }

    private static String assistant(String blocks) {
        return "{'role':'assistant','content':[" + blocks + "]}";
    }
}
