package dev.throughline.simulator.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.throughline.simulator.validation.ValueSigner.Verdict;
import org.junit.jupiter.api.Test;

class ValueSignerTest {
    private final ValueSigner seal = new ValueSigner("secret");
    private final String issued = seal.issue("thinking", "a thought", "1");

    @Test
    void what_was_issued_is_known_also_by_a_later_server() {
        assertEquals(Verdict.OURS, seal.check("thinking", issued));
        assertEquals(Verdict.OURS, new ValueSigner("secret").check("thinking", issued, "a thought"));
    }

    @Test
    void every_single_changed_letter_is_noticed() {
        for (int i = ValueSigner.PREFIX.length(); i < issued.length(); i++) {
            char other = issued.charAt(i) == 'A' ? 'B' : 'A';
            String changed = issued.substring(0, i) + other + issued.substring(i + 1);
            assertEquals(Verdict.CHANGED, seal.check("thinking", changed), changed);
        }
    }

    @Test
    void a_cut_or_lengthened_value_is_noticed() {
        assertEquals(Verdict.CHANGED, seal.check("thinking", issued.substring(0, issued.length() - 1)));
        assertEquals(Verdict.CHANGED, seal.check("thinking", issued + "AAAA"));
        assertEquals(Verdict.CHANGED, seal.check("thinking", issued + "!"));
    }

    @Test
    void other_content_another_kind_and_another_secret_are_noticed() {
        assertEquals(Verdict.CHANGED, seal.check("thinking", issued, "another thought"));
        assertEquals(Verdict.CHANGED, seal.check("reasoning", issued));
        assertEquals(Verdict.CHANGED, new ValueSigner("other").check("thinking", issued));
    }

    @Test
    void nothing_is_said_about_a_strangers_value() {
        assertEquals(Verdict.FOREIGN, seal.check("thinking", "gAAAAABm"));
        assertEquals(Verdict.FOREIGN, seal.check("thinking", ""));
    }

    @Test
    void equal_content_under_another_name_is_another_value() {
        assertNotEquals(issued, seal.issue("thinking", "a thought", "2"));
    }
}
