package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.TestConversation;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TodoListsTest {
    private static final String LIST = "{\"todos\":[{\"content\":\"Mend it.\"}]}";

    /** The later piece that replaced the first piece of a conversation. */
    private static Optional<Integer> replacementOfFirst(TestConversation conversation) {
        TodoLists lists = new TodoLists(conversation.chain());
        Optional<Integer> replacement = Optional.empty();
        for (int i = conversation.size() - 1; i >= 0; i--) {
            replacement = lists.replacement(i);
        }
        return replacement;
    }

    @Test
    void a_whole_list_replaces_those_of_its_tool_before_it() {
        TestConversation conversation =
                new TestConversation().callWith("TodoWrite", LIST).result("ok");
        assertEquals(Optional.empty(), replacementOfFirst(conversation));
        assertEquals(
                Optional.empty(),
                replacementOfFirst(conversation.callWith("update_plan", LIST).result("ok")));
        assertEquals(
                Optional.of(4),
                replacementOfFirst(conversation.callWith("TodoWrite", LIST).result("ok")));
    }

    @Test
    void a_list_that_failed_replaces_none() {
        TestConversation conversation = new TestConversation()
                .callWith("TodoWrite", LIST)
                .result("ok")
                .callWith("TodoWrite", LIST)
                .result("InputValidationError", Piece.Trait.ERROR);
        assertEquals(Optional.empty(), replacementOfFirst(conversation));
    }

    @Test
    void a_change_to_a_list_replaces_none() {
        TestConversation conversation = new TestConversation()
                .callWith("todo", LIST)
                .result("ok")
                .callWith("todo", "{\"merge\":true,\"todos\":[{\"id\":\"1\",\"status\":\"completed\"}]}")
                .result("ok");
        assertEquals(Optional.empty(), replacementOfFirst(conversation));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'todos':[{'content':'a','status':'pending'}]}", // Claude Code
                "{'todos':[{'description':'a','status':'pending'}]}", // Gemini CLI
                "{'explanation':'Mend a[0]: {b}.','plan':[{'step':'a','status':'pending'}]}", // Codex
                "{'operation':'write','todoList':[{'id':1,'title':'a','status':'not-started'}]}", // VS Code
                "{'todoList': [ {'id':1} ], 'operation' : 'write'}",
                "{'action':'write','todos':[{'id':'1','content':'a'}]}",
                "{'merge':false,'todos':[{'id':'1','content':'a'}]}", // Cursor
                "{'todo_list':['a','b']}",
                "{'items':['a','b']}",
                "{'tasks':['a','b']}",
                "{'todos':[{'id':'1','action':'mend','merge':true,'ops':['x'],'by':{'id':2},'content':'it'}]}",
            })
    void a_list_is_complete_whatever_its_items_contain(String arguments) {
        assertTrue(TodoLists.isComplete(arguments.replace('\'', '"')));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'merge':true,'todos':[{'id':'1','status':'completed'}]}", // Cursor
                "{'todos':[{'id':'1'}], 'merge' : true}",
                "{'action':'toggle','ids':['3']}", // pi
                "{'action':'add','todos':['a']}",
                "{'operation':'update','todoUpdates':[{'id':1,'status':'completed'}]}",
                "{'operation':'read','todoList':[]}",
                "{'op':'append','items':['a']}",
                "{'id':'1','tasks':['a']}",
                "{'ops':[{'op':'update','id':'task-1'}]}",
                "{'ops':[{'op':'add','tasks':['a']}]}",
                "{'ops':[{'op':'add'}],'todos':['a']}",
                "{'updates':[{'id':'1','status':'completed'}]}",
                "{'update':{'todos':['a']}}",
                "{'todos':'[{\\'content\\':\\'a list in a text\\'}]'}",
                "{'todos':[]}",
                "{}",
                ""
            })
    void a_change_to_a_list_and_a_look_at_it_are_no_list(String arguments) {
        assertFalse(TodoLists.isComplete(arguments.replace('\'', '"')));
    }
}
