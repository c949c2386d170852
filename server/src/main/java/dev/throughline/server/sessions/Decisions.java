package dev.throughline.server.sessions;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.recall.Bill;
import dev.throughline.engine.recall.CopiedPlaceholder;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.workingset.price.PriceTable;
import java.util.List;

/**
 * The edit decisions of a session, and its bill.
 *
 * <pre>
 * {"tokens_in":90000,"tokens_forwarded":31000,"decisions":[{…}],
 *  "copied_notes":[{"number":41,"turn":"0198…","at":"…Z","tool":"Edit","call":"toolu_1"}],"bill":{…}}
 * </pre>
 *
 * @param tokensIn tokens of the newest request as the client sent it
 * @param tokensForwarded tokens of it as it was forwarded
 * @param all every decision, in order
 * @param copiedNotes calls into which the model copied a placeholder, in order
 */
public record Decisions(
        long tokensIn,
        long tokensForwarded,
        @JsonProperty("decisions") List<Entry.Edited> all,
        List<CopiedPlaceholder> copiedNotes,
        Bill bill) {
    public Decisions {
        all = List.copyOf(all);
        copiedNotes = List.copyOf(copiedNotes);
    }

    static Decisions of(Recall recall, PriceTable prices) {
        Transcript transcript = recall.transcript();
        long in = 0;
        long forwarded = 0;
        for (Entry.TurnOpened turn : transcript.turns()) {
            if (turn.purpose() == Purpose.CONVERSATION) {
                var sent = transcript.reply(turn.id()).flatMap(Entry.TurnClosed::sent);
                in = sent.map(Entry.Sent::clientTokens).orElse(turn.tokens());
                forwarded = sent.map(Entry.Sent::tokens).orElse(turn.tokens());
            }
        }
        return new Decisions(
                in, forwarded, transcript.edits(), CopiedPlaceholder.in(recall), Bill.of(transcript, prices));
    }

    /** The number of edits. */
    public long edits() {
        return all.stream().mapToLong(edited -> edited.edits().size()).sum();
    }
}
