package dev.throughline.workingset.policy;

import dev.throughline.model.text.TextCut;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.fragment.Continuation;
import dev.throughline.workingset.fragment.CutNote;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.EnvironmentKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A range of the history that becomes one message, which carries the user messages in it and what was packed into them.
 * What has to stay splits it; then the message stands in its last part.
 *
 * <pre>
 *   before   u0   a c r  u1  a   s   a c r  u2  a c r   u3  a c r
 *   after    u0   [left out]     s   [u1, u2; what was done]   u3  a c r
 * </pre>
 */
final class RangeReplacement {
    /** At most this many messages that do not fit are named one by one. */
    private static final int MOST_NAMED = 10;

    private static final int NAMED_CHARACTERS = 120;

    /** What an agent said about its environment is carried in so many tokens, and at most a tenth of what fits. */
    private static final long ENVIRONMENT_TOKENS = 4_000;

    private static final long ENVIRONMENT_SHARE = 10;

    private final PolicyInput input;
    private final Chain chain;
    private final List<PieceRange> parts;

    private RangeReplacement(PolicyInput input, List<PieceRange> parts) {
        this.input = input;
        this.chain = input.chain();
        this.parts = parts;
    }

    /** What may be removed of a range; a turn may open behind it. */
    static RangeReplacement of(PolicyInput input, int first, int end) {
        List<PieceRange> removable = removable(input, first, end);
        return new RangeReplacement(
                input,
                Exchanges.adjacent(removable).stream().map(Exchanges::joined).toList());
    }

    /** All of a range that may be removed as a whole. */
    static RangeReplacement of(PolicyInput input, PieceRange range) {
        return new RangeReplacement(input, List.of(range));
    }

    private static List<PieceRange> removable(PolicyInput input, int first, int end) {
        int last = Exchanges.messagePlace(input.chain(), end) - 1;
        return Exchanges.withUserText(input.chain(), input.workingSet(), new PieceRange(first, last));
    }

    /**
     * Where the shortest beginning of a range ends that becomes so many tokens shorter as one message with all user
     * messages in it; the end of the range if none does.
     *
     * @param frame tokens around the text of each user message
     */
    static int freeing(PolicyInput input, int first, int end, long tokens, long frame) {
        Chain chain = input.chain();
        long freed = 0;
        for (PieceRange range : removable(input, first, end)) {
            for (int i = range.first(); i <= range.last(); i++) {
                Piece piece = chain.piece(i);
                freed += input.workingSet().tokens(i) - (piece.hasUserText() ? piece.tokens() + frame : 0);
            }
            if (freed >= tokens && Exchanges.mayPutMessageAt(chain, range.last() + 1)) {
                return range.last() + 1;
            }
        }
        return end;
    }

    /** Whether nothing of it may be removed. */
    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Whether all of it became a message before. */
    boolean isReplaced() {
        return !isEmpty() && input.workingSet().isHidden(last());
    }

    int first() {
        return parts.getFirst().first();
    }

    int last() {
        return parts.getLast().last();
    }

    /** Tokens that are sent for it. */
    long tokens() {
        return parts.stream().mapToLong(input.workingSet()::tokens).sum();
    }

    /** The message that takes its place, with so many tokens of user text in it. */
    String message(String summary, long userTokens) {
        List<String> environment = environment(mostEnvironment(), new BitSet());
        return Continuation.of(
                chain, new Continuation.Content(first(), last(), summary, userTexts(userTokens), environment));
    }

    /**
     * What a digest that takes its place has to carry about the agent's environment.
     *
     * @param leaving what becomes digests too, and cannot be read then
     */
    String environment(BitSet leaving) {
        return Continuation.environment(environment(mostEnvironment(), leaving));
    }

    private long mostEnvironment() {
        return Math.min(ENVIRONMENT_TOKENS, input.state().budget().promptLimit() / ENVIRONMENT_SHARE);
    }

    /** What people said in it, the oldest first: the newest in so many tokens, of others how they begin. */
    List<String> userTexts(long most) {
        List<String> texts = new ArrayList<>();
        long tokens = 0;
        int left = 0;
        List<Integer> indexes = indexes()
                .filter(index -> chain.piece(index).hasUserText())
                .boxed()
                .toList();
        for (int index : indexes.reversed()) {
            tokens += chain.piece(index).tokens();
            left += tokens > most ? 1 : 0;
            if (left <= MOST_NAMED) {
                texts.addFirst(left == 0 ? whole(index) : beginning(index));
            }
        }
        if (left > MOST_NAMED) {
            texts.addFirst(CutNote.messages(left - MOST_NAMED) + "]");
        }
        return texts;
    }

    private IntStream indexes() {
        return parts.stream().flatMapToInt(part -> IntStream.rangeClosed(part.first(), part.last()));
    }

    private String whole(int index) {
        boolean hasPictures = chain.piece(index).traits().contains(Piece.Trait.PICTURES);
        String note = CutNote.pictures(chain.handle("recall id=", index));
        return attributed(index) + (hasPictures ? "\n" + note : "");
    }

    /** What a person says in the result of a tool is marked as that. */
    private String attributed(int index) {
        Piece piece = chain.piece(index);
        String source =
                piece.isUserAnswer() ? "(in the result of " + piece.subject().tool() + ") " : "";
        return source + chain.text(index);
    }

    private String beginning(int index) {
        String text = attributed(index).strip();
        if (text.length() <= NAMED_CHARACTERS) {
            return whole(index);
        }
        int shown = TextCut.before(text, NAMED_CHARACTERS);
        String note = CutNote.characters(text.length() - shown, chain.handle("recall id=", index));
        return text.substring(0, shown) + " " + note;
    }

    /**
     * What the agent said in it about its environment and has not said anew since: the newest of each kind, unless the
     * same can still be read. What is hidden elsewhere is carried there, unless it was left out because the same could
     * be read here. Of long ones only the beginning is given.
     */
    List<String> environment(long most, BitSet leaving) {
        if (indexes().noneMatch(index -> chain.piece(index).isEnvironment())) {
            return List.of();
        }
        Map<String, Integer> newest = new LinkedHashMap<>();
        Set<String> readable = new HashSet<>();
        for (int i = 0; i < chain.size(); i++) {
            if (chain.piece(i).isEnvironment()) {
                String text = chain.text(i);
                String kind = EnvironmentKind.of(text);
                boolean isHidden = input.workingSet().isHidden(i) || leaving.get(i);
                Integer known = newest.get(kind);
                int at = i;
                if (parts.stream().anyMatch(part -> part.contains(at))) {
                    newest.remove(kind);
                    newest.put(kind, i);
                } else if (!isHidden) {
                    newest.remove(kind);
                    readable.add(text);
                } else if (known != null && !chain.text(known).equals(text)) {
                    newest.remove(kind);
                }
            }
        }
        List<String> texts = new ArrayList<>();
        long left = most;
        for (int index : new ArrayList<>(newest.values()).reversed()) {
            if (!readable.contains(chain.text(index))) {
                left -= chain.piece(index).tokens();
                texts.addFirst(left >= 0 ? chain.text(index) : beginning(index));
            }
        }
        return texts.size() <= MOST_NAMED ? texts : texts.subList(texts.size() - MOST_NAMED, texts.size());
    }

    /** Puts the message in its place. */
    void apply(String message, PolicyDraft draft) {
        for (PieceRange part : parts) {
            boolean isLast = part.equals(parts.getLast());
            String text = isLast ? message : Digest.bare(chain, part.first(), part.last());
            long tokens = draft.tokens(text);
            if (isLast || tokens < input.workingSet().tokens(part)) {
                draft.replace(part, text, tokens, /* isDrop= */ false);
            }
        }
    }
}
