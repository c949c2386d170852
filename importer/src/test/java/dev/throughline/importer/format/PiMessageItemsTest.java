package dev.throughline.importer.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.RawObject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The items of a message are those that pi sends for it, so that a resumed session contains the same items. */
final class PiMessageItemsTest {
    private static final String ASSISTANT =
            "{'role':'assistant','content':[{'type':'text','text':'I look.'},{'type':'toolCall','id':'c1|fc_9',"
                    + "'name':'bash','arguments':{'command':'ls'}}]}";
    private static final String RESULT =
            "{'role':'toolResult','toolCallId':'c1|fc_9','toolName':'bash','content':[{'type':'text','text':'three'}],"
                    + "'isError':false}";

    private static List<Hash> items(String api, String message) {
        Bytes line = Bytes.of(message.replace('\'', '"'));
        List<Item> items = PiMessageItems.of(
                PiMessageItems.wire(api), line, RawObject.of(line).orElseThrow());
        return items.stream().map(Item::id).toList();
    }

    private static List<Hash> sent(String api, String... elements) {
        Wire wire = PiMessageItems.wire(api);
        return Stream.of(elements)
                .map(element ->
                        Bytes.of(element.replace('\'', '"').replace('`', '\'').replace("~", "\\\"")))
                .flatMap(element -> wire.itemise(element, new Span(0, element.length())).stream())
                .map(Item::id)
                .toList();
    }

    @Test
    void in_the_messages_api() {
        assertEquals(
                sent(
                        "anthropic-messages",
                        "{'role':'assistant','content':[{'type':'text','text':'I look.'},"
                                + "{'type':'tool_use','id':'c1|fc_9','name':'bash','input':{'command':'ls'}}]}"),
                items("anthropic-messages", ASSISTANT));
        assertEquals(
                sent(
                        "anthropic-messages",
                        "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c1|fc_9',"
                                + "'content':'three','is_error':false}]}"),
                items("anthropic-messages", RESULT));
    }

    @Test
    void in_the_chat_api() {
        assertEquals(
                sent(
                        "openai-completions",
                        "{'role':'assistant','content':'I look.','tool_calls':[{'id':'c1|fc_9','type':'function',"
                                + "'function':{'name':'bash','arguments':'{~command~:~ls~}'}}]}"),
                items("openai-completions", ASSISTANT));
        assertEquals(
                sent("openai-completions", "{'role':'tool','content':'three','tool_call_id':'c1|fc_9'}"),
                items("openai-completions", RESULT));
    }

    @Test
    void in_the_responses_api() {
        assertEquals(
                sent(
                        "openai-responses",
                        "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'I look.'}]}",
                        "{'type':'function_call','id':'fc_9','call_id':'c1','name':'bash',"
                                + "'arguments':'{~command~:~ls~}'}"),
                items("openai-responses", ASSISTANT));
        assertEquals(
                sent("openai-responses", "{'type':'function_call_output','call_id':'c1','output':'three'}"),
                items("openai-responses", RESULT));
        assertEquals(
                sent("openai-responses", "{'role':'user','content':[{'type':'input_text','text':'hi'}]}"),
                items("openai-responses", "{'role':'user','content':'hi'}"));
    }

    @Test
    void a_message_that_is_not_sent_has_no_items() {
        assertEquals(List.of(), items("openai-responses", "{'role':'somethingNew','content':'x'}"));
    }
}
