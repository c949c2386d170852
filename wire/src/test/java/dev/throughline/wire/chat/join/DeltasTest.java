package dev.throughline.wire.chat.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.join.Played;
import dev.throughline.wire.join.parts.Patch;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeltasTest {
    private final Deltas deltas = new Deltas(Played.LOCAL);

    /** The choice as it is after the change; in brackets if nothing is left to say. */
    private String take(String delta, boolean keepsRole) {
        Bytes choice = Bytes.of(Played.quoted("{'delta':" + delta + "}"));
        Patch patch = new Patch(choice);
        boolean says = deltas.take(List.of(choice), patch, keepsRole);
        Bytes left = Members.of(patch.toBytes()).orElseThrow().raw("delta").orElseThrow();
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
        assertTrue(deltas.hasLocalCall());
        assertFalse(deltas.hasClientCall());
        assertEquals(
                "{'tool_calls':[{'index':0,'function':{'name':'Bash'}}]}",
                take(
                        "{'tool_calls':[{'index':1,'function':{'name':'Bash'}},{'index':0,'function':{'arguments':''}}]}",
                        true));
        assertEquals(
                "{'tool_calls':[{'index':0,'function':{'arguments':'{}'}}]}",
                take("{'tool_calls':[{'index':1,'function':{'arguments':'{}'}}]}", true));
        assertTrue(deltas.hasClientCall());
    }

    @Test
    void a_new_round_has_other_calls_and_the_clients_are_counted_on() {
        take("{'tool_calls':[{'index':0,'function':{'name':'Bash'}}]}", true);
        deltas.begin();

        assertEquals(
                "{'tool_calls':[{'index':1,'function':{'name':'Bash'}}]}",
                take("{'tool_calls':[{'index':0,'function':{'name':'Bash'}}]}", true));
    }
}
