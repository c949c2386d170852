package dev.throughline.memory.consolidate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LearntSectionTest {
    @Test
    void an_older_line_that_a_new_one_replaces_is_struck_out_and_a_later_one_stands() {
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
}
