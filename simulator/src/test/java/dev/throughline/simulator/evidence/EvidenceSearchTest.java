package dev.throughline.simulator.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.evidence.EvidenceToken.Kind;
import dev.throughline.simulator.prompt.PromptItem;
import dev.throughline.simulator.prompt.RequestReader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class EvidenceSearchTest {
    private final RequestReader reader = new RequestReader(SimulatedDialect.RESPONSES);

    private boolean isIn(EvidenceToken token, String... items) {
        Set<PromptItem> prompt = new HashSet<>();
        for (String item : items) {
            prompt.addAll(reader.items(Bytes.of(item)));
        }
        return new EvidenceSearch(List.of(token, new EvidenceToken(Kind.IDENT, "otherThing"))).isIn(token, prompt);
    }

    private static String userMessage(String text) {
        return "{\"role\":\"user\",\"content\":\"" + text + "\"}";
    }

    @Test
    void identifiers_and_numbers_are_found_only_as_whole_words() {
        EvidenceToken ident = new EvidenceToken(Kind.IDENT, "rowCount1");
        assertEquals(true, isIn(ident, userMessage("a"), userMessage("(rowCount1)")));
        assertEquals(false, isIn(ident, userMessage("rowCount10"), userMessage("$rowCount1")));
        assertEquals(false, isIn(new EvidenceToken(Kind.NUM, "2048"), userMessage("12048 2048x")));
        assertEquals(true, isIn(new EvidenceToken(Kind.NUM, "0123456789ab"), userMessage("0123456789abcdef")));
    }

    @Test
    void paths_are_found_with_either_separator_and_lines_within_other_text() {
        assertEquals(true, isIn(new EvidenceToken(Kind.PATH, "main/App.java"), userMessage("c:\\\\main\\\\App.java")));
        assertEquals(
                true,
                isIn(new EvidenceToken(Kind.LINE, "return total + tax;"), userMessage("x return total + tax; y")));
        assertEquals(
                false, isIn(new EvidenceToken(Kind.LINE, "return total + tax;"), userMessage("return total + tip;")));
    }

    @Test
    void tokens_are_found_in_unescaped_arguments() {
        String call = "{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"Edit\","
                + "\"arguments\":\"{\\\"text\\\":\\\"say \\\\\\\"hello there\\\\\\\"\\\"}\"}";
        assertEquals(true, isIn(new EvidenceToken(Kind.LINE, "say \"hello there\""), call));
    }
}
