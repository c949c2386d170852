package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Cut;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
            words.addFirst(String.format(Locale.ROOT, "[%,d earlier messages are left out]", left - MOST_NAMED));
        }
        return words;
    }

    private List<Integer> spoken() {
        return parts.stream()
                .flatMapToInt(part -> IntStream.rangeClosed(part.first(), part.last()))
                .filter(index -> chain.piece(index).isWords())
                .boxed()
                .toList();
    }

    private String whole(int index) {
        Piece piece = chain.piece(index);
        boolean hasPictures = piece.traits().contains(Piece.Trait.PICTURES);
        return chain.text(index) + (hasPictures ? "\n[pictures: handle " + piece.handle() + "]" : "");
    }

    private String beginning(int index) {
        String text = chain.text(index);
        return String.format(
                Locale.ROOT,
                "%s [shortened: %,d characters, handle %s]",
                Cut.to(text.strip(), NAMED_CHARACTERS),
                text.length(),
                chain.piece(index).handle());
    }

    /** Puts the message in its place; what pointed into the range gets its lines back. */
    void fold(String message, Decision.Draft draft) {
        for (Exchanges.Span part : parts) {
            String note = Digest.bare(chain, part.first(), part.last());
            if (part.equals(parts.getLast())) {
                replace(part, message, draft);
            } else if (scene.tokens(note) < tokens(part)) {
                replace(part, note, draft);
            }
        }
        draft.addAll(Sweep.from(scene, first()).draft());
    }

    private void replace(Exchanges.Span part, String text, Decision.Draft draft) {
        long tokens = scene.tokens(text);
        draft.add(new Edit.Replace(
                Exchanges.node(chain, part.first()), Exchanges.node(chain, part.last()), draft.text(text), tokens));
        scene.sight().replace(part.first(), part.last(), tokens);
    }
}
