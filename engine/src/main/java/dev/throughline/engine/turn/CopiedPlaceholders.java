package dev.throughline.engine.turn;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.recall.CopiedPlaceholder;
import dev.throughline.wire.Item;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs calls into which a model copied a placeholder of Throughline instead of the content that it replaces.
 */
public final class CopiedPlaceholders implements TurnListener {
    private static final Logger LOG = LoggerFactory.getLogger(CopiedPlaceholders.class);

    private final Runnable counter;

    /** @param counter is run once for each such call */
    public CopiedPlaceholders(Runnable counter) {
        this.counter = counter;
    }

    @Override
    public void on(TurnEvent event) {
        if (event instanceof TurnEvent.Finished turn && CopiedPlaceholder.isPossible(turn.sent())) {
            turn.recorded().ifPresent(recorded -> check(turn, recorded));
        }
    }

    private void check(TurnEvent.Finished turn, RecordedTurn recorded) {
        turn.reply().ifPresent(reply -> {
            for (Item call : CopiedPlaceholder.in(recorded.turn().wire(), reply)) {
                LOG.warn(
                        "session {}, turn {}: the model copied a placeholder into a call of {}",
                        recorded.card().ref().id(),
                        recorded.turn().id(),
                        CopiedPlaceholder.tool(call.tool(), call.role()));
                counter.run();
            }
        });
    }
}
