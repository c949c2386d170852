package dev.throughline.engine.edit;

import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Hash;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.RequestState;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Makes the input of policies from a recorded turn and its session, and the changes to its request from edits. Decides
 * nothing. Safe for use by many threads.
 */
record EditInputs(RequestStates states, TextAuthors authorship, EditTexts texts, ToolOffer toolOffer) {
    /** A turn under the edits in force, all of them with their texts. */
    EditInput of(RecordedTurn recorded, LeasedSession session, OptionalLong ceiling) {
        return of(recorded, session, texts.readable(recorded.card().ref(), session.edits()), ceiling);
    }

    /** A turn under these edits. */
    EditInput of(RecordedTurn recorded, LeasedSession session, EditLog all, OptionalLong ceiling) {
        Turn turn = recorded.turn();
        Request request = new LocalCallRestorer(turn.wire(), all, texts(recorded))
                .restore(
                        turn.request(),
                        recorded.path().stream().map(RecordedTurn.Step::node).toList());
        List<String> tools = toolOffer.names(turn.wire(), turn.request(), all, texts(recorded));
        RequestChain chain = RequestChain.of(recorded, session, request, tools, authorship);
        EditLog log = all.on(() -> chain.pieces().stream().map(Piece::node).iterator());
        long added = tools.isEmpty() ? 0 : addedTokens(recorded, chain, log);
        int fresh = chain.firstOfLast(recorded.freshElements());
        RequestState state =
                states.stateOf(turn, session.progress(), chain, added, fresh).withPromptLimit(ceiling);
        PolicyInput input =
                new PolicyInput(chain.chain(turn.wire(), request), WorkingSet.of(chain.pieces(), log), state);
        return new EditInput(request, chain, log, input, tools);
    }

    /** Tokens of our own tools in a request. */
    long addedTokens(RecordedTurn recorded, RequestChain chain, EditLog log) {
        return chain.addedTokens(log.added(), count -> toolOffer.tokens(log, texts(recorded), count));
    }

    /** What makes of the request what is sent under these edits. */
    List<RequestChange> changes(RecordedTurn recorded, EditInput input, EditLog log) {
        Turn turn = recorded.turn();
        List<RequestChange> changes = new ArrayList<>(
                new PromptWriter(turn.wire(), input.request(), input.chain(), log, texts(recorded)).changes());
        changes.addAll(toolOffer.changes(turn.wire(), input.request(), log, texts(recorded)));
        return changes;
    }

    private Function<Hash, String> texts(RecordedTurn recorded) {
        return texts.in(recorded.card().ref());
    }
}
