package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.TestConversation;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DigestTest {
    private final Chain chain = new TestConversation()
            .user("Mend it.")
            .assistant("The parser drops the last header.")
            .with()
            .call("Read", "a/Parser.java")
            .result("HeaderBlock 40961")
            .call("Edit", "a/Parser.java")
            .result("ok")
            .assistant("Fixed.")
            .chain();

    @Test
    void it_lists_what_was_said_and_done_in_order() {
        assertEquals("""
            [5 earlier messages cut; what was said and done:
            - said: The parser drops the last header.
            - Read a/Parser.java; Edit a/Parser.java → succeeded
            - said: Fixed.
            mentions a/Parser.java, HeaderBlock]\
            """, Digest.of(chain, 1, 6, new RareNames(chain), 2_000));
    }

    @Test
    void it_is_bounded_and_the_newest_stays() {
        for (int room = 0; room < 400; room += 7) {
            String digest = Digest.of(chain, 1, 6, new RareNames(chain), room);
            assertTrue(digest.length() <= Math.max(room, 100), room + " characters: " + digest);
        }
        String brief = Digest.of(chain, 1, 6, new RareNames(chain), 150);
        assertTrue(brief.contains("- said: Fixed."), brief);
    }

    @Test
    void an_output_that_nobody_can_run_again_has_its_id() {
        Chain chain = new TestConversation()
                .call("Bash", "make")
                .result("exit code 2\n" + "x".repeat(1_100))
                .call("Read", "a.go")
                .result("x".repeat(1_100))
                .chain();
        assertEquals(
                "[4 earlier messages cut; what was said and done:\n- Bash make → exit 2 (recall id="
                        + chain.piece(1).handle() + "); Read a.go]",
                Digest.of(chain, 0, 3, new RareNames(chain), 2_000));
    }

    @Test
    void at_most_twelve_names_are_named_and_none_is_cut() {
        TestConversation conversation = new TestConversation();
        for (int i = 10; i < 40; i++) {
            conversation.call("Bash", "make").result("someQuiteLongName" + i + " anotherQuiteLongName" + i);
        }
        Chain chain = conversation.chain();
        for (int room : new int[] {300, 500, 900, 4_000}) {
            String digest = Digest.of(chain, 0, 59, new RareNames(chain), room);
            String mentions = digest.substring(digest.indexOf("\nmentions ") + 10, digest.length() - 1);
            List<String> names = List.of(mentions.split(", ", -1));
            assertTrue(names.size() <= Stub.MAX_NAMES, digest);
            assertTrue(names.stream().allMatch(name -> name.matches("(some|another)QuiteLongName[0-9]{2}")), digest);
        }
    }

    @Test
    void the_names_of_a_few_pieces_make_up_for_those_that_have_none() {
        TestConversation conversation = new TestConversation();
        conversation
                .call("Bash", "make")
                .result("nameOfOne1 nameOfTwo2 nameOfThree3")
                .call("Bash", "make");
        Chain chain = conversation.result("ok").result("ok").chain();
        String digest = Digest.of(chain, 0, 4, new RareNames(chain), 4_000);
        assertTrue(digest.contains("nameOfOne1"), digest);
        assertTrue(digest.contains("nameOfThree3"), digest);
    }

    @Test
    void a_count_only_digest_contains_only_the_number_of_messages() {
        Chain chain = new TestConversation().user("Mend it.").assistant("Done.").chain();
        assertEquals("[2 earlier messages cut]", Digest.ofUserMessages(chain, 0, 1, List.of()));
        assertEquals(
                "[2 earlier messages cut; what the user said, oldest first:\n<user_message>\nGo.\n</user_message>]",
                Digest.ofUserMessages(chain, 0, 1, List.of("Go.")));
    }
}
