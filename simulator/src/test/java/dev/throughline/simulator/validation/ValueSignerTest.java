package dev.throughline.simulator.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.throughline.simulator.validation.ValueSigner.Verdict;
import org.junit.jupiter.api.Test;

class ValueSignerTest {
    private final ValueSigner signer = new ValueSigner("secret");
    private final String issued = signer.issue("thinking", "a thought", "1");

    @Test
    void an_issued_value_is_recognised_by_another_signer_with_the_same_secret() {
        assertEquals(Verdict.OURS, signer.check("thinking", issued));
        assertEquals(Verdict.OURS, new ValueSigner("secret").check("thinking", issued, "a thought"));
    }

    @Test
    void every_changed_character_is_detected() {
        for (int i = ValueSigner.PREFIX.length(); i < issued.length(); i++) {
            char other = issued.charAt(i) == 'A' ? 'B' : 'A';
            String changed = issued.substring(0, i) + other + issued.substring(i + 1);
            assertEquals(Verdict.CHANGED, signer.check("thinking", changed), changed);
        }
    }

    @Test
    void a_shortened_or_lengthened_value_is_detected() {
        assertEquals(Verdict.CHANGED, signer.check("thinking", issued.substring(0, issued.length() - 1)));
        assertEquals(Verdict.CHANGED, signer.check("thinking", issued + "AAAA"));
        assertEquals(Verdict.CHANGED, signer.check("thinking", issued + "!"));
    }

    @Test
    void other_content_another_kind_and_another_secret_are_detected() {
        assertEquals(Verdict.CHANGED, signer.check("thinking", issued, "another thought"));
        assertEquals(Verdict.CHANGED, signer.check("reasoning", issued));
        assertEquals(Verdict.CHANGED, new ValueSigner("other").check("thinking", issued));
    }

    @Test
    void a_value_of_another_issuer_is_foreign() {
        assertEquals(Verdict.FOREIGN, signer.check("thinking", "gAAAAABm"));
        assertEquals(Verdict.FOREIGN, signer.check("thinking", ""));
    }

    @Test
    void equal_content_under_another_name_gets_another_value() {
        assertNotEquals(issued, signer.issue("thinking", "a thought", "2"));
    }
}
