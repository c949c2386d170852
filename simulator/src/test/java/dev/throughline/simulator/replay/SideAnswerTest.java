package dev.throughline.simulator.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import org.junit.jupiter.api.Test;

final class SideAnswerTest {
    private static AnswerPart answer(SimulatedDialect dialect, String body) {
        return SideAnswer.of(dialect, JsonNodes.read(body.replace('\'', '"')));
    }

    @Test
    void a_request_without_a_schema_gets_a_short_text() {
        assertEquals(
                new AnswerPart.Text("The work continues as planned; nothing further to add."),
                answer(SimulatedDialect.CHAT, "{'messages':[]}"));
    }

    @Test
    void a_request_with_a_schema_gets_the_smallest_valid_value() {
        String schema = "{'type':'object','required':['a','b','c','d','e'],'properties':{'a':{'type':'string',"
                + "'minLength':3},'b':{'type':['integer','null'],'minimum':2},'c':{'enum':['x','y']},"
                + "'d':{'type':'array','minItems':2,'items':{'type':'boolean'}},'e':{'anyOf':[{'const':7}]}}}";
        String value = "{\"a\":\"xxx\",\"b\":2,\"c\":\"x\",\"d\":[false,false],\"e\":7}";
        assertEquals(
                new AnswerPart.Text(value),
                answer(
                        SimulatedDialect.CHAT,
                        "{'response_format':{'type':'json_schema','json_schema':{'schema':" + schema + "}}}"));
        assertEquals(
                new AnswerPart.Text("{}"),
                answer(SimulatedDialect.MESSAGES, "{'output_config':{'format':{'type':'json_object'}}}"));
    }

    @Test
    void a_forced_tool_is_called() {
        assertEquals(
                new AnswerPart.Call("note", "{\"n\":0}", "toolu_aux"),
                answer(
                        SimulatedDialect.MESSAGES,
                        "{'tool_choice':{'type':'tool','name':'note'},'tools':[{'name':'note','input_schema':"
                                + "{'type':'object','required':['n'],'properties':{'n':{'type':'number'}}}}]}"));
    }
}
