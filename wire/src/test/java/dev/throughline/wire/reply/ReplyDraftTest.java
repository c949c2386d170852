package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.RawObject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplyDraftTest {
    @Test
    void an_empty_draft_is_a_cut_reply() {
        assertEquals(
                new Reply(
                        Ending.CUT,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        Optional.empty()),
                new ReplyDraft().finish());
    }

    @Test
    void a_failure_is_final_and_missing_values_do_not_erase_earlier_ones() {
        ReplyDraft draft = new ReplyDraft();
        draft.name(RawObject.of(Bytes.of("{\"id\":\"r\",\"model\":\"m\"}")).orElseThrow());
        draft.name(RawObject.of(Bytes.of("{\"id\":\"\",\"model\":null}")).orElseThrow());
        draft.element(Bytes.of("{}"));
        draft.usage(Optional.of(new Usage(1, 2, 3, 4)));
        draft.usage(Optional.empty());
        draft.end(Ending.INCOMPLETE);
        draft.fail(RawObject.of(Bytes.of("{\"type\":\"overloaded\"}")), Bytes.of("raw"));
        draft.end(Ending.COMPLETE);
        draft.stopReason(Optional.empty());
        assertEquals(
                new Reply(
                        Ending.FAILED,
                        Optional.of("r"),
                        Optional.of("m"),
                        Optional.of("overloaded"),
                        List.of(Bytes.of("{}")),
                        List.of(Bytes.of("raw")),
                        Optional.of(new Usage(1, 2, 3, 4))),
                draft.finish());
    }

    @Test
    void the_unread_bytes_of_a_stream_are_limited() {
        ReplyDraft draft = new ReplyDraft();
        Bytes half = Bytes.of(new byte[ReplyDraft.MOST_UNREAD_BYTES / 2]);
        for (int i = 0; i < 4; i++) {
            draft.unread(half);
        }
        assertEquals(
                List.of(
                        half,
                        half,
                        Bytes.of("throughline: dropped 2 more, " + ReplyDraft.MOST_UNREAD_BYTES + " bytes")),
                draft.finish().unread());
    }

    @Test
    void unread_bytes_are_copied() {
        byte[] lent = {'a', 'b'};
        ReplyDraft draft = new ReplyDraft(10);
        draft.unread(Bytes.of(lent));
        lent[0] = '#';
        assertEquals(List.of(Bytes.of("ab")), draft.finish().unread());
    }

    @Test
    void unread_bytes_beyond_the_limit_are_counted_and_noted() {
        ReplyDraft draft = new ReplyDraft(10);
        draft.unread(Bytes.of("12345678"));
        draft.unread(Bytes.of("abc"));
        draft.unread(Bytes.of("d"));
        assertEquals(
                List.of(Bytes.of("12345678"), Bytes.of("throughline: dropped 2 more, 4 bytes")),
                draft.finish().unread());
    }

    @Test
    void the_number_of_unread_entries_is_limited() {
        ReplyDraft draft = new ReplyDraft(10);
        for (int i = 0; i < 10_000; i++) {
            draft.unread(Bytes.EMPTY);
        }
        assertEquals(4_097, draft.finish().unread().size());
        assertEquals(
                Bytes.of("throughline: dropped 5904 more, 0 bytes"),
                draft.finish().unread().getLast());
    }
}
