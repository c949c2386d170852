package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Hash;
import dev.throughline.workingset.edit.Edit;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class HiddenNodesTest {
    private final TestSession session = new TestSession()
            .user("a")
            .assistant("b")
            .user("c")
            .assistant("d")
            .user("e")
            .turn();

    @Test
    void without_edits_nothing_is_hidden() {
        assertEquals(List.of(), hidden());
    }

    @Test
    void a_reworded_node_is_hidden_until_it_is_restored() {
        session.cleared(session.node(1));
        assertEquals(List.of("b"), hidden());
        session.edited(new Edit.Restore(session.node(1).id()));
        assertEquals(List.of(), hidden());
    }

    @Test
    void a_node_without_its_padding_is_not_hidden() {
        session.edited(new Edit.Reword(session.node(1).id(), Edit.RewordKind.UNPAD, Hash.of("b"), 1));
        assertEquals(List.of(), hidden());
        session.edited(new Edit.Reword(session.node(1).id(), Edit.RewordKind.SUPERSEDE, Hash.of("gap"), 1));
        assertEquals(List.of("b"), hidden());
    }

    @Test
    void every_node_of_a_replaced_range_is_hidden() {
        session.edited(new Edit.Replace(session.node(1).id(), session.node(3).id(), Hash.of("digest"), 9));
        assertEquals(List.of("b", "c", "d"), hidden());
    }

    @Test
    void every_node_of_a_dropped_range_is_hidden() {
        session.edited(
                new Edit.Replace(session.node(1).id(), session.node(3).id(), Hash.of("digest"), 9, /* isDrop= */ true));
        assertEquals(List.of("b", "c", "d"), hidden());
    }

    @Test
    void a_replacement_that_ends_in_another_branch_hides_nothing() {
        session.edited(new Edit.Replace(session.node(1).id(), Hash.of("another branch"), Hash.of("digest"), 9));
        assertEquals(List.of(), hidden());
    }

    @Test
    void a_superseded_node_whose_target_is_in_another_branch_is_not_hidden() {
        Optional<Hash> elsewhere = Optional.of(Hash.of("a node of another branch"));
        session.edited(new Edit.Reword(session.node(1).id(), Edit.RewordKind.SUPERSEDE, Hash.of("gap"), 1, elsewhere));
        assertEquals(List.of(), hidden());
    }

    private List<String> hidden() {
        Predicate<Entry.Node> hidden = HiddenNodes.in(session.recall());
        List<Entry.Node> nodes =
                session.transcript().nodes().stream().filter(hidden).toList();
        return nodes.stream().map(session.recall()::text).toList();
    }
}
