package dev.throughline.wire.responses;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Members;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyDraft;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResponseObjectTest {
    @Test
    void its_status_says_how_it_ended() {
        assertEquals(Ending.COMPLETE, describe("{}").ending());
        assertEquals(
                Ending.COMPLETE,
                describe("{\"status\":\"completed\",\"error\":null}").ending());
        assertEquals(Ending.FAILED, describe("{\"status\":\"failed\"}").ending());
        assertEquals(Ending.FAILED, describe("{\"error\":{}}").ending());
        assertEquals(Ending.INCOMPLETE, describe("{\"status\":\"cancelled\"}").ending());
    }

    @Test
    void tokens_that_make_no_sense_count_as_none() {
        assertEquals(
                Optional.of(new Usage(0, 50, 0, 0)),
                describe(
                                "{\"usage\":{\"input_tokens\":10,\"input_tokens_details\":{\"cached_tokens\":50},\"output_tokens\":-4}}")
                        .usage());
        assertEquals(Optional.empty(), describe("{\"usage\":7}").usage());
    }

    private static Reply describe(String json) {
        ReplyDraft draft = new ReplyDraft();
        new ResponseObject(Members.of(Bytes.of(json)).orElseThrow()).describe(draft);
        return draft.finish();
    }
}
