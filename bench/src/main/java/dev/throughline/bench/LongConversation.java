package dev.throughline.bench;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.RequestReader;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.simulator.request.RequestWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A long session of an agent in one dialect: a history with a number of items in about 1 MB, and then turns that add
 * five items each: a text of the model, two calls and their results. Requests only append to the history.
 */
final class LongConversation {
    /** Items that a turn adds. */
    static final int NEW_ITEMS = 5;

    /** Turns after the first request. */
    static final int TURNS = 14;

    private static final int HISTORY_CHARACTERS = 940_000;
    private static final int CALL_CHARACTERS = 110;
    private static final int LEAST_CHARACTERS = 60;
    private static final int NEW_CHARACTERS = 2_000;
    private static final int HEAD_TOKENS = 10_000;

    /** Sizes of results relative to their mean, which is 1. As in real sessions, few are large. */
    private static final double[] SIZES = {0.2, 0.5, 0.3, 2.5, 0.6, 1.0, 0.4, 3.2, 0.5, 0.8};

    private final Trajectory trajectory;
    private final RequestWriter requests;
    private final int firstTurn;

    LongConversation(ToolTexts toolTexts, Dialect dialect, String session, int items) {
        List<RecordedMessage> messages = new ArrayList<>();
        OptionalDouble untimed = OptionalDouble.empty();
        messages.add(RecordedMessage.text(
                RecordedMessage.Role.USER, "Find out why the parser drops the last header.", untimed));
        double mean = 2.0 * HISTORY_CHARACTERS / items - CALL_CHARACTERS;
        for (int i = 0; i < items / 2; i++) {
            RecordedCall call = toolTexts.call(i);
            messages.add(RecordedMessage.answer("", List.of(call), untimed));
            int characters = Math.max(LEAST_CHARACTERS, (int) (mean * SIZES[i % SIZES.length]));
            messages.add(RecordedMessage.result(call, toolTexts.text(characters), untimed));
        }
        this.firstTurn = items / 2;
        for (int i = 0; i < TURNS; i++) {
            RecordedCall one = toolTexts.call(items + 2 * i);
            RecordedCall other = toolTexts.call(items + 2 * i + 1);
            messages.add(
                    RecordedMessage.answer("I look at two more places, step " + i + ".", List.of(one, other), untimed));
            messages.add(RecordedMessage.result(one, toolTexts.text(NEW_CHARACTERS), untimed));
            messages.add(RecordedMessage.result(other, toolTexts.text(NEW_CHARACTERS), untimed));
        }
        messages.add(RecordedMessage.answer("Done.", List.of(), untimed));
        this.trajectory = Trajectory.of(session, messages);
        SimulatedDialect written = SimulatedDialect.of(dialect);
        this.requests = RequestWriter.of(written, trajectory, session, HEAD_TOKENS, new RequestReader(written));
    }

    RequestWriter requests() {
        return requests;
    }

    /** The request of a turn; 0 is the first one. */
    Bytes ask(int turn) {
        return requests.ask(trajectory.turns().get(firstTurn + turn)).body();
    }
}
