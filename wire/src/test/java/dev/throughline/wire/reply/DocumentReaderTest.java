package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DocumentReaderTest {
    private static DocumentReader helloReader(int mostBytes) {
        return new DocumentReader(
                (body, draft) -> {
                    draft.end(Ending.COMPLETE);
                    return body.has("hello");
                },
                mostBytes);
    }

    @Test
    void a_known_body_is_read() {
        assertEquals(reply(Ending.COMPLETE), read(helloReader(1_000), "{\"hello\":1}"));
    }

    @Test
    void an_unknown_or_malformed_body_fails_and_is_kept() {
        assertEquals(reply(Ending.FAILED, "{\"bye\":1}"), read(helloReader(1_000), "{\"bye\":1}"));
        assertEquals(reply(Ending.FAILED, "<html>"), read(helloReader(1_000), "<html>"));
        assertEquals(reply(Ending.FAILED, "{\"hello\":"), read(helloReader(1_000), "{\"hello\":"));
    }

    @Test
    void an_empty_body_is_a_cut_reply() {
        assertEquals(reply(Ending.CUT), helloReader(1_000).finish());
    }

    @Test
    void of_a_too_large_body_the_beginning_and_a_note_are_kept() {
        assertEquals(
                reply(Ending.FAILED, "{\"hello\"", "throughline: dropped 1 more, 3 bytes"),
                read(helloReader(8), "{\"hello\":1}"));
    }

    private static Reply read(DocumentReader body, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at++) {
            body.feed(bytes, at, 1);
        }
        return body.finish();
    }

    private static Reply reply(Ending ending, String... unread) {
        List<Bytes> kept = Arrays.stream(unread).map(Bytes::of).toList();
        return new Reply(
                ending, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), kept, Optional.empty());
    }
}
