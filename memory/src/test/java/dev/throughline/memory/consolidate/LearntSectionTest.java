package dev.throughline.memory.consolidate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LearntSectionTest {
    @Test
    void only_lines_of_earlier_days_are_struck_out() {
        LearntSection learnt = new LearntSection("## Learnt\n- We release on Thursdays. (2026-04-01, 00000001/ab12)\n");
        learnt.add(List.of("- We release on Mondays. (2026-04-05, 00000002/cd34)"));
        learnt.add(List.of("- We release on Fridays. (2026-04-02, 00000003/ef56)"));
        assertEquals("""
            ## Learnt
            - ~~We release on Thursdays.~~ (2026-04-01, 00000001/ab12), superseded (2026-04-05, 00000002/cd34)
            - We release on Mondays. (2026-04-05, 00000002/cd34)
            - We release on Fridays. (2026-04-02, 00000003/ef56)
            """, learnt.text());
    }

    @Test
    void only_lines_with_a_source_in_the_section_are_removed() {
        LearntSection learnt =
                new LearntSection("## Learnt\n- mine\n- old (2026-01-01, a)\n\n## Other\n- kept (2026-01-01, a)\n");
        learnt.remove(List.of("- mine", "- old (2026-01-01, a)", "- kept (2026-01-01, a)"));
        assertEquals("## Learnt\n- mine\n\n## Other\n- kept (2026-01-01, a)\n", learnt.text());
    }

    @Test
    void with_too_many_lines_the_oldest_are_removed() {
        LearntSection learnt = new LearntSection("");
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add("- fact number" + i + " is word" + i + " (2026-01-" + String.format("%02d", 1 + i / 10) + ", a)");
        }
        learnt.add(many);
        assertEquals(LearntSection.MAX_LINES, learnt.lines().size());
        assertTrue(learnt.text().contains("number199") && !learnt.text().contains("number79 "));
    }
}
