package dev.throughline.wire.join.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.join.Played;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TallyTest {
    private final Tally tally = new Tally();

    private void note(String usage) {
        tally.note(Optional.of(Bytes.of(Played.quoted(usage))));
    }

    private String sum() {
        return tally.sum().map(Bytes::utf8).orElse("none").replace('"', '\'');
    }

    @Test
    void within_a_round_the_last_word_counts_and_rounds_are_added() {
        note("{'input':5,'output':1,'tier':'a','more':{'x':1}}");
        note("{'output':7,'input':null}");
        assertFalse(tally.hasEarlier());
        assertEquals("{'input':5,'output':7,'tier':'a','more':{'x':1}}", sum());

        tally.endRound();
        assertTrue(tally.hasEarlier());
        note("{'input':10,'output':1,'tier':'b','more':{'x':2,'y':3},'cost':0.25}");
        assertEquals("{'input':15,'output':8,'tier':'b','more':{'x':3,'y':3},'cost':0.25}", sum());
    }

    @Test
    void a_round_that_said_nothing_changes_nothing() {
        assertEquals("none", sum());
        note("{'input':5}");
        tally.endRound();
        tally.note(Optional.empty());
        note("7");
        tally.endRound();

        assertEquals("{'input':5}", sum());
    }

    @Test
    void numbers_that_would_explode_are_not_added() {
        note("{'a':1e999999999,'b':1}");
        tally.endRound();
        note("{'a':1,'b':" + "9".repeat(100) + "}");

        assertEquals("{'a':1,'b':" + "9".repeat(100) + "}", sum());
    }
}
