package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.SplicedReplies;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChatDeltasTest {
    private final Map<String, Integer> shown = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private final ChatDeltas deltas = new ChatDeltas(
            call -> call.object("function")
                    .filter(function -> function.is("name", "recall"))
                    .isPresent(),
            shown,
            hidden);

    /** The delta after the change; in parentheses if nothing is left to send. */
    private String take(String delta, boolean keepsRole) {
        RawObject choices = RawObject.of(Bytes.of(SplicedReplies.quoted("{'choices':[{'delta':" + delta + "}]}")))
                .orElseThrow();
        JsonEdits edits = new JsonEdits(choices.raw());
        boolean hasContent = deltas.take(choices.elements("choices").orElseThrow(), edits, keepsRole);
        Bytes left = RawObject.of(edits.toBytes())
                .orElseThrow()
                .objects("choices")
                .getFirst()
                .raw("delta")
                .orElseThrow();
        String text = left.utf8().replace('"', '\'');
        return hasContent ? text : "(" + text + ")";
    }

    @Test
    void the_role_is_sent_once() {
        assertEquals("{'role':'assistant','content':''}", take("{'role':'assistant','content':''}", true));
        assertEquals("({'content':''})", take("{'role':'assistant','content':''}", false));
        assertEquals("{'content':'a'}", take("{'role':'assistant','content':'a'}", false));
    }

    @Test
    void local_calls_are_removed_and_the_others_renumbered() {
        assertEquals("({})", take("{'tool_calls':[{'index':0,'function':{'name':'recall'}}]}", true));
        assertEquals(Set.of("0/0"), hidden);
        assertEquals(Map.of(), shown);
        assertEquals(
                "{'tool_calls':[{'index':0,'function':{'name':'Bash'}}]}",
                take(
                        "{'tool_calls':[{'index':1,'function':{'name':'Bash'}},{'index':0,'function':{'arguments':''}}]}",
                        true));
        assertEquals(
                "{'tool_calls':[{'index':0,'function':{'arguments':'{}'}}]}",
                take("{'tool_calls':[{'index':1,'function':{'arguments':'{}'}}]}", true));
        assertEquals(Map.of("0/1", 0), shown);
    }

    @Test
    void in_a_new_round_the_numbering_of_client_calls_continues() {
        take("{'tool_calls':[{'index':0,'function':{'name':'Bash'}}]}", true);
        shown.clear();
        deltas.begin();

        assertEquals(
                "{'tool_calls':[{'index':1,'function':{'name':'Bash'}}]}",
                take("{'tool_calls':[{'index':0,'function':{'name':'Bash'}}]}", true));
    }
}
