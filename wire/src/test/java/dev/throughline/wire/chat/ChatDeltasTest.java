package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.PlayedReplies;
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

    /** The choice as it is after the change; in brackets if nothing is left to say. */
    private String take(String delta, boolean keepsRole) {
        RawObject choices = RawObject.of(Bytes.of(PlayedReplies.quoted("{'choices':[{'delta':" + delta + "}]}")))
                .orElseThrow();
        JsonEdits edits = new JsonEdits(choices.raw());
        boolean says = deltas.take(choices.elements("choices").orElseThrow(), edits, keepsRole);
        Bytes left = RawObject.of(edits.toBytes())
                .orElseThrow()
                .objects("choices")
                .getFirst()
                .raw("delta")
                .orElseThrow();
        String text = left.utf8().replace('"', '\'');
        return says ? text : "(" + text + ")";
    }

    @Test
    void the_role_is_said_once() {
        assertEquals("{'role':'assistant','content':''}", take("{'role':'assistant','content':''}", true));
        assertEquals("({'content':''})", take("{'role':'assistant','content':''}", false));
        assertEquals("{'content':'a'}", take("{'role':'assistant','content':'a'}", false));
    }

    @Test
    void local_calls_go_and_the_others_are_counted() {
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
    void a_new_round_has_other_calls_and_the_clients_are_counted_on() {
        take("{'tool_calls':[{'index':0,'function':{'name':'Bash'}}]}", true);
        shown.clear();
        deltas.begin();

        assertEquals(
                "{'tool_calls':[{'index':1,'function':{'name':'Bash'}}]}",
                take("{'tool_calls':[{'index':0,'function':{'name':'Bash'}}]}", true));
    }
}
