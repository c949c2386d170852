package dev.throughline.wire.join.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.wire.Change;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wires;
import dev.throughline.wire.join.LocalTool;
import dev.throughline.wire.join.Played;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolSpliceTest {
    private static final LocalTool TOOL = new LocalTool("recall", "d", Bytes.of("{}"));

    private static List<Change> splice(String body, LocalTool... tools) {
        Request request = Wires.of(Dialect.MESSAGES).decode(Bytes.of(Played.quoted(body)));
        return ToolSplice.of(request, List.of(tools), tool -> Bytes.of("T"));
    }

    @Test
    void tools_stand_directly_behind_the_last_one() {
        assertEquals(
                List.of(new Change.Splice(new Span(13, 13), Bytes.of(",T,T"))),
                splice("{'tools':[ {}  ]}", TOOL, TOOL));
    }

    @Test
    void without_tools_on_either_side_nothing_is_added() {
        assertEquals(List.of(), splice("{'tools':[]}", TOOL));
        assertEquals(List.of(), splice("{'tools':[{}]}"));
        assertEquals(List.of(), splice("{'tools':[{'name':'recall'}]}", TOOL));
    }
}
