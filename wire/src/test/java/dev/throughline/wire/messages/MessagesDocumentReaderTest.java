package dev.throughline.wire.messages;

import static dev.throughline.wire.ReplyPlaybook.some;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyPlaybook;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MessagesDocumentReaderTest {
    private static final String BODY =
            "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":"
                    + " [{\"type\":\"text\", \"text\":"
                    + "\"plain\\u0020json\"}],\"stop_reason\":\"end_turn\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":5,"
                    + "\"cache_read_input_tokens\":6,\"output_tokens\":7}}";

    @Test
    void the_content_becomes_a_message_as_it_came() {
        ReplyPlaybook.of(MessagesDocumentReader::new, BODY)
                .expect(new Reply(
                        Ending.COMPLETE,
                        some("msg_1"),
                        some("m"),
                        some("end_turn"),
                        List.of(Bytes.of("{\"role\":\"assistant\",\"content\":[{\"type\":\"text\","
                                + " \"text\":\"plain\\u0020json\"}]}")),
                        List.of(),
                        Optional.of(new Usage(5, 6, 0, 7))));
    }

    @Test
    void an_error_body_fails_and_is_kept() {
        String body = "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"Rate limited\"}}";
        ReplyPlaybook.of(MessagesDocumentReader::new, body)
                .expect(new Reply(
                        Ending.FAILED,
                        Optional.empty(),
                        Optional.empty(),
                        some("rate_limit_error"),
                        List.of(),
                        List.of(Bytes.of(body)),
                        Optional.empty()));
    }

    @Test
    void nothing_that_is_fed_makes_it_throw() {
        ReplyPlaybook.of(MessagesDocumentReader::new, BODY).survivesMutations(20_000);
    }
}
