package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.EditLog;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class AgesTest {
    private static String fates(Talk talk, double part) {
        Chain chain = talk.chain();
        Fate[] fates = Ages.USUAL.fates(chain, Sight.of(chain.pieces(), new EditLog()), part);
        return Stream.of(fates)
                .map(fate -> switch (fate) {
                    case STAYS -> ".";
                    case REGIONS -> "g";
                    case CLEARED -> "x";
                })
                .collect(Collectors.joining());
    }

    private static Talk then(Talk talk, int commands) {
        for (int i = 0; i < commands; i++) {
            talk.call("Bash", "later " + i).result("ok");
        }
        return talk;
    }

    @Test
    void output_goes_after_ten_turns_and_its_failure_after_twenty() {
        Talk talk = new Talk()
                .call("Bash", "make")
                .result(Talk.lines("a", 20))
                .call("Bash", "make")
                .result(Talk.lines("b", 20), Piece.Trait.ERROR);
        assertEquals("....", fates(then(talk, 7), 1).substring(0, 4));
        assertEquals(".x..", fates(then(talk, 1), 1).substring(0, 4));
        assertEquals(".x.x", fates(then(talk, 12), 1).substring(0, 4));
    }

    @Test
    void a_file_keeps_regions_and_goes_when_nobody_touched_it_for_long() {
        Talk talk = new Talk().call("Read", "a.go").result(Talk.lines("a", 50));
        assertEquals(".g", fates(then(talk, 12), 1).substring(0, 2));
        assertEquals(".x", fates(then(talk, 30), 1).substring(0, 2));
        assertEquals(".g", fates(then(talk.call("Edit", "a.go").result("ok"), 12), 1).substring(0, 2));
    }

    @Test
    void the_newest_eight_results_and_the_newest_exchange_stay_whatever_their_age() {
        Talk talk = GivenTalks.commands(12, 20);
        assertEquals(".", fates(talk, 0.001).substring(0, 1));
        String fates = fates(talk, 0.001);
        assertEquals("xxxx", fates.replace(".", ""));
        assertEquals(".".repeat(16), fates.substring(9));
        Talk writes = new Talk().user("Write.").write("a.go", Talk.lines("a", 50));
        assertEquals("..", fates(writes, 0.001));
    }

    @Test
    void words_thoughts_and_small_things_never_go() {
        Talk talk = new Talk()
                .user(Talk.lines("user", 50))
                .thinks(Talk.lines("thought", 50))
                .says(Talk.lines("said", 50))
                .call("Bash", "ls")
                .result("ok")
                .result(Talk.lines("fixed", 50), Piece.Trait.FIXED);
        assertEquals("......", fates(then(talk, 40), 0.001).substring(0, 6));
    }
}
