package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.TestConversation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RareNamesTest {
    @Test
    void a_name_in_another_readable_piece_is_not_lost() {
        RareNames names = new RareNames(new TestConversation()
                .user("Look at parseHeader.")
                .call("Read", "a.go")
                .result("func parseHeader uses maxHeaderBytes and 40961")
                .chain());
        assertEquals(List.of("maxHeaderBytes"), names.rarest(2, 12, 100, other -> true));
    }

    @Test
    void a_name_is_given_once_and_within_bounds() {
        RareNames names = new RareNames(new TestConversation()
                .result("func parseHeader\nmaxHeaderBytes a/Lexer.java 50000")
                .chain());
        assertEquals(List.of("parseHeader", "a/Lexer.java"), names.rarest(0, 2, 100, other -> true));
        assertEquals(List.of("maxHeaderBytes"), names.rarest(0, 12, 20, other -> true));
        assertEquals(List.of(), names.rarest(0, 12, 100, other -> true));
    }

    @Test
    void a_name_in_many_pieces_is_not_rare() {
        TestConversation conversation = new TestConversation();
        for (int i = 0; i < 5; i++) {
            conversation.result("everywhereName and onlyHere" + i);
        }
        assertEquals(List.of("onlyHere2"), new RareNames(conversation.chain()).rarest(2, 12, 100, other -> false));
    }

    @Test
    void a_fresh_copy_returns_all_names_again() {
        RareNames names =
                new RareNames(new TestConversation().result("parseHeader 40961").chain());
        assertEquals(List.of("parseHeader"), names.rarest(0, 12, 100, other -> true));
        assertEquals(List.of("parseHeader"), names.fresh().rarest(0, 12, 100, other -> true));
    }

    @Test
    void a_long_session_is_looked_at_once_and_not_piece_by_piece() {
        StringBuilder common = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            common.append("commonName").append(i).append(' ');
        }
        int pieces = 40_000;
        TestConversation conversation = new TestConversation();
        for (int i = 0; i < pieces; i++) {
            conversation.result(common + "rareName" + i);
        }
        Chain chain = conversation.chain();
        AtomicInteger read = new AtomicInteger();
        RareNames names = new RareNames(new Chain(
                chain.pieces(),
                chain.texts(),
                index -> {
                    read.incrementAndGet();
                    return chain.readableText(index);
                },
                chain.lineKeys(),
                chain.nameKeys(),
                /* hasRecall= */ true));
        assertEquals(0, read.get(), "nothing is read before something is asked");
        // It would take far longer if all pieces of common names were listed.
        assertTimeout(
                Duration.ofSeconds(40),
                () -> assertEquals(List.of("rareName9"), names.rarest(9, 12, 100, other -> true)));
        names.fresh().rarest(8, 12, 100, other -> true);
        assertTrue(read.get() <= pieces + 2, "read " + read);
    }
}
