package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RecentConversationsTest {
    private static final SessionRef FIRST = session("0198c5a0-0000-7000-8000-000000000001");
    private static final SessionRef SECOND = session("0198c5a0-0000-7000-8000-000000000002");

    private final RecentConversations callers = new RecentConversations();

    @Test
    void a_side_request_belongs_to_the_conversation_that_it_quotes() {
        callers.note("ada", FIRST, "add two numbers");
        callers.note("ada", SECOND, "write a poem");
        assertEquals(Optional.of(FIRST), quoted("ada", "Find a title.\n\nadd two numbers"));
        assertEquals(Optional.of(SECOND), quoted("ada", "Find a title.\n\nwrite a poem"));
    }

    @Test
    void if_two_conversations_match_the_newest_is_chosen() {
        callers.note("ada", FIRST, "go on");
        callers.note("ada", SECOND, "go on");
        callers.note("ada", FIRST, "go on");
        assertEquals(Optional.of(FIRST), quoted("ada", "go on"));
    }

    @Test
    void a_conversation_is_found_by_its_first_and_its_newest_message() {
        callers.note("ada", FIRST, "add two numbers");
        callers.note("ada", FIRST, "now three");
        callers.note("ada", FIRST, "now four");
        assertEquals(Optional.of(FIRST), quoted("ada", "[User]: add two numbers [Assistant]: 3"));
        assertEquals(Optional.of(FIRST), quoted("ada", "[User]: now four"));
        assertNotQuoted("ada", "[User]: now three");
    }

    @Test
    void a_short_message_matches_only_if_it_is_quoted_alone() {
        callers.note("ada", FIRST, "ok");
        assertNotQuoted("ada", "Find a title.\n\nlook at the token count");
        assertNotQuoted("ada", "Find a title.\n\nis it ok to merge?");
        assertEquals(Optional.of(FIRST), quoted("ada", "Find a title for:\n\nok"));
        assertEquals(Optional.of(FIRST), quoted("ada", "Find a title for <message> ok </message>"));
    }

    @Test
    void the_conversation_with_the_longest_quotation_is_chosen() {
        callers.note("ada", FIRST, "add two numbers and print their sum");
        callers.note("ada", SECOND, "print their sum");
        assertEquals(Optional.of(FIRST), quoted("ada", "Title:\nadd two numbers and print their sum"));
        callers.note("ada", SECOND, "print their sums to a file");
        assertNotQuoted("ada", "Title:\nreprint their sums to a file");
    }

    @Test
    void the_least_recently_active_caller_is_forgotten_first() {
        callers.note("ada", FIRST, "add two numbers");
        for (int i = 0; i < 300; i++) {
            callers.note("caller " + i, SECOND, "write a poem");
            callers.note("ada", FIRST, "now three");
        }
        assertEquals(Optional.of(FIRST), quoted("ada", "add two numbers"));
        assertNotQuoted("caller 0", "write a poem");
    }

    @Test
    void conversations_of_another_caller_are_not_found() {
        callers.note("ada", FIRST, "add two numbers");
        assertNotQuoted("bob", "add two numbers");
    }

    @Test
    void a_truncated_message_is_found_by_its_beginning() {
        callers.note("ada", FIRST, "x".repeat(300) + "end");
        assertEquals(Optional.of(FIRST), quoted("ada", "Title for: " + "x".repeat(250) + "…"));
    }

    @Test
    void a_blank_message_is_never_matched() {
        callers.note("ada", FIRST, "  ");
        assertNotQuoted("ada", "anything");
    }

    @Test
    void a_title_waits_for_the_first_request_of_its_conversation() throws Exception {
        long conversation = callers.arrive("ada");
        long title = callers.arrive("ada");
        CompletableFuture<Optional<SessionRef>> found =
                CompletableFuture.supplyAsync(() -> callers.quoted("ada", title, "Find a title. add two numbers"));
        callers.note("ada", FIRST, "add two numbers");
        callers.leave(conversation);
        assertEquals(Optional.of(FIRST), found.get(20, TimeUnit.SECONDS));
    }

    @Test
    void a_title_does_not_wait_for_other_callers_or_later_requests() {
        callers.arrive("bob");
        long title = callers.arrive("ada");
        callers.arrive("ada");
        assertEquals(Optional.empty(), callers.quoted("ada", title, "add two numbers"));
    }

    private Optional<SessionRef> quoted(String caller, String text) {
        return callers.quoted(caller, 0, text);
    }

    /** An interrupted caller does not wait for requests that may arrive later; in these tests there are none. */
    private void assertNotQuoted(String caller, String text) {
        Thread.currentThread().interrupt();
        Optional<SessionRef> found = quoted(caller, text);
        assertTrue(Thread.interrupted(), "the interrupt is lost");
        assertEquals(Optional.empty(), found);
    }

    private static SessionRef session(String id) {
        return new SessionRef(Tenant.LOCAL, SessionId.of(id));
    }
}
