package dev.throughline.wire.messages;

import static dev.throughline.wire.reply.SplicedReplies.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.LocalToolCodec.ReplyForm;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.reply.SplicedReplies;
import dev.throughline.wire.request.RequestRewriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessagesCallRestorerTest {
    private static final Wire WIRE = MessagesDialect.WIRE;
    private static final String TEXT_A = "{'type':'text','text':'a'}";
    private static final String TEXT_B = "{'type':'text','text':'b'}";
    private static final String THINKING = "{'type':'thinking','thinking':'hm','signature':'s'}";
    private static final String RECALL = "{'type':'tool_use','id':'toolu_1','name':'recall','input':{}}";
    private static final String BASH = "{'type':'tool_use','id':'toolu_2','name':'Bash','input':{}}";
    private static final String FOUND = "{'type':'tool_result','tool_use_id':'toolu_1','content':'found recall'}";
    private static final String DONE = "{'tool_use_id':'toolu_2','type':'tool_result','content':'ok'}";

    /** The hidden calls of an answer whose rounds have these blocks. */
    private static HiddenCalls hidden(String... rounds) {
        String[] documents = List.of(rounds).stream()
                .map(blocks ->
                        quoted("{'id':'m','type':'message','content':[" + blocks + "],'stop_reason':'tool_use'}"))
                .toArray(String[]::new);
        List<AnsweredRound> answered =
                SplicedReplies.of(MessagesDialect.NAME, ReplyForm.DOCUMENT, documents).rounds().stream()
                        .map(SplicedReplies::answered)
                        .toList();
        return WIRE.localTools().hiddenCalls(answered).orElseThrow();
    }

    /** The request after the hidden calls were restored. */
    private static String restore(HiddenCalls hidden, String... messages) {
        String all =
                quoted("{'messages':[{'role':'user','content':'q'}, " + String.join(", ", messages) + "],'x':1e5}");
        Request request = WIRE.decode(Bytes.of(all));
        Bytes changed = RequestRewriter.apply(request, WIRE.localTools().restore(request, 1, hidden));
        return changed.utf8().replace('"', '\'');
    }

    private static String sent(String... messages) {
        return "{'messages':[{'role':'user','content':'q'}, " + String.join("", messages) + "],'x':1e5}";
    }

    private static String assistant(String blocks) {
        return "{'role':'assistant','content':[" + blocks + "]}";
    }

    private static String user(String blocks) {
        return "{'role':'user','content':[" + blocks + "]}";
    }

    @Test
    void one_message_is_split_into_the_messages_of_the_rounds() {
        assertEquals(
                sent(assistant(THINKING + "," + TEXT_A + "," + RECALL) + "," + user(FOUND) + "," + assistant(TEXT_B)),
                restore(
                        hidden(THINKING + "," + TEXT_A + "," + RECALL, TEXT_B),
                        assistant(THINKING + "," + TEXT_A + "," + TEXT_B)));
    }

    @Test
    void a_message_that_is_entirely_the_last_round_is_unchanged() {
        String own = "{'content':'b' , 'role':'assistant'}";

        assertEquals(
                sent(assistant(RECALL) + "," + user(FOUND) + ", " + own)
                        .replace("}, {'role':'assistant'", "},{'role':'assistant'"),
                restore(hidden(RECALL, TEXT_B), own));
    }

    @Test
    void blocks_keep_their_formatting_and_markers() {
        String marked = "{'text':'b', 'type':'text','cache_control':{'type':'ephemeral'}}";

        assertEquals(
                sent(assistant(TEXT_A + "," + RECALL) + "," + user(FOUND) + "," + assistant(marked)),
                restore(hidden(TEXT_A + "," + RECALL, TEXT_B), assistant(TEXT_A + " ," + marked)));
    }

    @Test
    void in_a_mixed_round_the_hidden_call_and_its_result_are_restored() {
        String marked = DONE.replace("}", ",'cache_control':{'type':'ephemeral'}}");
        String system = "{'role':'system','content':'s'}";

        assertEquals(
                sent(assistant(TEXT_A + "," + RECALL + "," + BASH) + ", " + system + ", " + user(FOUND + "," + marked)),
                restore(
                        hidden(TEXT_A + "," + RECALL + "," + BASH),
                        assistant(TEXT_A + "," + BASH),
                        system,
                        user(marked)));
    }

    @Test
    void a_last_round_with_a_hidden_call_gets_its_result() {
        assertEquals(
                sent(assistant(TEXT_A + "," + RECALL) + "," + user(FOUND) + ", {'role':'user','content':'next'}"),
                restore(hidden(TEXT_A + "," + RECALL), assistant(TEXT_A), "{'role':'user','content':'next'}"));
    }

    @Test
    void thinking_and_empty_texts_may_be_missing() {
        String empty = "{'type':'text','text':''}";

        assertEquals(
                sent(assistant(TEXT_A + "," + RECALL) + "," + user(FOUND) + "," + assistant(TEXT_B)),
                restore(
                        hidden(THINKING + "," + empty + "," + TEXT_A + "," + RECALL, TEXT_B),
                        assistant(TEXT_A + "," + TEXT_B)));
    }

    @Test
    void an_answer_edited_by_the_client_is_unchanged() {
        HiddenCalls hidden = hidden(TEXT_A + "," + RECALL, TEXT_B);
        for (String own : List.of(
                assistant(TEXT_A),
                assistant(TEXT_B + "," + TEXT_A),
                assistant(TEXT_A + "," + TEXT_B + "," + BASH),
                user(TEXT_A + "," + TEXT_B),
                "{'role':'assistant','content':'ab'}",
                "7")) {
            assertEquals(sent(own), restore(hidden, own), own);
        }
    }

    @Test
    void without_client_results_the_hidden_call_of_a_mixed_round_is_omitted() {
        HiddenCalls hidden = hidden(RECALL + "," + BASH);

        assertEquals(sent(assistant(BASH)), restore(hidden, assistant(BASH)));
        String next = "{'role':'user','content':'stop'}";
        assertEquals(sent(assistant(BASH) + ", " + next), restore(hidden, assistant(BASH), next));
    }
}
