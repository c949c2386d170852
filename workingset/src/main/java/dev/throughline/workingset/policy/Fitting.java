package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.Why;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.Stub;
import dev.throughline.workingset.fragment.Vocabulary;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes a prompt fit, whatever it takes, in this order.
 *
 * <pre>
 *   clear     old results and arguments become stubs, younger and younger ones
 *   drop      the oldest exchanges become digests
 *   gather    the oldest part of what is before the newest words becomes one message that carries each word of the
 *             user's, so what was packed into theirs goes, if that is much
 *   shorten   the longest results that are left are cut, the newest last
 *   fold      all before the newest words becomes such a message, which carries only the newest of them
 *   call      long arguments of calls are cut
 *   shorten   results are cut to a few lines, the newest too
 * </pre>
 *
 * <p>The first and the newest words always stay.
 *
 * <p>It goes well below the mark, so that the next requests find room: a prompt that was made to fit to the last token
 * would have to be rewritten with every one of them. And it goes no further than that: each step takes the oldest
 * first and only as many as it needs, and what is so large that leaving it out would take too much is cut instead.
 */
final class Fitting {
    /** How far below the mark: the part of it that a rewritten prompt fills. */
    private static final double TO = 0.7;

    /**
     * What would leave less than this part of the target is cut instead, where that is possible. So far down goes what
     * has outlived its time: the prompt is rewritten in any case, and the next time comes later.
     */
    private static final double FLOOR = 0.62;

    private static final double YOUNGER = 0.7;
    private static final double YOUNGEST = 0.02;
    private static final double DIGEST_PART = 0.02;

    /** Gathering words is worth it when it frees this part of the mark. */
    private static final double LEAST_GATHERED = 0.1;

    /** Tokens around each message of the user's that is gathered. */
    private static final long WORDS_FRAME = 4;

    /** How often a guess is made again when it freed too little. */
    private static final int MOST_ROUNDS = 8;

    private static final long MOST_DIGEST_CHARACTERS = 1 << 20;

    private final Ages ages;
    private final boolean mayDrop;

    Fitting(Ages ages) {
        this(ages, /* mayDrop= */ true);
    }

    private Fitting(Ages ages, boolean mayDrop) {
        this.ages = ages;
        this.mayDrop = mayDrop;
    }

    /** One that replaces nothing by digests. */
    static Fitting inPlace(Ages ages) {
        return new Fitting(ages, /* mayDrop= */ false);
    }

    List<Decision> decide(Scene scene, Why.Trigger trigger) {
        long before = scene.total();
        long mark = mark(scene);
        long to = Math.round(mark * TO);
        Decision.Draft all = new Decision.Draft();
        Vocabulary vocabulary = new Vocabulary(scene.chain());
        BitSet shown = shown(scene);
        clear(scene, to, vocabulary, all);
        if (mayDrop && scene.total() > to) {
            drop(scene, to, /* isEnough= */ true, vocabulary.afresh(), all);
        }
        if (mayDrop && scene.total() > to) {
            gather(scene, to, Math.round(mark * LEAST_GATHERED), vocabulary, all);
        }
        if (mayDrop && scene.total() > to) {
            drop(scene, to, /* isEnough= */ false, vocabulary.afresh(), all);
        }
        if (scene.total() > mark) {
            Shortening.run(scene, mark, new Exchanges.Span(0, scene.chain().size() - 1), all);
        }
        if (mayDrop && scene.total() > mark) {
            fold(scene, to, vocabulary.afresh(), all);
        }
        if (scene.total() > mark) {
            clearCalls(scene, mark, all);
        }
        if (scene.total() > mark) {
            Shortening.further(scene, mark, all);
        }
        if (all.isEmpty()) {
            return List.of();
        }
        clearNotes(scene, shown, all);
        String sentence = String.format(
                Locale.ROOT,
                "The prompt of %,d tokens had to fit into %,d; %,d are left.",
                before,
                mark,
                scene.total());
        long rewritten = scene.moment().isCold() ? 0 : scene.sight().total();
        return List.of(all.because(new Why(trigger, before, scene.total(), rewritten, 0, 0, sentence)));
    }

    private static long mark(Scene scene) {
        return scene.moment().budget().hard();
    }

    private void clear(Scene scene, long to, Vocabulary vocabulary, Decision.Draft all) {
        double part = 1;
        while (part > YOUNGEST && scene.total() > to) {
            long before = scene.total();
            Fates fates = ages.fates(scene.chain(), scene.sight(), part);
            fates.keepExchanges(); // They go after all results that may go, see below.
            int huge = spare(scene, fates, to, part == 1 ? Math.round(to * FLOOR) : to);
            if (!fates.isEmpty()) {
                all.addAll(Sweep.run(scene, fates, vocabulary.afresh()).draft());
            }
            if (huge >= 0 && scene.total() > to) {
                Shortening.run(scene, to, new Exchanges.Span(huge, huge), all);
            }
            part = scene.total() < before ? part : part * YOUNGER;
        }
    }

    /** Cuts long arguments of calls, the oldest first, when nothing else can go. */
    private static void clearCalls(Scene scene, long to, Decision.Draft all) {
        Chain chain = scene.chain();
        for (int i = 0; i < Ages.newestExchange(chain) && scene.total() > to; i++) {
            boolean mayGo = chain.piece(i).isCall()
                    && chain.piece(i).mayBeCleared()
                    && !scene.sight().isHidden(i);
            String cut = mayGo ? Stub.ofCall(chain, i) : "";
            if (mayGo && scene.tokens(cut) < scene.sight().tokens(i)) {
                say(scene, i, cut, all);
            }
        }
    }

    private static void say(Scene scene, int index, String text, Decision.Draft all) {
        Hash node = scene.chain().piece(index).node();
        Edit.Reword reword = new Edit.Reword(node, Edit.Manner.CLEAR, all.text(text), scene.tokens(text));
        all.add(reword);
        scene.sight().reword(index, reword);
    }

    /** What notes may lead to: pieces that are whole, or of which a later one shows what is missing. */
    private static BitSet shown(Scene scene) {
        BitSet shown = new BitSet();
        for (int i = 0; i < scene.chain().size(); i++) {
            if (scene.sight().isWhole(i) || isNoted(scene, i)) {
                shown.set(i);
            }
        }
        return shown;
    }

    /** Whether a note stands in a piece that leads to a later one. */
    private static boolean isNoted(Scene scene, int index) {
        Edit.Reword reword = scene.sight().reword(index);
        return !scene.sight().isHidden(index) && reword != null && reword.manner() == Edit.Manner.SUPERSEDE;
    }

    /** Clears reads whose notes lead to one that was shown and is not any more. */
    private static void clearNotes(Scene scene, BitSet before, Decision.Draft all) {
        BitSet lost = shown(scene);
        lost.xor(before);
        lost.and(before);
        for (BitSet reads : new ReadFiles(scene.chain()).reads()) {
            int last = reads.length() - 1;
            while (last >= 0 && !lost.get(last)) {
                last = reads.previousSetBit(last - 1);
            }
            for (int i = reads.nextSetBit(0); i >= 0 && i < last; i = reads.nextSetBit(i + 1)) {
                if (isNoted(scene, i)) {
                    say(scene, i, Stub.bare(scene.chain(), i), all);
                }
            }
        }
    }

    /**
     * Lets those stay without which less than the least would be left, the newest ones. One that is so large that too
     * little would be left without it stays too, to be cut: its place is given, or -1.
     */
    private static int spare(Scene scene, Fates fates, long to, long least) {
        long total = scene.total();
        int huge = -1;
        for (int i = 0; i < fates.size(); i++) {
            if (fates.stays(i)) {
                continue;
            }
            // As if nothing were left of it: so too few go at once, and then some more, but never too many.
            long without = total - scene.sight().tokens(i);
            boolean isHuge = without < FLOOR * to && Shortening.mayShorten(scene, i);
            huge = isHuge && huge < 0 && total > to ? i : huge;
            if (total <= least || isHuge) {
                fates.set(i, Fate.STAYS);
            } else {
                total = without;
            }
        }
        return huge;
    }

    /**
     * Replaces the oldest exchanges by digests; those that touch share one, also with what was replaced before.
     *
     * @param isEnough whether it is done only if it brings the prompt down to the target
     */
    private static void drop(Scene scene, long to, boolean isEnough, Vocabulary vocabulary, Decision.Draft all) {
        Chain chain = scene.chain();
        List<Exchanges.Span> spans = Exchanges.before(chain, scene.sight(), Ages.newestExchange(chain));
        List<Digested> digests = new ArrayList<>();
        BitSet leaving = new BitSet();
        long total = scene.total();
        long small = 0;
        int at = 0;
        while (at < spans.size() && total > to) {
            List<Exchanges.Span> group = touching(spans.subList(at, spans.size()));
            at += group.size();
            total -= cutHuge(scene, group, total, to, all);
            Optional<Digested> digest = digested(scene, chosen(scene, group, total, to), leaving, vocabulary);
            total -= digest.map(Digested::won).orElse(0L);
            small += digest.isEmpty()
                    ? Digested.tokens(scene.sight(), Exchanges.joined(group).getFirst())
                    : 0;
            digest.ifPresent(one -> {
                digests.add(one);
                leaving.set(one.span().first(), one.span().last() + 1);
            });
        }
        boolean isSkipping = small > mark(scene) * LEAST_GATHERED; // Newer ones would go instead of older ones.
        if (digests.isEmpty() || (isEnough && (total > to || isSkipping))) {
            return;
        }
        digests.forEach(digest -> digest.replace(scene, /* isOld= */ false, all));
    }

    /** The first of some spans and those that touch it. */
    private static List<Exchanges.Span> touching(List<Exchanges.Span> spans) {
        int end = 1;
        while (end < spans.size()
                && spans.get(end - 1).last() + 1 == spans.get(end).first()) {
            end++;
        }
        return spans.subList(0, end);
    }

    /** Cuts the results of the span without which too little would be left, and gives the tokens won by that. */
    private static long cutHuge(Scene scene, List<Exchanges.Span> group, long before, long to, Decision.Draft all) {
        long total = before + digestTokens(scene);
        for (Exchanges.Span span : group) {
            long without = total - Digested.tokens(scene.sight(), span);
            if (total > to && without < FLOOR * to) {
                long sent = scene.total();
                Shortening.run(scene, sent - (total - to), span, all);
                return sent - scene.total();
            }
            total = without;
        }
        return 0;
    }

    /**
     * The oldest spans of some that touch without which a prompt of so many tokens is small enough. The last one ends
     * where a digest may stand: a bit later, or else as early as it must.
     */
    private static List<Exchanges.Span> chosen(Scene scene, List<Exchanges.Span> group, long before, long to) {
        Chain chain = scene.chain();
        List<Exchanges.Span> chosen = new ArrayList<>();
        long total = before + digestTokens(scene);
        for (Exchanges.Span span : group) {
            if (total <= to && mayEnd(chain, chosen)) {
                break;
            }
            total -= Digested.tokens(scene.sight(), span);
            chosen.add(span);
        }
        while (!mayEnd(chain, chosen)) {
            chosen.removeLast();
        }
        return chosen;
    }

    private static boolean mayEnd(Chain chain, List<Exchanges.Span> chosen) {
        return chosen.isEmpty() || Exchanges.mayOpen(chain, chosen.getLast().last() + 1);
    }

    private static Optional<Digested> digested(
            Scene scene, List<Exchanges.Span> spans, BitSet leaving, Vocabulary vocabulary) {
        return spans.isEmpty()
                ? Optional.empty()
                : Digested.of(scene, spans, leaving, vocabulary, digestCharacters(scene));
    }

    private static int digestCharacters(Scene scene) {
        return (int) Math.min(scene.moment().count().characters(digestTokens(scene)), MOST_DIGEST_CHARACTERS);
    }

    private static long digestTokens(Scene scene) {
        return Math.round(mark(scene) * DIGEST_PART);
    }

    /**
     * Puts the oldest part of what stands between the first and the newest words into one message that carries all
     * words in it; as much as it takes to come down to the target, or all.
     *
     * @param least what must be won by it
     */
    private static void gather(Scene scene, long to, long least, Vocabulary vocabulary, Decision.Draft all) {
        int first = behindFirstWords(scene);
        int end = beforeNewestWords(scene.chain());
        long free = scene.total() - to + digestTokens(scene);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int part = Folding.freeing(scene, first, end, free, WORDS_FRAME);
            Folding folding = Folding.of(scene, first, part);
            if (folding.isEmpty()) {
                return;
            }
            String message = message(scene, folding, Long.MAX_VALUE, vocabulary.afresh());
            long won = folding.tokens() - scene.tokens(message);
            long missing = scene.total() - won - to;
            if (missing <= 0 || part == end || round == MOST_ROUNDS - 1) {
                if (won >= least) {
                    folding.fold(message, all);
                }
                return;
            }
            free += missing;
        }
    }

    private static String message(Scene scene, Folding folding, long words, Vocabulary vocabulary) {
        Chain chain = scene.chain();
        String digest = Digest.of(chain, folding.first(), folding.last(), vocabulary, digestCharacters(scene));
        return folding.message(digest, words);
    }

    /** Puts all between the first and the newest words into one message, with as many words as the target allows. */
    private static void fold(Scene scene, long to, Vocabulary vocabulary, Decision.Draft all) {
        Folding folding = Folding.of(scene, behindFirstWords(scene), beforeNewestWords(scene.chain()));
        if (folding.isEmpty()) {
            return;
        }
        long frame = scene.tokens(message(scene, folding, 0, vocabulary));
        long rest = scene.total() - folding.tokens() + frame;
        String message = message(scene, folding, to - rest, vocabulary.afresh());
        if (scene.tokens(message) < folding.tokens()) {
            folding.fold(message, all);
        }
    }

    /** The place behind the first words, or the message that holds them already. */
    private static int behindFirstWords(Scene scene) {
        Chain chain = scene.chain();
        int at = 0;
        while (at < chain.size() && !chain.piece(at).isWords()) {
            at++;
        }
        if (at == chain.size() || !scene.sight().isHidden(at)) {
            return at == chain.size() ? at : Exchanges.elementEnd(chain, at);
        }
        while (at > 0 && scene.sight().replacedTo(at) < at) {
            at--;
        }
        return at;
    }

    private static int beforeNewestWords(Chain chain) {
        int at = chain.size() - 1;
        while (at > 0 && !chain.piece(at).isWords()) {
            at--;
        }
        return at <= 0 ? 0 : Math.min(Exchanges.elementStart(chain, at), Compact.end(chain));
    }
}
