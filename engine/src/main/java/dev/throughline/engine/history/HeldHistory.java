package dev.throughline.engine.history;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Hash;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The archived conversation of a session as elements of a request, for clients that send only new messages. It consists
 * of what the client sent in each turn, and of the answers, in the order of {@link HeldExchanges}.
 *
 * <p>What the provider refused because of its content is not repeated. Of an answer that is not complete, only the text
 * stays: its calls and its reasoning may be incomplete, too.
 */
final class HeldHistory {
    /** The statuses with which providers refuse the content of a request: it would be refused again. */
    private static final Set<Integer> REFUSED = Set.of(400, 413, 422);

    private final Transcript transcript;
    private final ArchivedElements elements;

    HeldHistory(ArchivedElements elements) {
        this.transcript = elements.recall().transcript();
        this.elements = elements;
    }

    /** What precedes the elements that the client sends now; empty if the client sends the history itself. */
    Optional<List<HeldElement>> before(List<List<Item>> sent) {
        HeldExchanges exchanges = exchanges();
        return exchanges.isSentBy(sent) ? Optional.empty() : Optional.of(exchanges.before(sent));
    }

    /** What precedes results in the exchange of their calls; empty if this session does not have the calls. */
    List<HeldElement> exchangeBefore(List<List<Item>> sent) {
        return exchanges().exchangeBefore(sent);
    }

    private HeldExchanges exchanges() {
        HeldExchanges exchanges = new HeldExchanges();
        List<Entry.TurnOpened> turns = transcript.turns().stream()
                .filter(turn -> turn.purpose().isConversation())
                .toList();
        for (Entry.TurnOpened turn : turns.subList(start(turns), turns.size())) {
            List<HeldElement> sent =
                    elements.of(transcript.path(transcript.heldBefore(turn.id()).orElse(Entry.ROOT), turn.leaf()));
            if (isRefused(turn)) {
                exchanges.refuse(sent);
            } else {
                exchanges.add(sent, answer(turn));
            }
        }
        return exchanges;
    }

    /** The newest turn with the whole history: the client sent it, or the session began. */
    private int start(List<Entry.TurnOpened> turns) {
        OptionalInt start = IntStream.range(0, turns.size())
                .filter(i -> transcript.heldBefore(turns.get(i).id()).isEmpty() && !isRefused(turns.get(i)))
                .max();
        return start.orElse(0);
    }

    private boolean isRefused(Entry.TurnOpened turn) {
        return transcript
                .reply(turn.id())
                .filter(reply -> REFUSED.contains(reply.status()))
                .isPresent();
    }

    private List<HeldElement> answer(Entry.TurnOpened turn) {
        Optional<Entry.TurnClosed> reply = transcript.reply(turn.id());
        Hash leaf = reply.map(Entry.TurnClosed::leaf).orElse(turn.leaf());
        List<HeldElement> answer = elements.of(transcript.path(turn.leaf(), leaf));
        return switch (reply.map(Entry.TurnClosed::ending).orElse(Reply.Ending.COMPLETE)) {
            case COMPLETE -> answer;
            case INCOMPLETE -> texts(answer);
            case FAILED, CUT -> texts(answer).stream().map(HeldElement::cut).toList();
        };
    }

    private List<HeldElement> texts(List<HeldElement> answer) {
        return answer.stream()
                .flatMap(element -> element.asText(elements.wire()).stream())
                .toList();
    }
}
