package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.TestConversation;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ContinuationTest {
    private static final PieceRange WHOLE = new PieceRange(0, 1);

    private final Chain chain =
            new TestConversation().user("Mend it.").assistant("Done.").chain();

    @Test
    void it_contains_the_summary_and_the_user_messages() {
        String message = message(chain, " All is mended. ", "Mend it.", "And test $1 it.");
        assertTrue(message.startsWith("<throughline_summary from=\""
                + chain.piece(0).handle() + "\" to=\"" + chain.piece(1).handle() + "\">"));
        assertTrue(message.contains("<user_message>\nMend it.\n</user_message>\n<user_message>\nAnd test $1 it.\n"));
        assertTrue(message.endsWith("What happened:\nAll is mended.\n</throughline_summary>"));
    }

    @Test
    void the_whole_message_has_this_layout() {
        assertEquals("""
            <throughline_summary>
            The earlier part of this conversation was replaced by this record, which is no new request. Build on it \
            and go on with the task, or with what the user asks now. Do not recap, repeat steps that are done, or ask \
            whether to go on.

            What the user said, oldest first:
            <user_message>
            Mend it.
            </user_message>

            What happened:
            All is mended.
            </throughline_summary>\
            """, message(chain.withRecall(false), "All is mended.", "Mend it."));
    }

    @Test
    void a_continuation_has_the_summary_first_and_ends_with_what_to_do() {
        assertEquals(
                """
                <throughline_summary>
                This session continues a conversation whose beginning was replaced by this message. The summary below \
                covers the replaced part; the newest exchanges follow this message.

                Summary of the replaced part:
                All is mended.

                What the user said in it, oldest first:
                <user_message>
                Mend it.
                </user_message>
                What the user wanted to be kept:
                <user_wish>
                the port
                </user_wish>

                Go on with the task where it was left; if the user's newest message asks for something else, do that. \
                Do not recap, do not mention this message, and do not ask whether to go on.
                </throughline_summary>\
                """,
                Continuation.of(
                        chain.withRecall(false),
                        WHOLE,
                        Continuation.Form.CONTINUATION,
                        new Continuation.Content("All is mended.", List.of("Mend it."), List.of(), " the port ")));
    }

    @Test
    void user_messages_with_placeholders_are_unchanged() {
        String message = message(chain, "%s", "Print %1$s, 100% and {range}.");
        assertTrue(message.contains("\nPrint %1$s, 100% and {range}.\n"), message);
        assertTrue(message.contains("What happened:\n%s\n"), message);
    }

    @Test
    void no_user_messages_are_written_as_none() {
        assertTrue(message(chain, "x").contains("oldest first:\n(none)\n"));
    }

    @Test
    void environment_texts_follow_the_user_messages() {
        String message = Continuation.of(
                chain,
                WHOLE,
                Continuation.Form.SUMMARY,
                new Continuation.Content("x", List.of("Go."), List.of("<env>b</env>"), ""));
        assertTrue(message.contains("</user_message>\nWhat the agent last told"), message);
        assertTrue(message.contains("\n<env>b</env>\n\nWhat happened:\nx\n"), message);
    }

    @Test
    void without_recall_no_handle_is_named() {
        String message = message(chain.withRecall(false), "x");
        assertTrue(message.startsWith("<throughline_summary>\n"), message);
        assertFalse(message.contains("handle"), message);
    }

    private static String message(Chain chain, String summary, String... userTexts) {
        return Continuation.of(
                chain,
                WHOLE,
                Continuation.Form.SUMMARY,
                new Continuation.Content(summary, List.of(userTexts), List.of(), ""));
    }
}
