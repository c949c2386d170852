package dev.throughline.wire.responses.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.LocalResult;
import dev.throughline.wire.join.Played;
import org.junit.jupiter.api.Test;

class ResponsesWordsTest {
    @Test
    void a_result_is_of_the_kind_of_its_call() {
        LocalResult result = new LocalResult("c", "a\"b", true);
        LocalCall function = new LocalCall("c", "recall", Bytes.EMPTY, Bytes.of("{\"type\":\"function_call\"}"));
        LocalCall custom = new LocalCall("c", "recall", Bytes.EMPTY, Bytes.of("{\"type\":\"custom_tool_call\"}"));

        assertEquals(
                Played.quoted("{'type':'function_call_output','call_id':'c','output':'a\\\"b'}"),
                ResponsesWords.result(function, result).utf8());
        assertEquals(
                Played.quoted("{'type':'custom_tool_call_output','call_id':'c','output':'a\\\"b'}"),
                ResponsesWords.result(custom, result).utf8());
    }
}
