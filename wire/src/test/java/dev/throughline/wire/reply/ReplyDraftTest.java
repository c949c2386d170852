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
    void a_draft_that_heard_nothing_is_cut() {
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
    void nothing_undoes_a_failure_and_nothing_is_forgotten_by_silence() {
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
    void unread_bytes_of_a_stream_stay_within_their_limit() {
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
    void what_fits_is_kept_as_a_copy() {
        byte[] lent = {'a', 'b'};
        ReplyDraft draft = new ReplyDraft(10);
        draft.unread(Bytes.of(lent));
        lent[0] = '#';
        assertEquals(List.of(Bytes.of("ab")), draft.finish().unread());
    }

    @Test
    void what_comes_after_the_limit_is_counted_and_said() {
        ReplyDraft draft = new ReplyDraft(10);
        draft.unread(Bytes.of("12345678"));
        draft.unread(Bytes.of("abc"));
        draft.unread(Bytes.of("d"));
        assertEquals(
                List.of(Bytes.of("12345678"), Bytes.of("throughline: dropped 2 more, 4 bytes")),
                draft.finish().unread());
    }

    @Test
    void a_flood_of_empty_entries_has_an_end() {
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
