package dev.throughline.wire.chat.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.join.Played;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ChatOverflowTest {
    private static final Optional<Overflow> BOTH =
            Optional.of(new Overflow(OptionalLong.of(9_000), OptionalLong.of(8_192)));

    private static Bytes json(String text) {
        return Bytes.of(Played.quoted(text));
    }

    @Test
    void the_shapes_of_many_servers_are_understood() {
        String words = "This model`s maximum context length is 8192 tokens. However, you requested 9000 tokens";

        assertEquals(
                BOTH,
                ChatOverflow.of(400, json("{'error':{'code':'context_length_exceeded','message':'" + words + "'}}")));
        assertEquals(BOTH, ChatOverflow.of(400, json("{'object':'error','message':'" + words + "','code':400}")));
        assertEquals(BOTH, ChatOverflow.of(400, json("{'detail':'" + words + "'}")));
        assertEquals(Optional.empty(), ChatOverflow.of(429, json("{'detail':'" + words + "'}")));
    }

    @Test
    void words_in_an_answer_are_no_error() {
        Members chunk = Members.of(json("{'message':'prompt is too long','choices':[]}"))
                .orElseThrow();

        assertEquals(Optional.empty(), ChatOverflow.ofEvent(chunk));
    }
}
