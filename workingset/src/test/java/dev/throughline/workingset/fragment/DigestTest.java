package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Talk;
import org.junit.jupiter.api.Test;

final class DigestTest {
    private final Chain chain = new Talk()
            .user("Mend it.")
            .says("The parser drops the last header.")
            .with()
            .call("Read", "a/Parser.java")
            .result("HeaderBlock 40961")
            .call("Edit", "a/Parser.java")
            .result("ok")
            .says("Fixed.")
            .chain();

    @Test
    void it_tells_who_did_what_in_order() {
        assertEquals(
                "[Throughline left out 6 earlier pieces here; exact text by handle "
                        + chain.piece(1).handle() + " to " + chain.piece(6).handle() + ".\n"
                        + "- said: The parser drops the last header.\n"
                        + "- Read a/Parser.java; Edit a/Parser.java\n"
                        + "- said: Fixed.\n"
                        + "names: a/Parser.java 40961 HeaderBlock]",
                Digest.of(chain, 1, 6, new Vocabulary(chain), 2_000));
    }

    @Test
    void it_is_bounded_and_the_newest_stays() {
        for (int room = 0; room < 400; room += 7) {
            String digest = Digest.of(chain, 1, 6, new Vocabulary(chain), room);
            assertTrue(digest.length() <= Math.max(room, 100), room + " characters: " + digest);
        }
        String brief = Digest.of(chain, 1, 6, new Vocabulary(chain), 150);
        assertTrue(brief.contains("- said: Fixed."), brief);
    }

    @Test
    void a_bare_one_says_no_more_than_that_something_was_left_out() {
        Chain chain = new Talk().user("Mend it.").says("Done.").chain();
        assertEquals(
                "[Throughline left out 2 earlier pieces here; exact text by handle "
                        + chain.piece(0).handle() + " to " + chain.piece(1).handle() + ".]",
                Digest.bare(chain, 0, 1));
    }
}
