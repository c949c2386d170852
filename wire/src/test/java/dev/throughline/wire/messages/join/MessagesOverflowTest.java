package dev.throughline.wire.messages.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.Played;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MessagesOverflowTest {
    private static Bytes error(String type, String message) {
        return Bytes.of(Played.quoted("{'type':'error','error':{'type':'" + type + "','message':'" + message + "'}}"));
    }

    @Test
    void the_words_of_anthropic_are_understood() {
        Bytes body = error("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum");

        assertEquals(
                Optional.of(new Overflow(OptionalLong.of(210_000), OptionalLong.of(200_000))),
                MessagesOverflow.of(400, body));
        assertEquals(MessagesOverflow.of(400, body), MessagesOverflow.of(body));
        assertEquals(Optional.empty(), MessagesOverflow.of(429, body));
    }

    @Test
    void other_errors_are_not_meant() {
        assertEquals(Optional.empty(), MessagesOverflow.of(400, error("rate_limit_error", "prompt is too long")));
        assertEquals(Optional.empty(), MessagesOverflow.of(400, error("invalid_request_error", "bad")));
        assertEquals(Optional.empty(), MessagesOverflow.of(400, Bytes.of("prompt is too long")));
    }
}
