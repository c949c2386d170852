package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.Policy;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EditValidatorTest {
    private static final List<Edit> STRUCTURAL =
            List.of(new Edit.Replace(Hash.of("a"), Hash.of("b"), Hash.of("text"), 1));
    private static final List<Edit> REWORDED =
            List.of(new Edit.Reword(Hash.of("a"), Edit.RewordKind.CLEAR, Hash.of("text"), 1));

    private final EditFixture fixture =
            new EditFixture(Policy.NO_CHANGE, 100_000).user("Build it.").command(1, 3);

    private Turn turn() {
        return fixture.record(Purpose.CONVERSATION).turn();
    }

    /** The body without the message at an index. */
    private Bytes without(int index) {
        List<String> before = List.copyOf(fixture.messages);
        fixture.messages.remove(index);
        Bytes body = Bytes.of(fixture.body());
        fixture.messages.clear();
        fixture.messages.addAll(before);
        return body;
    }

    @Test
    void a_valid_body_passes() {
        Turn turn = turn();
        assertDoesNotThrow(() -> EditValidator.check(turn, Bytes.of(fixture.body()), STRUCTURAL));
    }

    @Test
    void a_result_without_its_call_is_refused() {
        Turn turn = turn();
        IllegalStateException error =
                assertThrows(IllegalStateException.class, () -> EditValidator.check(turn, without(1), STRUCTURAL));
        assertTrue(error.toString().contains("The edits make the request invalid: "), error.toString());
    }

    @Test
    void a_call_without_its_result_is_refused() {
        fixture.user("Go on.");
        Turn turn = turn();
        assertThrows(IllegalStateException.class, () -> EditValidator.check(turn, without(2), STRUCTURAL));
    }

    @Test
    void a_rule_that_the_clients_own_request_breaks_is_not_enforced() {
        fixture.messages.remove(1);
        Turn turn = turn();
        assertDoesNotThrow(() -> EditValidator.check(turn, Bytes.of(fixture.body()), STRUCTURAL));
    }

    @Test
    void edits_that_keep_the_structure_need_no_validation() {
        Turn turn = turn();
        assertDoesNotThrow(() -> EditValidator.check(turn, without(1), REWORDED));
        assertDoesNotThrow(() -> EditValidator.check(turn, without(1), List.of()));
    }
}
