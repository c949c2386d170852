package dev.throughline.wire.messages.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.wire.join.LocalResult;
import dev.throughline.wire.join.Played;
import org.junit.jupiter.api.Test;

class MessagesWordsTest {
    @Test
    void a_result_names_its_call_and_says_whether_it_failed() {
        assertEquals(
                Played.quoted("{'type':'tool_result','tool_use_id':'t','content':'a\\n'}"),
                MessagesWords.result(new LocalResult("t", "a\n", false)).utf8());
        assertEquals(
                Played.quoted("{'type':'tool_result','tool_use_id':'t','content':'failed','is_error':true}"),
                MessagesWords.result(new LocalResult("t", " ", true)).utf8());
    }
}
