package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.RawObject;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContentBlockBuilderTest {
    @Test
    void a_block_without_deltas_is_unchanged() {
        String begun = "{ \"type\":\"server_tool_use\",\"n\":1e5 , \"input\":{ } }";
        assertEquals(begun, block(begun).toBytes().utf8());
    }

    @Test
    void a_new_member_is_added_last() {
        ContentBlockBuilder block = block("{\"type\":\"thinking\",\"thinking\":\"a\",\"new\":[1]}");
        assertTrue(grow(block, "{\"type\":\"thinking_delta\",\"thinking\":\"b\",\"estimated_tokens\":3}"));
        assertTrue(grow(block, "{\"type\":\"signature_delta\",\"signature\":\"s\"}"));
        assertEquals(
                "{\"type\":\"thinking\",\"thinking\":\"ab\",\"new\":[1],\"signature\":\"s\"}",
                block.toBytes().utf8());
    }

    @Test
    void a_compaction_gets_its_content() {
        ContentBlockBuilder block = block("{\"type\":\"compaction\",\"content\":null}");
        assertTrue(grow(block, "{\"type\":\"compaction_delta\",\"content\":\"sum\"}"));
        assertEquals(
                "{\"type\":\"compaction\",\"content\":\"sum\"}", block.toBytes().utf8());
    }

    @Test
    void unknown_deltas_change_nothing() {
        ContentBlockBuilder block = block("{\"type\":\"text\",\"text\":\"\"}");
        assertFalse(grow(block, "{\"type\":\"smell_delta\",\"smell\":\"rose\"}"));
        assertFalse(grow(block, "{\"type\":\"text_delta\",\"text\":7}"));
        assertFalse(grow(block, "{}"));
        assertEquals("{\"type\":\"text\",\"text\":\"\"}", block.toBytes().utf8());
        assertEquals(Optional.empty(), ContentBlockBuilder.of(Bytes.of("7")));
    }

    private static ContentBlockBuilder block(String begun) {
        return ContentBlockBuilder.of(Bytes.of(begun)).orElseThrow();
    }

    private static boolean grow(ContentBlockBuilder block, String delta) {
        return block.grow(RawObject.of(Bytes.of(delta)).orElseThrow());
    }

    @Test
    void the_inner_json_is_unescaped_once() {
        assertEquals(
                Optional.of(Bytes.of("{\"a\": 1e5, \"b\":\"\\n😀\"}")),
                ContentBlockBuilder.whole(Bytes.of("\"{\\\"a\\\": 1e5, \\\"b\\\":\\\"\\\\n\\ud83d\\ude00\\\"}\"")));
    }

    @Test
    void an_unpaired_surrogate_is_preserved() {
        assertEquals(
                Optional.of(Bytes.of("{\"a\":\"\\ud83d\"}")),
                ContentBlockBuilder.whole(Bytes.of("\"{\\\"a\\\":\\\"\\ud83d\\\"}\"")));
    }

    @Test
    void incomplete_inner_json_is_empty() {
        assertEquals(Optional.empty(), ContentBlockBuilder.whole(Bytes.of("\"{\\\"a\"")));
        assertEquals(Optional.empty(), ContentBlockBuilder.whole(Bytes.of("\"\"")));
        assertEquals(Optional.empty(), ContentBlockBuilder.whole(Bytes.of("\"\\ud8\"")));
    }
}
