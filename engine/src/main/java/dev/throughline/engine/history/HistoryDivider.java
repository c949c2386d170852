package dev.throughline.engine.history;

import dev.throughline.engine.archive.SessionItems;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Divides the history that a client sends: what belongs to its session, and the rest.
 *
 * <pre>
 *   client's history     a1 b1 | /new  (answer)  a2  b2  /status (answer)  /new a3
 *   kept after 1 reset                           a2  b2
 *   kept after 2 resets                                                         a3
 * </pre>
 *
 * @param commands the elements that are commands, or began with a word for a reset
 * @param messages of these elements, those that also said something to the model, without their first word
 * @param inEarlier the elements that earlier sessions contain; empty if the session is the first one of its key
 */
record HistoryDivider(BitSet commands, Map<Integer, HistoryElement> messages, Optional<Supplier<BitSet>> inEarlier) {
    HistoryParts divide(List<HistoryElement> elements, SessionItems session) {
        List<HistoryElement> talk = new ArrayList<>();
        List<HistoryElement> left = new ArrayList<>();
        int newest = HistoryElement.newestMessage(elements);
        boolean isAnswered = false; // By Throughline: the answer to a command is left out with it.
        for (HistoryElement element : elements) {
            boolean isMessage = messages.containsKey(element.index());
            // The newest message is never left out: the model has to answer something.
            boolean isCommand = commands.get(element.index()) && !isMessage && element.index() != newest;
            if (isCommand || (isAnswered && element.isAnswer())) {
                isAnswered = true;
                left.add(element);
            } else {
                isAnswered &= element.isContext();
                talk.add(messages.getOrDefault(element.index(), element));
            }
        }
        if (inEarlier.isEmpty()) {
            return new HistoryParts(talk, left, List.of());
        }
        ResetCut cut = new ResetCut(talk, session, inEarlier.get());
        return new HistoryParts(cut.kept(), left, cut.leftOut());
    }
}
