package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.wire.Violation;
import dev.throughline.workingset.edit.Edit;
import java.util.List;

/** Checks that a provider would accept an edited request. */
final class EditValidator {
    private EditValidator() {}

    /** Throws if the edited body breaks a rule of its dialect that the client's own body does not break. */
    static void check(Turn turn, Bytes body, List<Edit> edits) {
        List<Violation> violations = violations(turn, body, edits);
        if (!violations.isEmpty()) {
            throw new IllegalStateException("The edits make the request invalid: " + violations.getFirst());
        }
    }

    private static List<Violation> violations(Turn turn, Bytes body, List<Edit> edits) {
        if (edits.stream().noneMatch(Edit::isStructural)) {
            return List.of();
        }
        return turn.wire().newViolations(turn.request(), turn.wire().decode(body));
    }
}
