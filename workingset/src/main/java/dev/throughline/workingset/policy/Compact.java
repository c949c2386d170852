package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Why;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.Vocabulary;
import java.time.Duration;
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
 * <p>What the agent put before the first words stays in front, the exchange under way stays behind, and so does what
 * must stay wherever it stands, such as what a provider sealed when it compacted the history itself. Who writes the
 * summary is not decided here: {@link #wish} says what of, and {@link #decide(Scene, Optional)} takes it. One that was
 * written ahead, of what {@link #ahead} named, may end earlier than what is wished for by then; the rest stays as it
 * is:
 *
 * <pre>
 *   ahead    docs   u1  a c r  a  u2  a c r                      above 75% of the mark
 *   then     docs   [summary; u1, u2 verbatim]  a c r  a c r     at the mark, or when the provider forgot the prompt
 * </pre>
 */
public final class Compact implements Policy {
    /**
     * What can be set.
     *
     * @param windowPart the part of the window at which it happens
     * @param wordsTokens how much of the user's newest words is kept verbatim
     * @param shrinkPart the part of what it replaces that a summary must be shorter by
     * @param aheadPart the part of the mark above which it is worth to have a summary ready
     * @param refills compactions in a row that may leave the prompt nearly full
     * @param idle after how long a pause old results go; nothing for never
     * @param idleResults the newest results that stay then
     */
    public record Settings(
            double windowPart,
            long wordsTokens,
            double shrinkPart,
            double aheadPart,
            int refills,
            Duration idle,
            int idleResults) {
        public static final Settings USUAL = new Settings(0.9, 20_000, 0.5, 0.75, 3, Duration.ofMinutes(60), 5);
    }

    /** A summary that was written ahead is renewed when this part of the mark has come behind it. */
    private static final double OUTDATED = 0.15;

    /** Notes behind which more than this part of the mark has come are too old to take the place of what they tell. */
    private static final double LEFT_BEHIND = 0.3;

    /** A compaction that leaves more than this part of the mark was of no use: the prompt will soon be full again. */
    private static final double STILL_FULL = 0.6;

    private static final int DIGEST_TOKENS = 4_000;

    private final Settings settings;
    private final Fitting fitting;

    public Compact(Settings settings) {
        this(settings, Ages.USUAL);
    }

    /** One that goes by these ages where no summary makes a prompt fit. */
    public Compact(Settings settings, Ages ages) {
        this.settings = settings;
        this.fitting = new Fitting(ages);
    }

    /** What should be summarised: pieces from one to another. */
    public record Wish(int first, int last) {}

    /** A summary of the pieces from one node to another. */
    public record Summary(Hash first, Hash last, String text) {}

    /** What should be summarised before {@link #decide(Scene, Optional)} is asked; mostly nothing. */
    public Optional<Wish> wish(Scene scene) {
        return scene.total() > mark(scene) ? range(scene.chain(), scene.sight()) : Optional.empty();
    }

    /** What may be summarised before it has to be: all that was sent, once that comes near the mark. */
    public Optional<Wish> ahead(Scene scene) {
        return isNear(scene)
                ? range(scene.chain(), scene.sight())
                        .map(wish -> new Wish(wish.first(), scene.chain().size() - 1))
                : Optional.empty();
    }

    private boolean isNear(Scene scene) {
        return scene.total() > settings.aheadPart() * mark(scene);
    }

    /** Whether a summary that ends at a node says too little of this chain by now. */
    public boolean isOutdated(Scene scene, Hash last) {
        int at = place(scene, last);
        return at < 0 || scene.sight().tokensFrom(at + 1) > OUTDATED * mark(scene);
    }

    /**
     * What can be replaced by a text that tells of everything up to this node; nothing if too much stands
     * behind it, so that compacting would soon begin again.
     */
    public Optional<Wish> upTo(Scene scene, Hash node) {
        Chain chain = scene.chain();
        int at = place(scene, node);
        int end = chain.size();
        while (end > at + 1) {
            end = Exchanges.lastBefore(chain, end);
        }
        int last = Exchanges.opening(chain, end) - 1;
        return range(chain, scene.sight())
                .map(wish -> new Wish(wish.first(), Math.min(wish.last(), last)))
                .filter(part -> part.last() > part.first())
                .filter(part -> scene.sight().tokensFrom(part.last() + 1) <= LEFT_BEHIND * mark(scene));
    }

    /** Whether a prompt is so long that compacting it soon begins again. */
    public boolean isStillFull(Scene scene) {
        return scene.total() > STILL_FULL * mark(scene);
    }

    /** Whether a summary can be used for what is wished for. */
    public boolean isOf(Scene scene, Summary summary) {
        return range(scene.chain(), scene.sight())
                .flatMap(wish -> placed(scene, wish, summary))
                .isPresent();
    }

    /** The part of a wish that a summary tells; nothing if it is about another history, or all of it was replaced. */
    private static Optional<Wish> placed(Scene scene, Wish wish, Summary summary) {
        boolean isSameBeginning = scene.chain().piece(wish.first()).node().equals(summary.first());
        int last = isSameBeginning ? place(scene, summary.last()) : -1;
        if (last <= wish.first() || last > wish.last()) {
            return Optional.empty();
        }
        Folding folding = Folding.of(scene, wish.first(), last + 1);
        return folding.isEmpty() || folding.isFolded() ? Optional.empty() : Optional.of(new Wish(wish.first(), last));
    }

    private static int place(Scene scene, Hash node) {
        int at = scene.chain().size() - 1;
        while (at >= 0 && !scene.chain().piece(at).node().equals(node)) {
            at--;
        }
        return at;
    }

    private long mark(Scene scene) {
        return Math.min(
                Math.round(scene.moment().budget().window() * settings.windowPart()),
                scene.moment().budget().hard());
    }

    private static Optional<Wish> range(Chain chain, Sight sight) {
        int first = 0;
        while (first < chain.size()
                && !chain.piece(first).isWords()
                && !chain.piece(first).isModel()) {
            first++;
        }
        while (first > 0
                && first < chain.size()
                && chain.piece(first - 1).element() == chain.piece(first).element()) {
            first++;
        }
        int last = Exchanges.opening(chain, end(chain)) - 1;
        boolean isEnough = last > first && sight.tokensFrom(first) > 0;
        return isEnough ? Optional.of(new Wish(first, last)) : Optional.empty();
    }

    /** Where begins what is under way: the newest exchange, or the words behind it. */
    static int end(Chain chain) {
        int words = chain.size() == 0 ? 0 : Exchanges.elementStart(chain, chain.size() - 1);
        return isWordsAlone(chain, words) ? words : Ages.newestExchange(chain);
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

    @Override
    public boolean mayReplace(Scene scene) {
        return scene.total() > mark(scene) || (scene.moment().isCold() && isNear(scene));
    }

    @Override
    public List<Decision> decide(Scene scene) {
        return decide(scene, Optional.empty());
    }

    /** What should change, with a summary of what was wished for, or of a part of it, if there is one. */
    public List<Decision> decide(Scene scene, Optional<Summary> summary) {
        List<Decision> decisions = new ArrayList<>();
        boolean isDue = wish(scene).isPresent();
        if (isDue || (scene.moment().isCold() && isNear(scene))) {
            Optional<Decision> told =
                    range(scene.chain(), scene.sight()).flatMap(wish -> summary.flatMap(one -> told(scene, wish, one)));
            told.or(() -> isDue ? digested(scene) : Optional.empty()).ifPresent(decisions::add);
        }
        if (decisions.isEmpty()) {
            cleared(scene).ifPresent(decisions::add);
        }
        decisions.addAll(fit(scene));
        return decisions;
    }

    /** After a long pause all results become stubs but the newest few, whatever they are about. */
    private Optional<Decision> cleared(Scene scene) {
        Moment moment = scene.moment();
        boolean isLong = settings.idle().isPositive() && moment.idle().compareTo(settings.idle()) >= 0;
        if (!isLong || !moment.isCold() || moment.isRepeat()) {
            return Optional.empty();
        }
        long before = scene.total();
        Sweep.Swept swept = Sweep.run(scene, old(scene));
        if (swept.draft().isEmpty()) {
            return Optional.empty();
        }
        String sentence = String.format(
                Locale.ROOT,
                "After a pause of %,d minutes %,d tokens of old results went at no cost.",
                moment.idle().toMinutes(),
                before - scene.total());
        return Optional.of(swept.draft().because(new Why(Why.Trigger.COLD, before, scene.total(), 0, 0, 0, sentence)));
    }

    private Fates old(Scene scene) {
        Chain chain = scene.chain();
        Fates fates = Fates.none(chain, Superseded.NOTHING);
        int newest = Ages.newestExchange(chain);
        int results = 0;
        for (int i = chain.size() - 1; i >= 0; i--) {
            Piece piece = chain.piece(i);
            results += piece.isResult() ? 1 : 0;
            boolean isOld = piece.isResult() && results > settings.idleResults() && i < newest;
            boolean mayGo = piece.mayBeCleared() && scene.sight().isReadable(i) && piece.tokens() > Ages.SMALL_TOKENS;
            fates.set(i, isOld && mayGo ? Fate.CLEARED : Fate.STAYS);
        }
        return fates;
    }

    /** How many compactions in a row may leave the prompt nearly full. */
    public int refills() {
        return settings.refills();
    }

    /** What must change for the prompt to fit, without a compaction. */
    public List<Decision> fit(Scene scene) {
        return scene.total() > scene.moment().budget().hard() ? fitting.decide(scene, Why.Trigger.HARD) : List.of();
    }

    private Optional<Decision> told(Scene scene, Wish wish, Summary summary) {
        return summary.text().isBlank()
                ? Optional.empty()
                : placed(scene, wish, summary).flatMap(part -> replace(scene, part, summary.text(), "a summary"));
    }

    private Optional<Decision> digested(Scene scene) {
        return wish(scene).flatMap(wish -> {
            long old = Folding.of(scene, wish.first(), wish.last() + 1).tokens();
            long characters = scene.moment().count().characters(Math.min(DIGEST_TOKENS, old / 10));
            Vocabulary vocabulary = new Vocabulary(scene.chain());
            String digest = Digest.of(scene.chain(), wish.first(), wish.last(), vocabulary, (int) characters);
            return replace(scene, wish, digest, "a digest");
        });
    }

    /** Puts a text in the place of a range, unless that saves too little. */
    private Optional<Decision> replace(Scene scene, Wish wish, String text, String kind) {
        Folding folding = Folding.of(scene, wish.first(), wish.last() + 1);
        if (folding.isEmpty()) {
            return Optional.empty();
        }
        long before = scene.total();
        long old = folding.tokens();
        String block = folding.message(text, settings.wordsTokens());
        long tokens = scene.tokens(block);
        if (tokens > (1 - settings.shrinkPart()) * old) {
            return Optional.empty();
        }
        Decision.Draft draft = new Decision.Draft();
        folding.fold(block, draft);
        long rewritten = scene.moment().isCold() ? 0 : scene.sight().tokensFrom(folding.first());
        String sentence = String.format(Locale.ROOT, "%,d tokens of history became %s of %,d.", old, kind, tokens);
        Why.Trigger trigger = before > mark(scene) ? Why.Trigger.HARD : Why.Trigger.COLD;
        return Optional.of(draft.because(new Why(trigger, before, scene.total(), rewritten, 0, 0, sentence)));
    }
}
