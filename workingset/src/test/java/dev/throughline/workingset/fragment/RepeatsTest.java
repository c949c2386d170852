package dev.throughline.workingset.fragment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Lines;
import dev.throughline.workingset.Shown;
import dev.throughline.workingset.Talk;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RepeatsTest {
    private static final String FILE = Talk.lines("parser", 40);

    private static Optional<Repeats> newest(Chain chain) {
        Shown shown = new Shown();
        for (int i = 0; i < chain.size() - 1; i++) {
            shown.show(Lines.of(chain.reading(i)));
        }
        int last = chain.size() - 1;
        return Repeats.in(chain, last, Lines.of(chain.text(last)), shown);
    }

    @Test
    void what_is_shown_already_becomes_a_pointer() {
        Chain chain = new Talk()
                .call("Read", "a.go")
                .result(FILE)
                .call("Read", "a.go")
                .result(FILE + "\nsomething new")
                .chain();
        String expected =
                "[lines 1-40: as above in Read a.go; whole: " + chain.piece(3).handle() + "]\nsomething new";
        assertEquals(Optional.of(new Repeats(expected, Set.of(1))), newest(chain));
    }

    @Test
    void what_the_agent_wrote_is_shown_too() {
        Chain chain = new Talk()
                .write("a.go", FILE)
                .result("ok")
                .call("Read", "a.go")
                .result(FILE)
                .chain();
        assertTrue(newest(chain).orElseThrow().text().startsWith("[lines 1-40: as above in the call of Write a.go;"));
    }

    @Test
    void few_or_short_lines_stay() {
        assertEquals(
                Optional.empty(),
                newest(new Talk().result(FILE).result(Talk.lines("parser", 2)).chain()));
        assertEquals(
                Optional.empty(),
                newest(new Talk()
                        .result("a line of\nb line of\nc line of")
                        .result("a line of\nb line of\nc line of")
                        .chain()));
    }

    @Test
    void a_pointer_that_would_be_longer_is_not_made() {
        String three = Talk.lines("p", 3) + Talk.lines("q", 1);
        Chain chain = new Talk()
                .call("mcp__" + "a_tool_with_a_very_long_name".repeat(6), "a.go")
                .result(three)
                .call("Read", "a.go")
                .result(three)
                .chain();
        newest(chain).ifPresent(repeats -> assertTrue(repeats.text().length() < three.length()));
    }

    @Test
    void sizes_that_changed_are_no_repeat() {
        String before = "9000\tsrc/main/java/dev/throughline/parser\n13\tsrc/test/java/dev/throughline/parser\n"
                + "512\tsrc/main/resources/dev/throughline/parser\n77\tsrc/docs/of/all/that/parser";
        assertEquals(
                Optional.empty(),
                newest(new Talk()
                        .result(before)
                        .result(before.replaceAll("(?m)^\\d+", "4$0"))
                        .chain()));
    }

    @Test
    void a_file_whose_lines_moved_is_one() {
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder("1→package moved\n");
        for (int i = 1; i <= 20; i++) {
            before.append(i).append("→line of its own ").append(i * i).append('\n');
            after.append(i + 1).append("→line of its own ").append(i * i).append('\n');
        }
        Chain chain =
                new Talk().result(before.toString()).result(after.toString()).chain();
        assertEquals(
                "1→package moved\n[lines 2-21: as above in an earlier result; whole: "
                        + chain.piece(1).handle() + "]",
                newest(chain).orElseThrow().text());
    }
}
