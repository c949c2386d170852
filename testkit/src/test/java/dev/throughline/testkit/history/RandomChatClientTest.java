package dev.throughline.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.chat.ChatStreamReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomChatClientTest {
    @Test
    void the_streamed_reply_equals_the_message() {
        long seed = System.nanoTime();
        RandomChatClient client = new RandomChatClient(new Chance(seed, 2_000));
        for (int round = 0; round < 300; round++) {
            List<Json.Obj> answer = client.answer();
            Bytes streamed = client.stream(answer);
            ChatStreamReader reader = new ChatStreamReader();
            reader.feed(streamed.array(), streamed.offset(), streamed.length());
            assertEquals(
                    answer.stream().map(Json::bytes).toList(), reader.finish().elements(), "seed " + seed);
        }
    }
}
