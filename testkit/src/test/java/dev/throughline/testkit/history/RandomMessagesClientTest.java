package dev.throughline.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.messages.MessagesStreamReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomMessagesClientTest {
    @Test
    void the_streamed_reply_equals_the_message() {
        long seed = System.nanoTime();
        RandomMessagesClient client = new RandomMessagesClient(new Chance(seed, 2_000));
        for (int round = 0; round < 300; round++) {
            List<Json.Obj> answer = client.answer();
            Bytes streamed = client.stream(answer);
            MessagesStreamReader reader = new MessagesStreamReader();
            reader.feed(streamed.array(), streamed.offset(), streamed.length());
            assertEquals(
                    answer.stream().map(Json::bytes).toList(), reader.finish().elements(), "seed " + seed);
        }
    }
}
