package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Cut;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.Continuation;
import dev.throughline.workingset.fragment.CutNote;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.Scaffolds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A range of the history that becomes one message, with what people said in it, and with what was packed into their
 * messages. What has to stay splits it; then the message stands in its last part.
 *
 * <pre>
 *   before   u0   a c r  u1  a   s   a c r  u2  a c r   u3  a c r
 *   after    u0   [left out]     s   [u1, u2; what was done]   u3  a c r
 * </pre>
 */
final class Folding {
    /** As many messages that do not fit are named one by one. */
    private static final int MOST_NAMED = 10;

    private static final int NAMED_CHARACTERS = 120;

    /** What an agent said about its surroundings is carried in so many tokens, and a tenth of what fits. */
    private static final long SURROUNDINGS_TOKENS = 4_000;

    private static final long SURROUNDINGS_SHARE = 10;

    private final Scene scene;
    private final Chain chain;
    private final List<Exchanges.Span> parts;

    private Folding(Scene scene, List<Exchanges.Span> parts) {
        this.scene = scene;
        this.chain = scene.chain();
        this.parts = parts;
    }

    /** What may leave of a range; a turn may open behind it. */
    static Folding of(Scene scene, int first, int end) {
        int last = Exchanges.opening(scene.chain(), end) - 1;
        return new Folding(scene, Exchanges.withWords(scene.chain(), scene.sight(), new Exchanges.Span(first, last)));
    }

    /** All of a span that may leave as a whole. */
    static Folding of(Scene scene, Exchanges.Span span) {
        return new Folding(scene, List.of(span));
    }

    /**
     * Where the shortest beginning of a range ends that becomes so many tokens shorter as one message with all words in
     * it; the end of the range if none does.
     *
     * @param frame tokens around the words of each message
     */
    static int freeing(Scene scene, int first, int end, long tokens, long frame) {
        Chain chain = scene.chain();
        int last = Exchanges.opening(chain, end) - 1;
        long freed = 0;
        for (Exchanges.Span span : Exchanges.apart(chain, scene.sight(), new Exchanges.Span(first, last))) {
            for (int i = span.first(); i <= span.last(); i++) {
                Piece piece = chain.piece(i);
                freed += scene.sight().tokens(i) - (piece.isSpoken() ? piece.tokens() + frame : 0);
            }
            if (freed >= tokens && Exchanges.mayOpen(chain, span.last() + 1)) {
                return span.last() + 1;
            }
        }
        return end;
    }

    /** Whether nothing of it may leave. */
    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Whether all of it became a message before. */
    boolean isFolded() {
        return !isEmpty() && scene.sight().isHidden(last());
    }

    int first() {
        return parts.getFirst().first();
    }

    int last() {
        return parts.getLast().last();
    }

    /** Tokens that are sent for it. */
    long tokens() {
        return parts.stream().mapToLong(this::tokens).sum();
    }

    private long tokens(Exchanges.Span part) {
        return scene.sight().tokensFrom(part.first()) - scene.sight().tokensFrom(part.last() + 1);
    }

    /** The message that takes its place, with so many tokens of what people said in it. */
    String message(String summary, long words) {
        List<String> around = surroundings(mostSurroundings(), new BitSet());
        return Continuation.of(chain, new Continuation.Told(first(), last(), summary, words(words), around));
    }

    /**
     * What a digest that takes its place has to carry.
     *
     * @param leaving what becomes digests too, and cannot be read then
     */
    String around(BitSet leaving) {
        return Continuation.around(surroundings(mostSurroundings(), leaving));
    }

    private long mostSurroundings() {
        return Math.min(SURROUNDINGS_TOKENS, scene.moment().budget().hard() / SURROUNDINGS_SHARE);
    }

    /** What people said in it, the oldest first: the newest words in so many tokens, of others how they begin. */
    List<String> words(long most) {
        List<String> words = new ArrayList<>();
        long tokens = 0;
        int left = 0;
        for (int index : spoken().reversed()) {
            tokens += chain.piece(index).tokens();
            left += tokens > most ? 1 : 0;
            if (left <= MOST_NAMED) {
                words.addFirst(left == 0 ? whole(index) : beginning(index));
            }
        }
        if (left > MOST_NAMED) {
            words.addFirst(CutNote.messages(left - MOST_NAMED) + "]");
        }
        return words;
    }

    private List<Integer> spoken() {
        return inside().filter(index -> chain.piece(index).isSpoken()).boxed().toList();
    }

    private IntStream inside() {
        return parts.stream().flatMapToInt(part -> IntStream.rangeClosed(part.first(), part.last()));
    }

    private String whole(int index) {
        Piece piece = chain.piece(index);
        boolean hasPictures = piece.traits().contains(Piece.Trait.PICTURES);
        String note = CutNote.pictures(chain.handle("recall id=", index));
        return said(index) + (hasPictures ? "\n" + note : "");
    }

    /** What a person says in a result of a tool is told as that. */
    private String said(int index) {
        Piece piece = chain.piece(index);
        return (piece.isAnswer() ? "(in the result of " + piece.subject().tool() + ") " : "") + chain.text(index);
    }

    private String beginning(int index) {
        String text = said(index).strip();
        if (text.length() <= NAMED_CHARACTERS) {
            return whole(index);
        }
        int shown = Cut.before(text, NAMED_CHARACTERS);
        String note = CutNote.characters(text.length() - shown, chain.handle("recall id=", index));
        return text.substring(0, shown) + " " + note;
    }

    /**
     * What the agent said about its surroundings in it and has not said anew since: the newest of each kind, unless the
     * same can still be read. What is hidden elsewhere is carried there, unless it was left out because the same could
     * be read here. Long ones are named.
     */
    List<String> surroundings(long most, BitSet leaving) {
        if (inside().noneMatch(index -> chain.piece(index).isSurroundings())) {
            return List.of();
        }
        Map<String, Integer> newest = new LinkedHashMap<>();
        Set<String> readable = new HashSet<>();
        for (int i = 0; i < chain.size(); i++) {
            if (chain.piece(i).isSurroundings()) {
                String text = chain.text(i);
                String kind = Scaffolds.kind(text);
                boolean isHidden = scene.sight().isHidden(i) || leaving.get(i);
                Integer known = newest.get(kind);
                if (isInside(i)) {
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
        List<String> told = new ArrayList<>();
        long left = most;
        for (int index : new ArrayList<>(newest.values()).reversed()) {
            if (!readable.contains(chain.text(index))) {
                left -= chain.piece(index).tokens();
                told.addFirst(left >= 0 ? chain.text(index) : beginning(index));
            }
        }
        return told.size() <= MOST_NAMED ? told : told.subList(told.size() - MOST_NAMED, told.size());
    }

    private boolean isInside(int index) {
        return parts.stream().anyMatch(part -> index >= part.first() && index <= part.last());
    }

    /** Puts the message in its place. */
    void fold(String message, Decision.Draft draft) {
        for (Exchanges.Span part : parts) {
            String note = Digest.bare(chain, part.first(), part.last());
            if (part.equals(parts.getLast())) {
                replace(part, message, draft);
            } else if (scene.tokens(note) < tokens(part)) {
                replace(part, note, draft);
            }
        }
    }

    private void replace(Exchanges.Span part, String text, Decision.Draft draft) {
        long tokens = scene.tokens(text);
        draft.add(new Edit.Replace(
                Exchanges.node(chain, part.first()), Exchanges.node(chain, part.last()), draft.text(text), tokens));
        scene.sight().replace(part.first(), part.last(), tokens);
    }
}
