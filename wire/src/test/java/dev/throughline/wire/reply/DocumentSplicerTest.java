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
    void one_document_without_local_calls_leaves_as_it_came() {
        PlayedReplies played = PlayedReplies.of(MessagesDialect.NAME, ReplyForm.DOCUMENT, PLAIN);

        assertEquals("", played.relayed().getFirst());
        assertEquals(PLAIN, played.finished());
    }

    @Test
    void an_error_leaves_as_it_came_and_may_be_asked_again() {
        String error = PlayedReplies.quoted("{'type':'error','error':{'message':'prompt is too long'}}");
        ReplySplicer splicer = MessagesDialect.WIRE.localTools().splicer(PlayedReplies.LOCAL, ReplyForm.DOCUMENT);
        PlayedReplies.feed(splicer, error);
        ReplyRound round = splicer.endRound();
        assertTrue(round.isWithheld());
        assertTrue(round.overflow().isPresent());
        assertEquals(error, splicer.finish().utf8());

        PlayedReplies.feed(splicer, PLAIN);
        splicer.endRound();
        assertEquals(PLAIN, splicer.finish().utf8());
        assertEquals("{}", splicer.fail(Bytes.of("{}")).utf8());
    }

    @Test
    void a_body_that_is_too_large_leaves_as_it_comes() {
        DocumentSplicer splicer = new DocumentSplicer(
                MessagesDialect.WIRE::wholeReply,
                reply -> new FoundCalls(List.of(), false),
                document -> Optional.empty(),
                documents -> {
                    throw new AssertionError("nothing to join");
                },
                10);
        String relayed = PlayedReplies.feed(splicer, PLAIN);
        splicer.endRound();

        assertEquals(PLAIN, relayed + splicer.finish().utf8());
    }
}
