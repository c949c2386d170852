package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonEdits;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContentPartsTest {
    @Test
    void the_texts_of_a_list_are_joined_by_line_breaks() {
        assertEquals("a\nb", ContentParts.text(json("'a\\nb'")));
        assertEquals(
                "a\nb\nno\nc",
                ContentParts.text(json("[{'type':'text','text':'a'},'b',{'type':'image'},{'refusal':'no'},"
                        + "{'type':'search_result','content':[{'type':'text','text':'c'}]}]")));
        assertEquals("", ContentParts.text(null));
        assertEquals("", ContentParts.text(json("{'stdout':'x'}")));
    }

    @Test
    void nested_images_are_counted_and_their_bytes_are_not_encrypted_bytes() {
        Json value = json("{'content':[{'type':'image','source':{'data':'iVBO'}},{'type':'text','text':'x'},"
                + "{'type':'document','content':[{'type':'image'}]}],'signature':'1234'}");
        assertEquals(2, ContentParts.pictures(value));
        assertEquals(4, ContentParts.sealedBytes(value));
    }

    @Test
    void encrypted_bytes_are_those_that_only_the_provider_reads() {
        assertEquals(3, ContentParts.sealedBytes(json("{'type':'redacted_thinking','data':'abc'}")));
        assertEquals(5, ContentParts.sealedBytes(json("[{'encrypted_content':'ab'},{'input_audio':{'data':'cde'}}]")));
        assertEquals(0, ContentParts.sealedBytes(json("{'input':{'signature':'mine'},'encrypted_content':null}")));
        assertEquals(0, ContentParts.sealedBytes(json("'signature'")));
    }

    @Test
    void content_is_plain_if_it_has_only_texts_and_images() {
        for (String plain : new String[] {"'x'", "null", "[]", "['x',{'text':'x'},{'type':'image'}]"}) {
            assertEquals(true, ContentParts.isPlain(json(plain)), plain);
        }
        for (String more : new String[] {"{}", "7", "[{'type':'tool_reference','tool_name':'x'}]", "[7]"}) {
            assertEquals(false, ContentParts.isPlain(json(more)), more);
        }
        assertEquals(true, ContentParts.isPlain(null));
    }

    @Test
    void a_quoted_text_has_only_necessary_escapes_and_must_not_be_blank() {
        assertEquals(
                Bytes.of("\"/é😀\u007f\u2028\\u0001\\t\ufffd\""),
                ContentParts.quotedText("/é😀\u007f\u2028\u0001\t\ud83d"));
        assertThrows(IllegalArgumentException.class, () -> ContentParts.quotedText(" \n"));
    }

    @Test
    void a_part_can_be_added_anywhere_in_a_list() {
        assertAdded("[ 1, 2 ]", 0, "[ 9,1, 2 ]");
        assertAdded("[ 1, 2 ]", 1, "[ 1, 9,2 ]");
        assertAdded("[ 1, 2 ]", 2, "[ 1, 2,9 ]");
        assertAdded("[ ]", 0, "[9 ]");
    }

    @Test
    void lists_of_texts_are_written_from_raw_strings() {
        assertEquals(
                TextsOf.json("[{'type':'t','text':'\\u0061'},{'type':'t','text':'b'}]"),
                ContentParts.list("t", List.of(TextsOf.json("'\\u0061'"), TextsOf.json("'b'"))));
    }

    @Test
    void a_text_inserted_into_empty_content_is_the_only_part() {
        for (String empty : new String[] {"{'content':''}", "{'content':null}", "{'content':7}"}) {
            assertPrepended(empty, "{'content':[{'type':'t','text':'x'}]}");
        }
        assertPrepended("{'content':[]}", "{'content':[{'type':'t','text':'x'}]}");
    }

    private static Json json(String text) {
        return Json.parse(TextsOf.json(text));
    }

    private static void assertAdded(String before, int index, String after) {
        JsonEdits splices = new JsonEdits(Bytes.of(before));
        ContentParts.add((Json.Arr) json(before), index, Bytes.of("9"), splices);
        assertEquals(Bytes.of(after), splices.toBytes());
    }

    private static void assertPrepended(String before, String after) {
        JsonEdits splices = new JsonEdits(TextsOf.json(before));
        ContentParts.prepend((Json.Obj) json(before), "t", 0, TextsOf.json("'x'"), splices);
        assertEquals(TextsOf.json(after), splices.toBytes());
    }
}
