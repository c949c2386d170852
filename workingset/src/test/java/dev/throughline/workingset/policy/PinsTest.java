package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.Sight;
import dev.throughline.workingset.Talk;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class PinsTest {
    @Test
    void what_pointers_hide_comes_back_when_their_target_goes() {
        String file = Talk.lines("file", 60);
        Given given = Given.talk(new Talk().call("Read", "a").result(file).result(file).result(file));
        given.decide(scene -> new Arrival(20_000).decide(scene).stream().toList());
        assertEquals("c r R R", given.picture());
        Sight sight = given.sight();
        Fate[] fates = new Fate[4];
        Arrays.fill(fates, Fate.STAYS);
        long hidden = given.chain().piece(2).tokens() - sight.tokens(2);
        assertArrayEquals(new long[] {0, hidden, 0, 0}, Pins.costs(given.chain(), sight, fates));
        fates[2] = Fate.CLEARED;
        fates[3] = Fate.CLEARED;
        assertArrayEquals(new long[4], Pins.costs(given.chain(), sight, fates));
    }
}
