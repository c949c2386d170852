package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.text.TokenCount;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.NumberedLines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.fragment.RareNames;
import dev.throughline.workingset.price.PriceTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class CompactTest {
    private static final Compact COMPACT = new Compact(Compact.Settings.DEFAULT, Retention.DEFAULT);
    private static final String LONG = "one line of many\n".repeat(240);
    private static final String NOTES = "All files but the last were read.";

    /** The user's words, and exchanges of a call and a long result: about a thousand tokens each. */
    private static PolicyInput scene(int exchanges, boolean isCold) {
        List<Piece> pieces = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        TokenCount count = TokenCount.of("other");
        add(pieces, texts, ItemKind.USER, "Read them all.", count);
        for (int i = 0; i < exchanges; i++) {
            add(pieces, texts, ItemKind.TOOL_CALL, "{\"n\":" + i + "}", count);
            add(pieces, texts, ItemKind.TOOL_RESULT, i + LONG, count);
        }
        Chain chain = new Chain(
                pieces,
                texts::get,
                texts::get,
                index -> NumberedLines.of(texts.get(index), CallSubject.NONE).keys(),
                index -> RareNames.keys(texts.get(index)),
                true);
        RequestState moment = new RequestState(
                new Budget(10_000, 0, OptionalLong.empty()),
                new PriceTable(Map.of()).of("other"),
                count,
                0,
                pieces.size() - 1,
                isCold,
                Duration.ZERO,
                /* isRepeat= */ false,
                5,
                5,
                0,
                0,
                1);
        return new PolicyInput(chain, WorkingSet.of(pieces, new EditLog()), moment);
    }

    private static void add(List<Piece> pieces, List<String> texts, ItemKind kind, String text, TokenCount count) {
        Hash id = Hash.of(kind + text);
        Hash before = pieces.isEmpty() ? Hash.of("root") : pieces.getLast().node();
        pieces.add(new Piece(
                Hash.node(before, id), id, kind, pieces.size(), count.ofItem(text, 0, 0), CallSubject.NONE, Set.of()));
        texts.add(text);
    }

    private static Compact.Summary summary(PolicyInput scene, int last, String text) {
        return new Compact.Summary(
                scene.chain().piece(0).node(), scene.chain().piece(last).node(), text);
    }

    private static Edit.Replace replaced(List<Decision> decisions) {
        return (Edit.Replace) decisions.getFirst().edits().getFirst();
    }

    @Test
    void below_the_mark_nothing_is_wished_for() {
        assertEquals(Optional.empty(), COMPACT.rangeToSummarize(scene(8, false)));
        assertEquals(List.of(), COMPACT.decide(scene(8, false), Optional.empty()));
    }

    @Test
    void at_the_mark_all_but_the_open_exchange_is_wished_for() {
        assertEquals(Optional.of(new PieceRange(0, 16)), COMPACT.rangeToSummarize(scene(9, false)));
    }

    @Test
    void near_the_mark_all_of_it_may_be_summarised_ahead() {
        assertEquals(Optional.empty(), COMPACT.rangeToPrepare(scene(6, false)));
        assertEquals(Optional.of(new PieceRange(0, 16)), COMPACT.rangeToPrepare(scene(8, false)));
    }

    @Test
    void a_good_summary_is_used_and_a_long_one_becomes_a_digest() {
        PolicyInput scene = scene(9, false);
        List<Decision> good = COMPACT.decide(scene, Optional.of(summary(scene, 16, NOTES)));
        assertTrue(good.getFirst().texts().values().iterator().next().contains(NOTES));
        assertTrue(good.getFirst().reason().sentence().contains("a summary"));
        assertTrue(COMPACT.isStillFull(scene));
        assertFalse(COMPACT.isStillFull(scene.with(good)));
        PolicyInput other = scene(9, false);
        List<Decision> bad = COMPACT.decide(other, Optional.of(summary(other, 16, LONG.repeat(5))));
        assertTrue(bad.getFirst().reason().sentence().contains("a digest"));
    }

    @Test
    void what_tells_of_all_up_to_an_item_replaces_whole_exchanges() {
        PolicyInput scene = scene(9, false);
        Function<Integer, Hash> node = at -> scene.chain().piece(at).node();
        assertEquals(Optional.of(new PieceRange(0, 16)), COMPACT.rangeUpTo(scene, node.apply(16)));
        assertEquals(Optional.of(new PieceRange(0, 14)), COMPACT.rangeUpTo(scene, node.apply(15)), "a call is open");
        assertEquals(Optional.of(new PieceRange(0, 16)), COMPACT.rangeUpTo(scene, node.apply(18)));
        assertEquals(Optional.empty(), COMPACT.rangeUpTo(scene, node.apply(4)), "too much has come behind it");
        assertEquals(Optional.empty(), COMPACT.rangeUpTo(scene, Hash.of("nowhere")));
    }

    @Test
    void a_summary_written_ahead_replaces_what_it_tells_of() {
        PolicyInput scene = scene(9, false);
        Compact.Summary ahead = summary(scene, 14, NOTES);
        assertTrue(COMPACT.isUsable(scene, ahead));
        List<Decision> decisions = COMPACT.decide(scene, Optional.of(ahead));
        assertEquals(ahead.last(), replaced(decisions).last());
        assertFalse(COMPACT.isUsable(scene.with(decisions), ahead), "what was replaced is not replaced again");
    }

    @Test
    void a_summary_of_another_history_or_of_the_open_exchange_is_none() {
        PolicyInput scene = scene(9, false);
        Compact.Summary foreign = new Compact.Summary(Hash.of("x"), Hash.of("y"), NOTES);
        assertFalse(COMPACT.isUsable(scene, foreign));
        assertFalse(COMPACT.isUsable(scene, summary(scene, 18, NOTES)));
        assertTrue(COMPACT.decide(scene, Optional.of(foreign))
                .getFirst()
                .reason()
                .sentence()
                .contains("a digest"));
    }

    @Test
    void a_forgotten_prompt_is_the_moment_for_a_summary_that_is_ready() {
        PolicyInput cold = scene(8, true);
        assertEquals(
                cold.chain().piece(12).node(),
                replaced(COMPACT.decide(cold, Optional.of(summary(cold, 12, NOTES))))
                        .last());
        PolicyInput without = scene(8, true);
        assertEquals(List.of(), COMPACT.decide(without, Optional.empty()));
        PolicyInput warm = scene(8, false);
        assertEquals(List.of(), COMPACT.decide(warm, Optional.of(summary(warm, 12, NOTES))));
    }

    @Test
    void a_summary_is_outdated_when_much_has_come_behind_it() {
        PolicyInput scene = scene(9, false);
        assertFalse(COMPACT.isOutdated(scene, scene.chain().piece(16).node()));
        assertTrue(COMPACT.isOutdated(scene, scene.chain().piece(14).node()));
        assertTrue(COMPACT.isOutdated(scene, Hash.of("elsewhere")));
    }

    @Test
    void what_makers_say_and_what_a_provider_sealed_stays() {
        Talk talk = new Talk()
                .system("Be kind.")
                .scaffold("It is late.")
                .user("Mend it.")
                .sealed("all that was before");
        for (int i = 0; i < 6; i++) {
            talk.call("Bash", "step " + i).result(Talk.lines("output" + i, 100));
        }
        talk.system("Be brief.").user("And test it.");
        for (int i = 6; i < 9; i++) {
            talk.call("Bash", "step " + i).result(Talk.lines("output" + i, 100));
        }
        Given given = Given.talk(talk).hard(8_000);
        given.decide(COMPACT);
        assertEquals("s p u o [ s [ c r", given.picture());
        assertTrue(given.block(17).contains("\nAnd test it.\n"), given.block(17));
        assertEquals(List.of(), given.decide(COMPACT));
    }

    @Test
    void a_thinking_model_goes_on_from_a_thought() {
        Talk talk = new Talk().user("Mend it.");
        for (int i = 0; i < 12; i++) {
            Talk thinking = i % 5 == 4 ? talk.thinks("Hm " + i).with() : talk;
            thinking.call("Bash", "step " + i).result(Talk.lines("output" + i, 100));
        }
        Given given = Given.talk(talk).hard(10_000);
        given.decide(COMPACT);
        assertEquals("[ t c r c r c r", given.picture());
    }

    @Test
    void of_each_kind_of_scaffolding_the_newest_stays() {
        String first = "<environment_context>\n<cwd>/first</cwd>\n</environment_context>";
        Talk talk =
                new Talk().scaffold("# AGENTS.md instructions for /a\nBe kind.").scaffold(first);
        talk.user("Begin.").call("Bash", "ls").result(Talk.lines("listing", 200));
        talk.scaffold("<environment_context>\n<cwd>/second</cwd>\n</environment_context>")
                .user("Go there.");
        talk.call("Bash", "ls").result(Talk.lines("there", 200));
        talk.scaffold("# AGENTS.md instructions for /a\nBe kind.");
        talk.scaffold("<environment_context>\n<cwd>/third</cwd>\n</environment_context>")
                .user("And there.");
        talk.call("Bash", "make")
                .result(Talk.lines("made", 200))
                .call("Bash", "go")
                .result("ok");
        Given given = Given.talk(talk).hard(4_000);
        given.decide(new Compact(Compact.Settings.DEFAULT, Retention.DEFAULT));
        assertTrue(given.picture().startsWith("p p ["), given.picture());
        String block = given.block(2);
        assertTrue(block.contains("<cwd>/third</cwd>"), block);
        assertFalse(block.contains("/second"), "an older one is worth nothing: " + block);
        assertFalse(block.contains("Be kind."), "it stands in front, the same: " + block);
    }

    @Test
    void scaffolding_that_is_said_anew_behind_the_range_is_not_carried() {
        Talk talk = new Talk().user("Begin.").call("Bash", "ls").result(Talk.lines("listing", 400));
        talk.scaffold("<environment_context>\nold\n</environment_context>").says("Done.");
        talk.user("Go on.")
                .scaffold("<environment_context>\nnew\n</environment_context>")
                .with()
                .user("Now.");
        Given given = Given.talk(talk).hard(3_000);
        given.decide(new Compact(Compact.Settings.DEFAULT, Retention.DEFAULT));
        assertFalse(given.block(0).contains("\nold\n"), given.block(0));
    }

    @Test
    void after_an_hour_the_newest_five_results_stay() {
        Talk talk = new Talk().user("Mend it.");
        for (int i = 0; i < 9; i++) {
            talk.call(i % 2 == 0 ? "Read" : "Bash", "f" + i).result(Talk.lines("output" + i, 40));
        }
        Given given = Given.talk(talk).idle(Duration.ofMinutes(59));
        given.decide(COMPACT);
        assertEquals("u" + " c r".repeat(9), given.picture());
        given.idle(Duration.ofMinutes(60)).decide(COMPACT);
        assertEquals("u" + " c ▪".repeat(4) + " c r".repeat(5), given.picture());
        assertEquals(List.of(), given.decide(COMPACT), "nothing is left to do");
    }
}
