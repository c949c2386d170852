package dev.throughline.app.house;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.recall.Hidden;
import dev.throughline.engine.recall.RecallTool;
import dev.throughline.engine.recall.Views;
import dev.throughline.engine.turn.LocalTools;
import dev.throughline.wire.join.LocalCall;

/** Answers the model's calls of {@code recall} from the archive of its own session. */
record Recalling(Views views) implements LocalTools {
    /** A token is some three characters of code; better too little than too much. */
    private static final int CHARACTERS_PER_TOKEN = 3;

    @Override
    public Said answer(Recorded recorded, LocalCall call, long roomTokens) {
        if (!call.name().equals(RecallTool.NAME)) {
            return new Said("unknown tool: " + call.name(), /* isError= */ true);
        }
        int room = (int) Math.min(Integer.MAX_VALUE, CHARACTERS_PER_TOKEN * roomTokens);
        return views.look(recorded.card().ref(), recall -> {
            RecallTool.Answer answer = RecallTool.answer(
                    call.arguments(),
                    new RecallTool.Session(recall, recall.finder(), Hidden.in(recall.transcript()), room));
            return new Said(answer.text(), answer.isError());
        });
    }
}
