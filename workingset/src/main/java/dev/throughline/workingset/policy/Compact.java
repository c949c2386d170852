package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.Why;
import dev.throughline.workingset.fragment.Continuation;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * At the mark, all that happened becomes one message: a summary and the newest words of the user.
 *
 * <pre>
 *   before   project docs   u1  a c r  a  u2  a c r  a c r …   a c r
 *   after    project docs   [summary; u1, u2 verbatim]         a c r
 * </pre>
 *
 * <p>What the agent put before the first words stays in front, the exchange under way stays behind. Who writes the
 * summary is not decided here: {@link #wish} says what of, and {@link #decide(Scene, Optional)} takes it.
 */
public final class Compact implements Policy {
    /**
     * What can be set.
     *
     * @param windowPart the part of the window at which it happens
     * @param wordsTokens how much of the user's newest words is kept verbatim
     */
    public record Settings(double windowPart, long wordsTokens) {
        public static final Settings USUAL = new Settings(0.9, 20_000);
    }

    /** A summary that is longer than this part of what it replaces is none. */
    private static final double LEAST_SHRINK = 0.5;

    private static final int DIGEST_TOKENS = 4_000;

    private final Settings settings;
    private final Fitting fitting = new Fitting(Ages.USUAL);

    public Compact(Settings settings) {
        this.settings = settings;
    }

    /** What should be summarised: pieces from one to another. */
    public record Wish(int first, int last) {}

    /** What should be summarised before {@link #decide(Scene, Optional)} is asked; mostly nothing. */
    public Optional<Wish> wish(Scene scene) {
        return scene.total() > mark(scene) ? range(scene.chain(), scene.sight()) : Optional.empty();
    }

    private long mark(Scene scene) {
        return Math.min(
                Math.round(scene.moment().budget().window() * settings.windowPart()),
                scene.moment().budget().hard());
    }

    private static Optional<Wish> range(Chain chain, Sight sight) {
        int first = 0;
        while (first < chain.size() && !chain.piece(first).isWords() && !chain.piece(first).isModel()) {
            first++;
        }
        while (first > 0 && first < chain.size() && chain.piece(first - 1).element() == chain.piece(first).element()) {
            first++;
        }
        int newest = Ages.newestExchange(chain);
        int words = lastElement(chain);
        boolean isOpen = newest < chain.size() && !isWordsAlone(chain, words);
        int end = isOpen ? newest : words;
        int last = end - 1;
        boolean isEnough = last > first && sight.tokensFrom(first) > 0;
        return isEnough ? Optional.of(new Wish(first, last)) : Optional.empty();
    }

    /** Whether an element that ends the chain is a person's, and brings no results of calls that would stay behind. */
    private static boolean isWordsAlone(Chain chain, int first) {
        for (int i = first; i < chain.size(); i++) {
            if (chain.piece(i).isResult()) {
                return false;
            }
        }
        return chain.size() > 0 && chain.piece(chain.size() - 1).isWords();
    }

    /** Where the last element begins. */
    private static int lastElement(Chain chain) {
        int at = chain.size() - 1;
        while (at > 0 && chain.piece(at - 1).element() == chain.piece(at).element()) {
            at--;
        }
        return at;
    }

    @Override
    public List<Decision> decide(Scene scene) {
        return decide(scene, Optional.empty());
    }

    /** What should change, with a summary of what was wished for, if there is one. */
    public List<Decision> decide(Scene scene, Optional<String> summary) {
        Arriving.show(scene);
        List<Decision> decisions = new ArrayList<>();
        wish(scene).ifPresent(wish -> replace(scene, wish, summary).ifPresent(decisions::add));
        if (scene.total() > scene.moment().budget().hard()) {
            decisions.addAll(fitting.decide(scene, Why.Trigger.HARD));
        }
        return decisions;
    }

    private Optional<Decision> replace(Scene scene, Wish wish, Optional<String> summary) {
        Chain chain = scene.chain();
        long before = scene.total();
        long old = scene.sight().tokensFrom(wish.first()) - scene.sight().tokensFrom(wish.last() + 1);
        List<String> words = words(scene, wish);
        Optional<String> good = summary.filter(text -> !text.isBlank()
                && scene.tokens(Continuation.of(chain, wish.first(), wish.last(), text, words)) <= LEAST_SHRINK * old);
        String told = good.orElseGet(() -> Digest.of(
                chain,
                wish.first(),
                wish.last(),
                new Vocabulary(chain),
                (int) scene.moment().count().characters(Math.min(DIGEST_TOKENS, old / 10))));
        String block = Continuation.of(chain, wish.first(), wish.last(), told, words);
        long tokens = scene.tokens(block);
        if (tokens > LEAST_SHRINK * old) {
            return Optional.empty();
        }
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Replace(
                Exchanges.node(chain, wish.first()), Exchanges.node(chain, wish.last()), draft.text(block), tokens));
        scene.sight().replace(wish.first(), wish.last(), tokens);
        draft.addAll(Sweep.from(scene, wish.first()).draft());
        String sentence = String.format(
                Locale.ROOT,
                "%,d tokens of history became %s of %,d.",
                old,
                good.isPresent() ? "a summary" : "a digest",
                tokens);
        long rewritten = scene.moment().isCold() ? 0 : scene.sight().tokensFrom(wish.first());
        return Optional.of(
                draft.because(new Why(Why.Trigger.HARD, before, scene.total(), rewritten, 0, 0, sentence)));
    }

    /** The newest words of the user in a range, the oldest first, as many as fit. */
    private List<String> words(Scene scene, Wish wish) {
        List<String> words = new ArrayList<>();
        long tokens = 0;
        for (int i = wish.last(); i >= wish.first(); i--) {
            if (scene.chain().piece(i).isWords()) {
                tokens += scene.chain().piece(i).tokens();
                if (tokens > settings.wordsTokens()) {
                    break;
                }
                words.addFirst(scene.chain().text(i));
            }
        }
        return words;
    }
}
