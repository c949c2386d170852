package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reaches the client when the splicer works, holds back, changes something, or fails. */
final class SplicedReplyTest {
    private final Splicer splicer = new Splicer();

    /** A splicer that holds back what follows a star, writes a hash in upper case, and fails at an exclamation mark. */
    private static final class Splicer implements ReplySplicer {
        final StringBuilder noted = new StringBuilder();
        private String held = "";
        boolean failsToNote;

        @Override
        public Bytes feed(byte[] bytes, int offset, int length) {
            String text =
                    held + Bytes.of(bytes, new Span(offset, offset + length)).utf8();
            if (text.contains("!")) {
                throw new IllegalStateException("broken on purpose");
            }
            int star = text.indexOf('*');
            held = star < 0 ? "" : text.substring(star);
            return Bytes.of((star < 0 ? text : text.substring(0, star)).replace("#", "HASH"));
        }

        @Override
        public Bytes release() {
            String released = held;
            held = "";
            return Bytes.of(released);
        }

        @Override
        public void noteSent(Bytes bytes) {
            if (failsToNote) {
                throw new IllegalStateException("cannot note, on purpose");
            }
            noted.append(bytes.utf8());
        }

        @Override
        public ReplyRound endRound() {
            throw new AssertionError("not called");
        }

        @Override
        public Bytes finish() {
            throw new AssertionError("not called");
        }

        @Override
        public Bytes fail(Bytes body) {
            throw new AssertionError("not called");
        }

        @Override
        public Reply clientReply() {
            throw new AssertionError("not called");
        }
    }

    private SplicedReply spliced(int keptBytes, boolean isFirst) {
        return new SplicedReply(splicer, ReplyForm.STREAMED_HEAD_HELD, keptBytes, isFirst);
    }

    private static String pass(SplicedReply reply, String text) {
        Bytes bytes = Bytes.of("__" + text + "__");
        return reply.pass(bytes.array(), bytes.offset() + 2, bytes.length() - 4).utf8();
    }

    @Test
    void what_the_splicer_returns_reaches_the_client() {
        SplicedReply reply = spliced(0, true);
        assertEquals("ab", pass(reply, "ab"));
        assertEquals("c", pass(reply, "c*d"));
        assertEquals(Optional.of("*d"), reply.overdue().map(Bytes::utf8));
        assertEquals("HASH", pass(reply, "#"));
        assertDoesNotThrow(reply::check);
        assertFalse(reply.hasFailed());
    }

    @Test
    void if_the_splicer_fails_the_rest_of_the_providers_bytes_is_passed_on() {
        SplicedReply reply = spliced(0, true);
        assertEquals("ab", pass(reply, "ab*held"));
        assertEquals("*held!", pass(reply, "!"), "what was held back too");
        assertEquals("more#*", pass(reply, "more#*"), "and everything that follows, as it is");
        assertEquals("*held!more#*", splicer.noted.toString(), "the splicer learns what was sent without it");
        assertTrue(reply.hasFailed());
        IllegalStateException thrown = assertThrows(IllegalStateException.class, reply::check);
        assertEquals("java.lang.IllegalStateException: broken on purpose", String.valueOf(thrown.getCause()));
        assertEquals(Optional.of(""), reply.rest().map(Bytes::utf8));
    }

    @Test
    void if_the_client_has_other_bytes_than_the_provider_sent_nothing_more_is_passed_on() {
        SplicedReply changed = spliced(0, true);
        assertEquals("aHASH", pass(changed, "a#"));
        assertEquals("", pass(changed, "!"));
        assertEquals(Optional.empty(), changed.rest());
        SplicedReply later = spliced(0, false);
        assertEquals("a", pass(later, "a"), "a later reply of the turn");
        assertEquals("", pass(later, "!"));
        assertEquals(Optional.empty(), later.rest());
    }

    @Test
    void the_rest_is_what_the_client_has_not_received() {
        SplicedReply reply = spliced(0, true);
        assertEquals("ab", pass(reply, "ab*held"));
        assertEquals(Optional.of("*held"), reply.rest().map(Bytes::utf8));
    }

    @Test
    void a_failure_to_note_changes_nothing_for_the_client() {
        splicer.failsToNote = true;
        SplicedReply reply = spliced(0, true);
        assertEquals("a!", pass(reply, "a!"));
        IllegalStateException thrown = assertThrows(IllegalStateException.class, reply::check);
        assertEquals("java.lang.IllegalStateException: cannot note, on purpose", String.valueOf(thrown.getCause()));
    }

    @Test
    void a_document_is_never_released_early() {
        SplicedReply reply = new SplicedReply(splicer, ReplyForm.DOCUMENT, 0, true);
        assertEquals("", pass(reply, "*held"));
        assertEquals(Optional.empty(), reply.overdue());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 100})
    void as_much_as_wanted_is_kept_as_the_provider_sent_it(int keptBytes) {
        SplicedReply reply = spliced(keptBytes, true);
        pass(reply, "a#");
        pass(reply, "c*e");
        assertEquals(
                "a#c*e".substring(0, Math.min(keptBytes, 5)), reply.beginning().utf8());
    }

    /** However the bytes are split, the client has a beginning of what the provider sent, and the rest completes it. */
    @Test
    void whatever_the_splits_sent_and_rest_make_the_whole_reply() {
        Random random = new Random(2026);
        String whole = "text *held* more ".repeat(400);
        for (int round = 0; round < 50; round++) {
            SplicedReply reply = new SplicedReply(new Splicer(), ReplyForm.STREAMED_HEAD_HELD, 0, true);
            StringBuilder sent = new StringBuilder();
            int at = 0;
            int overdueAt = random.nextInt(2 * whole.length());
            while (at < whole.length()) {
                int end = Math.min(whole.length(), at + 1 + random.nextInt(300));
                boolean isOverdue = at <= overdueAt && overdueAt < end;
                sent.append(pass(reply, whole.substring(at, end)));
                if (isOverdue) {
                    sent.append(reply.overdue().orElse(Bytes.EMPTY).utf8());
                }
                at = end;
            }
            String rest = reply.rest().orElseThrow().utf8();
            assertEquals(whole, sent + rest, "round " + round);
            assertFalse(reply.hasFailed());
        }
    }
}
