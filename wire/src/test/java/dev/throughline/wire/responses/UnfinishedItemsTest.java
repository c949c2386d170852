package dev.throughline.wire.responses;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply;
import dev.throughline.wire.reply.ReplyDraft;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnfinishedItemsTest {
    private final UnfinishedItems open = new UnfinishedItems();
    private final ReplyDraft draft = new ReplyDraft();

    @Test
    void a_completed_item_is_not_kept() {
        open.begin("0", Bytes.of("{\"type\":\"message\"}"));
        open.grow("0", Bytes.of("a"));
        open.done("0");
        open.keep(draft);
        assertEquals(new ReplyDraft().finish(), draft.finish());
    }

    @Test
    void a_delta_without_a_start_event_is_kept() {
        open.grow("0", Bytes.of("a"));
        open.grow("0", Bytes.of("\\n"));
        open.keep(draft);
        Reply reply = draft.finish();
        assertEquals(
                List.of(Bytes.of("{\"type\":\"message\",\"status\":\"incomplete\",\"role\":\"assistant\",\"content\":"
                        + "[{\"type\":\"output_text\",\"text\":\"a\\n\"}]}")),
                reply.elements());
        assertEquals(List.of(), reply.unread());
    }

    @Test
    void an_item_without_text_is_no_element() {
        open.begin("0", Bytes.of("{\"type\":\"message\"}"));
        open.begin("1", Bytes.of("{\"type\":\"web_search_call\"}"));
        open.keep(draft);
        Reply reply = draft.finish();
        assertEquals(List.of(), reply.elements());
        assertEquals(List.of(Bytes.of("{\"type\":\"web_search_call\"}")), reply.unread());
    }

    @Test
    void items_kept_as_unread_are_in_the_reply() {
        open.begin("0", Bytes.of("{}"));
        open.grow("1", Bytes.of("b"));
        open.keepUnread(draft);
        assertEquals(List.of(Bytes.of("{}"), Bytes.of("\"b\"")), draft.finish().unread());
    }
}
