package dev.throughline.workingset.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class EditLogTest {
    private static final Hash NODE = Hash.of("node");
    private static final Hash LAST = Hash.of("last");
    private static final Hash TEXT = Hash.of("text");

    private static final Edit.Reword CLEAR = new Edit.Reword(NODE, Edit.RewordKind.CLEAR, TEXT, 9);
    private static final Edit.Reword SHORTEN = new Edit.Reword(NODE, Edit.RewordKind.SHORTEN, TEXT, 30);

    private final EditLog log = new EditLog();

    @Test
    void the_newest_edit_of_a_node_wins() {
        assertTrue(log.isEmpty());
        log.accept(SHORTEN);
        assertFalse(log.hasHidden());
        log.accept(CLEAR);
        assertEquals(Optional.of(CLEAR), log.reword(NODE));
        assertTrue(log.hasHidden());
        log.accept(new Edit.Restore(NODE));
        assertEquals(Optional.empty(), log.reword(NODE));
    }

    @Test
    void an_item_is_whole_again_on_a_branch_without_the_one_that_shows_what_was_left_out() {
        Edit.Reword superseded = new Edit.Reword(NODE, Edit.RewordKind.SUPERSEDE, TEXT, 9, Optional.of(LAST));
        log.accept(superseded);
        assertEquals(Optional.empty(), log.on(List.of(NODE)).reword(NODE));
        assertEquals(Optional.of(superseded), log.on(List.of(NODE, LAST)).reword(NODE));
        assertEquals(Optional.of(superseded), log.reword(NODE), "other branches stay as they are");
        EditLog planned = log.with(List.of(CLEAR));
        assertEquals(Optional.of(CLEAR), planned.on(List.of(NODE)).reword(NODE));
    }

    @Test
    void touched_nodes_and_insertions_include_those_of_the_base_log() {
        assertFalse(log.touches(NODE));
        assertFalse(log.hasInserts());
        log.accept(new Edit.Prepend(NODE, TEXT, 3));
        log.accept(new Edit.Insert(LAST, TEXT, 3));
        EditLog planned = log.with(List.of(CLEAR));
        assertTrue(planned.touches(NODE));
        assertTrue(planned.hasInserts());
        assertFalse(planned.touches(LAST));
    }

    @Test
    void a_planned_log_does_not_change_its_base() {
        log.accept(CLEAR);
        EditLog planned = log.with(List.of(new Edit.Restore(NODE)));
        assertEquals(Optional.empty(), planned.reword(NODE));
        assertEquals(Optional.of(CLEAR), log.reword(NODE));
        assertEquals(Optional.of(SHORTEN), planned.with(List.of(SHORTEN)).reword(NODE));
        assertEquals(
                Optional.of(SHORTEN),
                log.with(List.of(new Edit.Restore(NODE), SHORTEN)).reword(NODE));
    }

    @Test
    void replacements_are_given_newest_first_and_insertions_oldest_first() {
        Edit.Replace old = new Edit.Replace(NODE, LAST, TEXT, 1);
        Edit.Replace young = new Edit.Replace(NODE, TEXT, TEXT, 2);
        Edit.Insert first = new Edit.Insert(NODE, TEXT, 1);
        Edit.Insert second = new Edit.Insert(NODE, LAST, 2);
        log.accept(old);
        log.accept(first);
        EditLog planned = log.with(List.of(young, second));
        assertEquals(List.of(young, old), planned.replacesFrom(NODE));
        assertEquals(List.of(first, second), planned.insertsAfter(NODE));
        assertEquals(List.of(old), log.replacesFrom(NODE));
        assertEquals(List.of(), planned.replacesFrom(LAST));
        assertTrue(planned.hasReplaces());
        assertTrue(planned.hasForced());
        assertFalse(new EditLog()
                .with(List.of(new Edit.Replace(NODE, LAST, TEXT, 1, /* isDrop= */ true)))
                .hasForced());
    }

    @Test
    void state_and_tools_are_remembered() {
        Edit.Prepend prepend = new Edit.Prepend(NODE, TEXT, 3);
        EditLog planned = log.with(List.of(prepend, new Edit.AddTools(List.of("recall"))));
        assertEquals(Optional.of(prepend), planned.prepend(NODE));
        assertEquals(Optional.of(prepend), planned.with(List.of()).prepend(NODE));
        assertEquals(List.of("recall"), planned.with(List.of()).tools());
        assertEquals(List.of(), log.tools());
    }

    @Test
    void edits_without_their_text_are_left_out() {
        Hash node = Hash.of("node");
        Hash lost = Hash.of("lost");
        Hash there = Hash.of("there");
        EditLog log = new EditLog();
        log.accept(new Edit.Reword(node, Edit.RewordKind.CLEAR, lost, 1));
        log.accept(new Edit.Replace(node, node, there, 1));
        log.accept(new Edit.Replace(node, Hash.of("end"), lost, 2));
        log.accept(new Edit.Prepend(node, lost, 1));
        log.accept(new Edit.Insert(node, there, 1));
        log.accept(new Edit.AddTools(List.of("recall"), Optional.of(lost)));
        EditLog rest = log.where(there::equals);
        assertEquals(Optional.empty(), rest.reword(node));
        assertEquals(List.of(new Edit.Replace(node, node, there, 1)), rest.replacesFrom(node));
        assertEquals(Optional.empty(), rest.prepend(node));
        assertEquals(1, rest.insertsAfter(node).size());
        assertEquals(new Edit.AddTools(List.of("recall")), rest.added(), "its name is enough to find it");
    }

    /** The expected results of a log, found by a scan of all edits. */
    private record Naive(List<Edit> edits) {
        Optional<Edit.Reword> reword(Hash node) {
            Edit.Reword found = null;
            for (Edit edit : edits) {
                if (edit instanceof Edit.Reword reword && reword.node().equals(node)) {
                    found = reword;
                } else if (edit instanceof Edit.Restore restore
                        && restore.node().equals(node)) {
                    found = null;
                }
            }
            return Optional.ofNullable(found);
        }

        <T extends Edit> List<T> all(Class<T> kind, Predicate<T> isWanted) {
            return edits.stream()
                    .filter(kind::isInstance)
                    .map(kind::cast)
                    .filter(isWanted)
                    .toList();
        }

        void check(EditLog log, String seed) {
            for (int i = 0; i < 5; i++) {
                Hash node = Hash.of("node " + i);
                assertEquals(reword(node), log.reword(node), seed);
                assertEquals(
                        all(Edit.Replace.class, edit -> edit.first().equals(node))
                                .reversed(),
                        log.replacesFrom(node),
                        seed);
                assertEquals(
                        all(Edit.Prepend.class, edit -> edit.node().equals(node)).stream()
                                .reduce((_, last) -> last),
                        log.prepend(node),
                        seed);
                assertEquals(all(Edit.Insert.class, edit -> edit.after().equals(node)), log.insertsAfter(node), seed);
                assertEquals(log.reword(node).isPresent() || log.prepend(node).isPresent(), log.touches(node), seed);
            }
            assertEquals(!all(Edit.Insert.class, _ -> true).isEmpty(), log.hasInserts(), seed);
            assertEquals(!all(Edit.Replace.class, _ -> true).isEmpty(), log.hasReplaces(), seed);
            assertEquals(!all(Edit.Replace.class, edit -> !edit.isDrop()).isEmpty(), log.hasForced(), seed);
            assertEquals(
                    all(Edit.AddTools.class, _ -> true).stream()
                            .reduce((_, last) -> last)
                            .map(Edit.AddTools::names)
                            .orElse(List.of()),
                    log.tools(),
                    seed);
        }
    }

    private static Edit random(Random random, int number) {
        Hash node = Hash.of("node " + random.nextInt(5));
        Hash text = Hash.of("text " + number);
        return switch (random.nextInt(7)) {
            case 0 -> new Edit.Restore(node);
            case 1 -> new Edit.Replace(node, Hash.of("node " + random.nextInt(5)), text, number, random.nextBoolean());
            case 2 -> new Edit.Prepend(node, text, number);
            case 3 -> new Edit.Insert(node, text, number);
            case 4 -> new Edit.AddTools(List.of("tool " + number));
            default -> new Edit.Reword(node, List.of(Edit.RewordKind.values()).get(random.nextInt(4)), text, number);
        };
    }

    @Test
    void random_edits_in_any_number_of_layers_are_found_as_in_a_plain_list() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            EditLog layered = new EditLog();
            List<Edit> edits = new ArrayList<>();
            for (int i = random.nextInt(20); i > 0; i--) {
                Edit edit = random(random, i);
                edits.add(edit);
                if (random.nextInt(3) == 0) {
                    layered = layered.with(List.of(edit));
                } else {
                    layered.accept(edit);
                }
            }
            new Naive(edits).check(layered, "seed " + seed + ": " + edits);
            Predicate<Hash> hasText = text -> text.text().hashCode() % 3 != 0;
            List<Edit> readable = edits.stream()
                    .filter(edit -> edit.addedText().map(hasText::test).orElse(true))
                    .toList();
            boolean isReworded = edits.stream()
                    .anyMatch(edit -> edit instanceof Edit.Reword
                            && !hasText.test(edit.addedText().orElseThrow()));
            if (!isReworded) {
                new Naive(readable).check(layered.where(hasText), "seed " + seed + ": " + edits);
            }
        }
    }
}
