package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UsageTotalTest {
    private final UsageTotal tally = new UsageTotal();

    private void note(String usage) {
        tally.add(Optional.of(Bytes.of(PlayedReplies.quoted(usage))));
    }

    private String told() {
        return tally.total().map(Bytes::utf8).orElse("none").replace('"', '\'');
    }

    @Test
    void within_a_round_the_last_word_counts() {
        note("{'input_tokens':5,'output_tokens':1,'tier':'a','more':{'x':1}}");
        note("{'output_tokens':7,'input_tokens':null}");
        assertFalse(tally.hasEarlier());
        assertEquals("{'input_tokens':5,'output_tokens':7,'tier':'a','more':{'x':1}}", told());
    }

    @Test
    void the_client_is_told_the_last_prompt_and_the_words_of_all_rounds() {
        note("{'input_tokens':9,'cache_read_input_tokens':30000,'cache_creation_input_tokens':400,'output_tokens':40}");
        tally.endRound();
        assertTrue(tally.hasEarlier());
        note("{'input_tokens':7,'cache_read_input_tokens':30400,'cache_creation_input_tokens':0,'output_tokens':500}");
        assertEquals(
                "{'input_tokens':7,'cache_read_input_tokens':30400,'cache_creation_input_tokens':0,'output_tokens':540}",
                told());
        tally.endRound();
        note("{'input_tokens':8,'output_tokens':1}");
        assertEquals("{'input_tokens':8,'output_tokens':541}", told(), "its split is its own");
    }

    @Test
    void details_go_with_what_they_are_of_and_the_total_fits_both() {
        note("{'prompt_tokens':100,'prompt_tokens_details':{'cached_tokens':60},'completion_tokens':5,"
                + "'completion_tokens_details':{'reasoning_tokens':2},'total_tokens':105,'cost':0.25}");
        tally.endRound();
        note("{'prompt_tokens':130,'prompt_tokens_details':{'cached_tokens':100},'completion_tokens':7,"
                + "'completion_tokens_details':{'reasoning_tokens':3},'total_tokens':137,'cost':0.5,'tier':'b'}");
        assertEquals(
                "{'prompt_tokens':130,'prompt_tokens_details':{'cached_tokens':100},'completion_tokens':12,"
                    + "'completion_tokens_details':{'reasoning_tokens':5},'total_tokens':142,'cost':0.75,'tier':'b'}",
                told());
    }

    @Test
    void a_round_that_said_nothing_changes_nothing() {
        assertEquals("none", told());
        note("{'input_tokens':5}");
        tally.endRound();
        tally.add(Optional.empty());
        note("7");
        tally.endRound();

        assertEquals("{'input_tokens':5}", told());
    }

    @Test
    void numbers_that_would_explode_are_not_added() {
        note("{'output_tokens':1e999999999,'cost':1}");
        tally.endRound();
        note("{'output_tokens':1,'cost':" + "9".repeat(100) + "}");

        assertEquals("{'output_tokens':1,'cost':" + "9".repeat(100) + "}", told());
    }
}
