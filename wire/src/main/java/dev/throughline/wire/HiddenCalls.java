package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The calls of the gateway's own tools in one answer and their results, which the client did not see, with their
 * positions.
 *
 * <p>The client sends back only what it saw. The model saw these calls too, and the provider cached them, so they are
 * inserted into every later request. {@code HiddenCallsCodec} writes this value as bytes; the insertion depends only on
 * those bytes and the request, so it is the same after a restart.
 *
 * <pre>
 *   model    text A, local call │ result │ text B, client call
 *   client   text A,                       text B, client call
 *   hidden   rounds [ seen [A], calls [ after 1: call, result ] ], [ seen [B, call], calls [] ]
 * </pre>
 */
public record HiddenCalls(List<HiddenRound> rounds) {
    /** The place of an item that the client left out. */
    public static final int MISSING = -1;

    /**
     * One round.
     *
     * @param seen the items that the client saw, in order
     * @param calls the calls that it did not see, in order
     * @param isMixed whether the client answers other calls of this round: then the results are sent together with the
     *     client's
     */
    public record HiddenRound(List<SeenItem> seen, List<HiddenCall> calls, boolean isMixed) {
        public HiddenRound {
            seen = List.copyOf(seen);
            calls = List.copyOf(calls);
        }

        /**
         * The last items that the client saw of this round, with the hidden calls at their positions.
         *
         * @param from how many items it saw before {@code shown}
         * @param shown each item as it is in a request; empty if the client left it out
         */
        public List<Bytes> withCalls(int from, List<Optional<Bytes>> shown) {
            List<Bytes> all = new ArrayList<>();
            for (int i = 0; i <= shown.size(); i++) {
                int place = from + i;
                calls.stream()
                        .filter(call -> call.after() == place)
                        .map(HiddenCall::call)
                        .forEach(all::add);
                if (i < shown.size()) {
                    shown.get(i).ifPresent(all::add);
                }
            }
            return all;
        }
    }

    /**
     * One item that the client saw.
     *
     * @param id the item's id, or in Chat, where texts of several rounds become one item, the hash of the text
     * @param length how many UTF-16 units a text has; 0 for anything else
     */
    public record SeenItem(ItemKind kind, Hash id, int length) {
        /** Whether clients are known to leave this out: reasoning and empty texts. */
        public boolean isOptional() {
            return kind == ItemKind.REASONING || (kind == ItemKind.ASSISTANT && length == 0);
        }
    }

    /**
     * A call and its result as they are put back.
     *
     * @param after how many items of this round the client saw before the call
     * @param call the block, item or entry of the call
     * @param result the block, item or message of the result
     */
    public record HiddenCall(int after, Bytes call, Bytes result) {}

    public HiddenCalls {
        rounds = List.copyOf(rounds);
    }

    /**
     * The indexes of what the client saw among items that it sends back. They must be the same in the same order; only
     * what {@linkplain SeenItem#isOptional() clients leave out} may be missing, and results of calls may be between
     * them.
     *
     * @return for each seen item its index, or {@link #MISSING}; empty if the items do not begin with what was sent
     */
    public Optional<List<Integer>> places(List<Item> items) {
        List<SeenItem> seen = seen();
        List<Integer> places = new ArrayList<>();
        int at = 0;
        while (places.size() < seen.size()) {
            SeenItem wanted = seen.get(places.size());
            boolean isEnd = at >= items.size();
            if (!isEnd && items.get(at).id().equals(wanted.id())) {
                places.add(at++);
            } else if (!isEnd && at > 0 && items.get(at).kind() == ItemKind.TOOL_RESULT) {
                at++;
            } else if (wanted.isOptional()) {
                places.add(MISSING);
            } else {
                return Optional.empty();
            }
        }
        return places.stream().allMatch(place -> place == MISSING) ? Optional.empty() : Optional.of(places);
    }

    /** All items that the client saw, in order. */
    public List<SeenItem> seen() {
        return rounds.stream().flatMap(round -> round.seen().stream()).toList();
    }
}
