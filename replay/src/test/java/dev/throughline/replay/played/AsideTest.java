package dev.throughline.replay.played;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.prompt.BodyReader;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.text.Compact;
import org.junit.jupiter.api.Test;

final class AsideTest {
    private static String answer(Dialect dialect, String body) {
        return Compact.text(
                Aside.answer(dialect, new BodyReader(dialect, new ItemPool()).read(Bytes.of(body.replace('\'', '"')))));
    }

    @Test
    void a_question_gets_a_short_text() {
        assertEquals(
                "{\"role\":\"assistant\",\"content\":\"The work continues as planned; nothing further to add.\"}",
                answer(Dialect.CHAT, "{'messages':[]}"));
    }

    @Test
    void a_schema_gets_the_smallest_value_that_fits() {
        String schema = "{'type':'object','required':['a','b','c','d','e'],'properties':{'a':{'type':'string',"
                + "'minLength':3},'b':{'type':['integer','null'],'minimum':2},'c':{'enum':['x','y']},"
                + "'d':{'type':'array','minItems':2,'items':{'type':'boolean'}},'e':{'anyOf':[{'const':7}]}}}";
        String value = "{\\\"a\\\":\\\"xxx\\\",\\\"b\\\":2,\\\"c\\\":\\\"x\\\",\\\"d\\\":[false,false],\\\"e\\\":7}";
        assertEquals(
                "{\"role\":\"assistant\",\"content\":\"" + value + "\"}",
                answer(
                        Dialect.CHAT,
                        "{'response_format':{'type':'json_schema','json_schema':{'schema':" + schema + "}}}"));
        assertEquals(
                "[{\"type\":\"text\",\"text\":\"{}\"}]",
                answer(Dialect.MESSAGES, "{'output_config':{'format':{'type':'json_object'}}}"));
    }

    @Test
    void a_forced_tool_is_called() {
        assertEquals(
                "[{\"type\":\"tool_use\",\"id\":\"toolu_aux\",\"name\":\"note\",\"input\":{\"n\":0}}]",
                answer(
                        Dialect.MESSAGES,
                        "{'tool_choice':{'type':'tool','name':'note'},'tools':[{'name':'note','input_schema':"
                                + "{'type':'object','required':['n'],'properties':{'n':{'type':'number'}}}}]}"));
    }
}
