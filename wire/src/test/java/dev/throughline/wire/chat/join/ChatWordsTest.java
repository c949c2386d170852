package dev.throughline.wire.chat.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.join.LocalResult;
import dev.throughline.wire.join.Played;
import org.junit.jupiter.api.Test;

class ChatWordsTest {
    @Test
    void a_result_is_a_tool_message() {
        assertEquals(
                Played.quoted("{'role':'tool','tool_call_id':'c','content':'a\\n'}"),
                ChatWords.result(new LocalResult("c", "a\n", false)).utf8());
    }
}
