package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.messages.MessagesDialect;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DocumentSplicerTest {
    private static final String PLAIN = "{\"id\":\"m\" , \"content\":[] , \"stop_reason\":\"end_turn\"}\n";

    @Test
    void a_document_without_local_calls_is_sent_unchanged() {
        SplicedReplies played = SplicedReplies.of(MessagesDialect.NAME, ReplyForm.DOCUMENT, PLAIN);

        assertEquals("", played.relayed().getFirst());
        assertEquals(PLAIN, played.finished());
    }

    @Test
    void an_overflow_error_is_withheld_and_sent_unchanged_at_the_end() {
        String error = SplicedReplies.quoted("{'type':'error','error':{'message':'prompt is too long'}}");
        ReplySplicer splicer = MessagesDialect.WIRE.localTools().splicer(SplicedReplies.LOCAL, ReplyForm.DOCUMENT);
        SplicedReplies.feed(splicer, error);
        ReplyRound round = splicer.endRound();
        assertTrue(round.isWithheld());
        assertTrue(round.overflow().isPresent());
        assertEquals(error, splicer.finish().utf8());

        SplicedReplies.feed(splicer, PLAIN);
        splicer.endRound();
        assertEquals(PLAIN, splicer.finish().utf8());
        assertEquals("{}", splicer.fail(Bytes.of("{}")).utf8());
    }

    @Test
    void a_too_large_body_is_relayed_unchanged() {
        DocumentSplicer splicer = new DocumentSplicer(
                MessagesDialect.WIRE::wholeReply,
                (reply, overflow, isWithheld) ->
                        new ReplyRound(reply, List.of(), List.of(), false, overflow, isWithheld),
                document -> Optional.empty(),
                documents -> {
                    throw new AssertionError("nothing to join");
                },
                10);
        String relayed = SplicedReplies.feed(splicer, PLAIN);
        splicer.endRound();

        assertEquals(PLAIN, relayed + splicer.finish().utf8());
    }
}
