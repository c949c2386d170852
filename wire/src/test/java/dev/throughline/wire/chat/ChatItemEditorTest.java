package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.wire.ItemContent;
import dev.throughline.wire.request.TextsOf;
import org.junit.jupiter.api.Test;

class ChatItemEditorTest {
    private static final TextsOf CHAT = new TextsOf(ChatDialect.NAME);
    private static final String CALLS = "{'role':'assistant','content':null,'reasoning_content':'hm','tool_calls':["
            + "{'index':0,'id':'a','type':'function','function':{'name':'f','arguments': '{}'}},"
            + "{'id':'b','type':'custom','custom':{'name':'g','input':'x'}}]}";

    @Test
    void replacing_the_content_of_a_result_keeps_its_other_members() {
        String before = "{'role':'tool', 'name':'f','content' : OLD ,'tool_call_id':'c','odd':1e5}";
        String after = before.replace("OLD", "'short'");
        for (String old : new String[] {"'long'", "[{'type':'text','text':'x'}]", "''", "[]"}) {
            CHAT.assertReplaced(before.replace("OLD", old), 0, "short", after);
        }
        CHAT.assertReplaced(after, 0, "", before.replace("OLD", "''"));
        CHAT.assertReplaced(before.replace("OLD", "null"), 0, "short", after);
    }

    @Test
    void missing_content_is_added() {
        CHAT.assertReplaced(
                "{'role':'tool','tool_call_id':'c'}", 0, "x", "{'role':'tool','tool_call_id':'c','content':'x'}");
        CHAT.assertReplaced("{'role':'user'}", 0, "x", "{'role':'user','content':'x'}");
    }

    @Test
    void the_arguments_of_a_call_are_a_string() {
        CHAT.assertReplaced(CALLS, 1, "{\"a\":1}", CALLS.replace("'{}'", "'{\\'a\\':1}'"));
        CHAT.assertReplaced(CALLS, 2, "y", CALLS.replace("'x'", "'y'"));
        CHAT.assertReplaced(
                "{'role':'assistant','content':null,'function_call':{'name':'f','arguments':'{}'}}",
                0,
                "[]",
                "{'role':'assistant','content':null,'function_call':{'name':'f','arguments':'[]'}}");
    }

    @Test
    void a_text_stays_a_string_or_a_list() {
        CHAT.assertReplaced("{'role':'user','content':'a'}", 0, "b", "{'role':'user','content':'b'}");
        CHAT.assertReplaced(
                "{'role':'user','content':[{'type':'text','text':'a'},{'type':'image_url'},{'type':'text','text':'z'}]}",
                0,
                "b",
                "{'role':'user','content':[{'type':'text','text':'b'},{'type':'image_url'}]}");
        CHAT.assertReplaced(
                "{'role':'assistant','content':null,'refusal':'no'}",
                0,
                "never",
                "{'role':'assistant','content':null,'refusal':'never'}");
        CHAT.assertRejected("{'role':'user','content':'a'}", 0, "");
    }

    @Test
    void items_that_must_be_returned_unchanged_are_not_editable() {
        CHAT.assertNotEditable(CALLS, 0);
        CHAT.assertNotEditable("{'role':'tool','tool_call_id':'c','content':[{'type':'news'}]}", 0);
        CHAT.assertNotEditable("{'role':'user','content':7}", 0);
        CHAT.assertNotEditable("{'role':'assistant','tool_calls':['x']}", 0);
        CHAT.assertNotEditable("7", 0);
    }

    @Test
    void the_content_of_an_item_is_read() {
        assertContent("hm", 0, CALLS, 0);
        assertContent("{}", 0, CALLS, 1);
        assertContent("x", 0, CALLS, 2);
        assertContent("é", 0, "{'role':'tool','tool_call_id':'c','content':'\\u00e9'}", 0);
        assertContent(
                "a\nb",
                1,
                "{'role':'user','content':[{'type':'text','text':'a'},{'type':'image_url',"
                        + "'image_url':{'url':'data:'}},{'type':'text','text':'b'}]}",
                0);
        assertContent("no", 0, "{'role':'assistant','content':null,'refusal':'no'}", 0);
        assertContent("", 0, "{'role':'tool','tool_call_id':'c'}", 0);
        assertEquals(
                new ItemContent("", 0, 4, false),
                CHAT.content("{'role':'user','content':[{'type':'input_audio','input_audio':{'data':'abcd'}}]}", 0));
    }

    @Test
    void a_text_is_inserted_before_the_user_text() {
        CHAT.assertPrepended(
                "{'role':'user', 'content':'\\u006fwn'}", "put", "{'role':'user', 'content':'put\\n\\n\\u006fwn'}");
        CHAT.assertPrepended(
                "{'role':'user','content':[ {'type':'image_url'}]}",
                "put",
                "{'role':'user','content':[ {'type':'text','text':'put'},{'type':'image_url'}]}");
        for (String empty : new String[] {"''", "null"}) {
            CHAT.assertPrepended("{'role':'user','content':" + empty + "}", "put", "{'role':'user','content':'put'}");
        }
        CHAT.assertPrepended("{'role':'user'}", "put", "{'role':'user','content':'put'}");
    }

    @Test
    void a_text_is_inserted_only_into_user_messages() {
        CHAT.assertNotPrepended("{'role':'tool','content':'x'}");
        CHAT.assertNotPrepended("'x'");
        assertThrows(
                IllegalArgumentException.class,
                () -> CHAT.editor().prepend(TextsOf.json("{'role':'user','content':'x'}"), "\n"));
    }

    @Test
    void a_message_of_the_user_is_a_string() {
        assertEquals(
                TextsOf.json("{'role':'user','content':'a\\\\b'}"),
                CHAT.editor().userMessage("a\\b"));
        assertThrows(IllegalArgumentException.class, () -> CHAT.editor().userMessage(" "));
        assertEquals(
                TextsOf.json("{'role':'assistant','content':'a\\\\b'}"),
                CHAT.editor().assistantMessage("a\\b"));
        assertThrows(IllegalArgumentException.class, () -> CHAT.editor().assistantMessage(" "));
    }

    private static void assertContent(String text, int pictures, String element, int item) {
        assertEquals(new ItemContent(text, pictures, 0, false), CHAT.content(element, item));
    }
}
