package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Talk;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ContinuationTest {
    private final Chain chain = new Talk().user("Mend it.").says("Done.").chain();

    @Test
    void it_carries_the_summary_and_the_words() {
        String message = Continuation.of(chain, 0, 1, " All is mended. ", List.of("Mend it.", "And test $1 it."));
        assertTrue(message.startsWith("<throughline_summary from=\"" + chain.piece(0).handle() + "\" to=\""
                + chain.piece(1).handle() + "\">"));
        assertTrue(message.contains("<user_message>\nMend it.\n</user_message>\n<user_message>\nAnd test $1 it.\n"));
        assertTrue(message.endsWith("What happened:\nAll is mended.\n</throughline_summary>"));
    }

    @Test
    void words_that_name_a_place_stay_as_they_are() {
        String message = Continuation.of(chain, 0, 1, "{words}", List.of("Print {summary} and {first}."));
        assertTrue(message.contains("\nPrint {summary} and {first}.\n"), message);
        assertTrue(message.contains("What happened:\n{words}\n"), message);
    }

    @Test
    void no_words_are_said_to_be_none() {
        assertTrue(Continuation.of(chain, 0, 1, "x", List.of()).contains("oldest first:\n(none)\n"));
    }
}
