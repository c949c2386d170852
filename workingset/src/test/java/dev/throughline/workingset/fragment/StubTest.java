package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Talk;
import org.junit.jupiter.api.Test;

final class StubTest {
    @Test
    void a_stub_says_what_it_was_and_how_to_get_it_back() {
        Chain chain = new Talk()
                .call("Read", "a/Parser.java")
                .result("class Parser { int maxHeaderBytes = 40961; }\n" + "x".repeat(4_000))
                .chain();
        assertEquals(
                "[cleared: Read a/Parser.java, 4,045 characters, handle "
                        + chain.piece(1).handle() + "; names: 40961 maxHeaderBytes]",
                Stub.ofResult(chain, 1, new Vocabulary(chain), other -> true));
    }

    @Test
    void a_stub_is_never_longer_than_was_said() {
        StringBuilder names = new StringBuilder();
        for (int i = 10_000; i < 12_000; i++) {
            names.append("someName").append(i).append(' ');
        }
        Chain chain = new Talk().call("Bash", "make").result(names.toString()).chain();
        String stub = Stub.ofResult(chain, 1, new Vocabulary(chain), other -> true);
        assertTrue(stub.length() <= Stub.characters(chain.piece(1), names.length()) + 40, "found " + stub.length());
    }

    @Test
    void only_long_arguments_of_a_call_are_cleared() {
        String content = "say \"hello\"\n" + "x".repeat(300);
        Chain chain = new Talk().write("a/Parser.java", content).chain();
        assertEquals(
                "{\"file_path\":\"a/Parser.java\",\"content\":\"[cleared: 315 characters, handle "
                        + chain.piece(0).handle() + "; names: a/Parser.java]\"}",
                Stub.ofCall(chain, 0, new Vocabulary(chain), other -> true));
    }

    @Test
    void a_call_with_short_arguments_stays() {
        Chain chain = new Talk().call("Read", "a.go").chain();
        assertEquals(chain.text(0), Stub.ofCall(chain, 0, new Vocabulary(chain), other -> true));
    }

    @Test
    void arguments_that_end_too_early_do_not_break_it() {
        String cut = "{\"a\":\"" + "x\\\"".repeat(200) + "\\";
        Chain whole = new Talk().call("Read", "a").chain();
        Chain chain = new Chain(whole.pieces(), _ -> cut, _ -> cut, _ -> Vocabulary.keys(cut), true);
        assertFalse(Stub.ofCall(chain, 0, new Vocabulary(chain), other -> true).isEmpty());
    }
}
