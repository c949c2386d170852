package dev.throughline.wire.responses.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.join.Played;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResponsesOverflowTest {
    private static Bytes json(String text) {
        return Bytes.of(Played.quoted(text));
    }

    @Test
    void the_code_is_found_in_all_shapes() {
        String error = "{'code':'context_length_exceeded','message':'Your input exceeds the context window'}";

        assertTrue(ResponsesOverflow.of(400, json("{'error':" + error + "}")).isPresent());
        assertTrue(ResponsesOverflow.of(json("{'type':'response.failed','response':{'error':" + error + "}}"))
                .isPresent());
        assertTrue(ResponsesOverflow.of(json("{'type':'error','code':'context_length_exceeded','message':'m'}"))
                .isPresent());
    }

    @Test
    void other_errors_are_not_meant() {
        assertEquals(
                Optional.empty(),
                ResponsesOverflow.of(400, json("{'error':{'code':'invalid_prompt','message':'no'}}")));
        assertEquals(
                Optional.empty(),
                ResponsesOverflow.of(
                        json("{'error':{'code':'rate_limit_exceeded','message':'prompt is too long for your tokens"
                                + " per minute'}}")));
        assertEquals(Optional.empty(), ResponsesOverflow.of(500, Bytes.of("oops")));
    }
}
