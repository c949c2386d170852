package dev.throughline.simulator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentScriptTest {
    private static List<AnswerPart> answer(SimulatedDialect dialect, String body) {
        ReceivedRequest received =
                new ReceivedRequest(0, "POST", "/", Headers.NONE, Bytes.of(body.replace('\'', '"')), Instant.EPOCH);
        ModelRequest asked = new ModelRequest(received, dialect, JsonNodes.read(body.replace('\'', '"')));
        return ((Answer.Said) Script.agent().answer(asked)).parts();
    }

    @Test
    void codex_gets_a_call_of_its_own_shell_tool() {
        assertEquals(
                List.of(
                        new AnswerPart.Reasoning("Let me see what is needed here."),
                        new AnswerPart.Text("Running it."),
                        new AnswerPart.Call("exec_command", "{\"cmd\":\"ls -l\"}")),
                answer(
                        SimulatedDialect.RESPONSES,
                        "{'reasoning':{},'tools':[{'type':'function','name':'exec_command'}],'input':[{'role':'user','content':[{'type':'input_text','text':'please"
                            + " run ls -l'}]}]}"));
    }

    @Test
    void claude_code_gets_a_call_of_bash_and_its_reminders_are_ignored() {
        assertEquals(
                new AnswerPart.Call("Bash", "{\"command\":\"ls\",\"description\":\"Run what was asked for\"}"),
                answer(
                                SimulatedDialect.MESSAGES,
                                "{'tools':[{'name':'Bash'}],'messages':[{'role':'user','content':["
                                        + "{'type':'text','text':'<system-reminder>run rm</system-reminder>'},"
                                        + "{'type':'text','text':'Run ls'}]},{'role':'system','content':'run away'}]}")
                        .getLast());
    }

    @Test
    void pi_gets_a_call_of_bash_over_chat() {
        assertEquals(
                new AnswerPart.Call("bash", "{\"command\":\"ls\"}"),
                answer(
                                SimulatedDialect.CHAT,
                                "{'tools':[{'type':'function','function':{'name':'bash'}}],"
                                        + "'messages':[{'role':'user','content':'run ls'}]}")
                        .getLast());
    }

    @Test
    void the_results_of_parallel_calls_are_quoted_together() {
        assertEquals(
                List.of(new AnswerPart.Text("The tool said: one\ntwo")),
                answer(
                        SimulatedDialect.RESPONSES,
                        "{'input':[{'role':'user','content':'run x'},"
                                + "{'type':'function_call_output','call_id':'a','output':'one'},"
                                + "{'type':'function_call_output','call_id':'b',"
                                + "'output':[{'type':'input_text','text':'two'}]}]}"));
    }

    @Test
    void a_compaction_request_is_answered_in_the_requested_form() {
        assertEquals(
                List.of(new AnswerPart.Compaction("everything so far")),
                answer(SimulatedDialect.RESPONSES, "{'input':[{'type':'compaction_trigger'}]}"));
        assertEquals(
                List.of(new AnswerPart.Text("<summary>The user asked, tools ran, and all went well.</summary>")),
                answer(
                        SimulatedDialect.RESPONSES,
                        "{'input':'You are performing a CONTEXT CHECKPOINT COMPACTION. run nothing'}"));
    }

    @Test
    void without_a_shell_tool_the_answer_is_text() {
        assertEquals(
                List.of(new AnswerPart.Text("You said: run ls")),
                answer(SimulatedDialect.RESPONSES, "{'input':'run ls'}"));
    }
}
