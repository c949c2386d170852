package dev.throughline.wire.chat;

import static dev.throughline.wire.ReplyPlaybook.some;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyPlaybook;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChatDocumentReaderTest {
    private static final String MESSAGE = "{\"role\":\"assistant\", \"content\":\"plain\\/json\",\"refusal\":null}";
    private static final String BODY =
            "{\"id\":\"x\",\"object\":\"chat.completion\",\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":"
                    + MESSAGE
                    + ",\"finish_reason\":\"stop\"},{\"index\":1,\"message\":{\"content\":\"b\"},\"finish_reason\":\"length\"}],"
                    + "\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_tokens\":8}}}";

    @Test
    void each_message_is_an_element_and_the_first_choice_says_how_it_ended() {
        ReplyPlaybook.of(ChatDocumentReader::new, BODY)
                .expect(new Reply(
                        Ending.COMPLETE,
                        some("x"),
                        some("m"),
                        some("stop"),
                        List.of(Bytes.of(MESSAGE), Bytes.of("{\"content\":\"b\"}")),
                        List.of(),
                        Optional.of(new Usage(1, 8, 0, 2))));
    }

    @Test
    void an_error_body_fails_and_is_kept() {
        String body = "{\"error\":{\"message\":\"scripted 429\",\"type\":\"scripted\",\"code\":null}}";
        ReplyPlaybook.of(ChatDocumentReader::new, body)
                .expect(new Reply(
                        Ending.FAILED,
                        Optional.empty(),
                        Optional.empty(),
                        some("scripted"),
                        List.of(),
                        List.of(Bytes.of(body)),
                        Optional.empty()));
    }

    @Test
    void nothing_that_is_fed_makes_it_throw() {
        ReplyPlaybook.of(ChatDocumentReader::new, BODY).survivesMutations(20_000);
    }
}
