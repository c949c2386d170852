package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenBlockTest {
    @Test
    void a_block_without_deltas_is_as_it_began() {
        String begun = "{ \"type\":\"server_tool_use\",\"n\":1e5 , \"input\":{ } }";
        assertEquals(begun, block(begun).toBytes().utf8());
    }

    @Test
    void a_member_that_the_beginning_lacks_is_added_last() {
        OpenBlock block = block("{\"type\":\"thinking\",\"thinking\":\"a\",\"new\":[1]}");
        assertTrue(grow(block, "{\"type\":\"thinking_delta\",\"thinking\":\"b\",\"estimated_tokens\":3}"));
        assertTrue(grow(block, "{\"type\":\"signature_delta\",\"signature\":\"s\"}"));
        assertEquals(
                "{\"type\":\"thinking\",\"thinking\":\"ab\",\"new\":[1],\"signature\":\"s\"}",
                block.toBytes().utf8());
    }

    @Test
    void a_compaction_gets_its_content() {
        OpenBlock block = block("{\"type\":\"compaction\",\"content\":null}");
        assertTrue(grow(block, "{\"type\":\"compaction_delta\",\"content\":\"sum\"}"));
        assertEquals(
                "{\"type\":\"compaction\",\"content\":\"sum\"}", block.toBytes().utf8());
    }

    @Test
    void what_is_unknown_changes_nothing() {
        OpenBlock block = block("{\"type\":\"text\",\"text\":\"\"}");
        assertFalse(grow(block, "{\"type\":\"smell_delta\",\"smell\":\"rose\"}"));
        assertFalse(grow(block, "{\"type\":\"text_delta\",\"text\":7}"));
        assertFalse(grow(block, "{}"));
        assertEquals("{\"type\":\"text\",\"text\":\"\"}", block.toBytes().utf8());
        assertEquals(Optional.empty(), OpenBlock.of(Bytes.of("7")));
    }

    private static OpenBlock block(String begun) {
        return OpenBlock.of(Bytes.of(begun)).orElseThrow();
    }

    private static boolean grow(OpenBlock block, String delta) {
        return block.grow(Members.of(Bytes.of(delta)).orElseThrow());
    }
}
