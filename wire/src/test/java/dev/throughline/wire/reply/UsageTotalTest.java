package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UsageTotalTest {
    private final UsageTotal total = new UsageTotal();

    private void note(String usage) {
        total.add(Optional.of(Bytes.of(SplicedReplies.quoted(usage))));
    }

    private String totalText() {
        return total.total().map(Bytes::utf8).orElse("none").replace('"', '\'');
    }

    @Test
    void within_a_round_the_last_numbers_count() {
        note("{'input_tokens':5,'output_tokens':1,'tier':'a','more':{'x':1}}");
        note("{'output_tokens':7,'input_tokens':null}");
        assertFalse(total.hasEarlier());
        assertEquals("{'input_tokens':5,'output_tokens':7,'tier':'a','more':{'x':1}}", totalText());
    }

    @Test
    void the_total_has_the_last_prompt_and_the_output_of_all_rounds() {
        note("{'input_tokens':9,'cache_read_input_tokens':30000,'cache_creation_input_tokens':400,'output_tokens':40}");
        total.endRound();
        assertTrue(total.hasEarlier());
        note("{'input_tokens':7,'cache_read_input_tokens':30400,'cache_creation_input_tokens':0,'output_tokens':500}");
        assertEquals(
                "{'input_tokens':7,'cache_read_input_tokens':30400,'cache_creation_input_tokens':0,'output_tokens':540}",
                totalText());
        total.endRound();
        note("{'input_tokens':8,'output_tokens':1}");
        assertEquals(
                "{'input_tokens':8,'output_tokens':541}",
                totalText(),
                "the prompt numbers are those of the last round");
    }

    @Test
    void details_follow_their_numbers_and_total_tokens_match() {
        note("{'prompt_tokens':100,'prompt_tokens_details':{'cached_tokens':60},'completion_tokens':5,"
                + "'completion_tokens_details':{'reasoning_tokens':2},'total_tokens':105,'cost':0.25}");
        total.endRound();
        note("{'prompt_tokens':130,'prompt_tokens_details':{'cached_tokens':100},'completion_tokens':7,"
                + "'completion_tokens_details':{'reasoning_tokens':3},'total_tokens':137,'cost':0.5,'tier':'b'}");
        assertEquals(
                "{'prompt_tokens':130,'prompt_tokens_details':{'cached_tokens':100},'completion_tokens':12,"
                    + "'completion_tokens_details':{'reasoning_tokens':5},'total_tokens':142,'cost':0.75,'tier':'b'}",
                totalText());
    }

    @Test
    void a_round_without_usage_changes_nothing() {
        assertEquals("none", totalText());
        note("{'input_tokens':5}");
        total.endRound();
        total.add(Optional.empty());
        note("7");
        total.endRound();

        assertEquals("{'input_tokens':5}", totalText());
    }

    @Test
    void huge_numbers_are_not_added() {
        note("{'output_tokens':1e999999999,'cost':1}");
        total.endRound();
        note("{'output_tokens':1,'cost':" + "9".repeat(100) + "}");

        assertEquals("{'output_tokens':1,'cost':" + "9".repeat(100) + "}", totalText());
    }
}
