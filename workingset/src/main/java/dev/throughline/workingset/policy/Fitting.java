package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.Why;
import dev.throughline.workingset.fragment.Continuation;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.Shortened;
import dev.throughline.workingset.fragment.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Makes a prompt fit, whatever it takes, in this order.
 *
 * <pre>
 *   clear     old results and arguments become stubs, younger and younger ones
 *   drop      the oldest exchanges become digests
 *   gather    all before the newest words becomes one message that carries each word of the user's, so what was
 *             packed into theirs goes, if that is much
 *   shorten   the longest results that are left are cut, the newest last
 *   fold      the same message carries only the newest words, and names the others
 * </pre>
 *
 * <p>The first and the newest words always stay.
 *
 * <p>It goes well below the mark, so that the next requests find room: a prompt that was made to fit to the last token
 * would have to be rewritten with every one of them.
 */
final class Fitting {
    /** How far below the mark: the part of it that a rewritten prompt fills. */
    private static final double TO = 0.7;

    private static final double YOUNGER = 0.7;
    private static final double YOUNGEST = 0.02;
    private static final double DIGEST_PART = 0.02;

    /** Gathering words is worth it when it frees this part of the mark. */
    private static final double LEAST_GATHERED = 0.1;

    private static final long MOST_DIGEST_CHARACTERS = 1 << 20;
    private static final long LEAST_RESULT_TOKENS = 200;

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
        long mark = scene.moment().budget().hard();
        Decision.Draft all = new Decision.Draft();
        Vocabulary vocabulary = new Vocabulary(scene.chain());
        clear(scene, Math.round(mark * TO), vocabulary, all);
        if (mayDrop && scene.total() > mark * TO) {
            drop(scene, Math.round(mark * TO), vocabulary.afresh(), all);
        }
        if (mayDrop && scene.total() > mark * TO) {
            fold(scene, Long.MAX_VALUE, Math.round(mark * LEAST_GATHERED), vocabulary.afresh(), all);
        }
        if (scene.total() > mark) {
            shorten(scene, mark, all);
        }
        if (mayDrop && scene.total() > mark) {
            fold(scene, Math.round(mark * TO), 1, vocabulary.afresh(), all);
        }
        if (all.isEmpty()) {
            return List.of();
        }
        String sentence = String.format(
                Locale.ROOT,
                "The prompt of %,d tokens had to fit into %,d; %,d are left.",
                before,
                mark,
                scene.total());
        long rewritten = scene.moment().isCold() ? 0 : scene.sight().total();
        return List.of(all.because(new Why(trigger, before, scene.total(), rewritten, 0, 0, sentence)));
    }

    private void clear(Scene scene, long to, Vocabulary vocabulary, Decision.Draft all) {
        for (double part = 1; part > YOUNGEST && scene.total() > to; part *= YOUNGER) {
            Fate[] fates = ages.fates(scene.chain(), scene.sight(), part);
            if (Arrays.stream(fates).anyMatch(fate -> fate != Fate.STAYS)) {
                all.addAll(Sweep.run(scene, fates, vocabulary.afresh()).draft());
            }
        }
    }

    /** Replaces the oldest exchanges by digests; those that touch share one, also with what was replaced before. */
    private static void drop(Scene scene, long to, Vocabulary vocabulary, Decision.Draft all) {
        long room = Math.round(scene.moment().budget().hard() * DIGEST_PART);
        List<Exchanges.Span> chosen = chosen(scene, to, room);
        Chain chain = scene.chain();
        int first = chain.size();
        for (Exchanges.Span span : Exchanges.joined(chosen)) {
            if (scene.sight().replacedTo(span.first()) == span.last()) {
                continue;
            }
            String digest = Digest.of(chain, span.first(), span.last(), vocabulary, digestCharacters(scene));
            long tokens = scene.tokens(digest);
            if (tokens < tokens(scene.sight(), span)) {
                all.add(new Edit.Replace(
                        Exchanges.node(chain, span.first()),
                        Exchanges.node(chain, span.last()),
                        all.text(digest),
                        tokens));
                scene.sight().replace(span.first(), span.last(), tokens);
                first = Math.min(first, span.first());
            }
        }
        if (first < chain.size()) {
            all.addAll(Sweep.from(scene, first).draft());
        }
    }

    /**
     * The oldest spans without which the prompt is small enough, each gap between them counted as a digest. The last
     * one ends where a digest may stand: a bit later, or else as early as it must.
     */
    private static List<Exchanges.Span> chosen(Scene scene, long to, long room) {
        Chain chain = scene.chain();
        List<Exchanges.Span> chosen = new ArrayList<>();
        long total = scene.total();
        for (Exchanges.Span span : Exchanges.before(chain, scene.sight(), Ages.newestExchange(chain))) {
            if (total <= to && mayEnd(chain, chosen)) {
                break;
            }
            boolean isNext = !chosen.isEmpty() && chosen.getLast().last() + 1 == span.first();
            long size = tokens(scene.sight(), span);
            total -= isNext ? size : Math.max(0, size - room);
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

    private static long tokens(Sight sight, Exchanges.Span span) {
        long tokens = 0;
        for (int i = span.first(); i <= span.last(); i++) {
            tokens += sight.tokens(i);
        }
        return tokens;
    }

    private static int digestCharacters(Scene scene) {
        long room = Math.round(scene.moment().budget().hard() * DIGEST_PART);
        return (int) Math.min(scene.moment().count().characters(room), MOST_DIGEST_CHARACTERS);
    }

    /**
     * Puts all between the first and the newest words into one message.
     *
     * @param to what the prompt shall have in the end, for which words may be left out of the message
     * @param least what must be won by it
     */
    private static void fold(Scene scene, long to, long least, Vocabulary vocabulary, Decision.Draft all) {
        Chain chain = scene.chain();
        Folding folding = Folding.of(scene, behindFirstWords(scene), beforeNewestWords(chain));
        if (folding.isEmpty()) {
            return;
        }
        String digest = Digest.of(chain, folding.first(), folding.last(), vocabulary, digestCharacters(scene));
        String frame = Continuation.of(chain, folding.first(), folding.last(), digest, folding.words(0));
        long rest = scene.total() - folding.tokens() + scene.tokens(frame);
        List<String> words = folding.words(to - rest);
        String message = Continuation.of(chain, folding.first(), folding.last(), digest, words);
        if (scene.tokens(message) + least <= folding.tokens()) {
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

    /** Shortens results, each to the size at which all of them fit; what pointed to one gets its lines back. */
    private static void shorten(Scene scene, long mark, Decision.Draft all) {
        Sight sight = scene.sight();
        long most = 0;
        for (int i = 0; i < scene.chain().size(); i++) {
            most = isShortenable(scene, i) ? Math.max(most, sight.tokens(i)) : most;
        }
        while (scene.total() > mark && most > LEAST_RESULT_TOKENS) {
            most = Math.max(LEAST_RESULT_TOKENS, most * 2 / 3);
            int first = scene.chain().size();
            for (int i = scene.chain().size() - 1; i >= 0; i--) {
                if (isShortenable(scene, i) && sight.tokens(i) > most && isShorter(scene, i, most, all)) {
                    first = i;
                }
            }
            if (first < scene.chain().size()) {
                all.addAll(Sweep.from(scene, first).draft());
            }
        }
    }

    private static boolean isShortenable(Scene scene, int index) {
        return scene.chain().piece(index).mayBeCut() && scene.sight().isReadable(index);
    }

    /** Shortens a result to about so many tokens; whether that made it any shorter. */
    private static boolean isShorter(Scene scene, int index, long tokens, Decision.Draft all) {
        Piece piece = scene.chain().piece(index);
        String cut =
                Shortened.of(scene.chain().text(index), tokens / (double) Math.max(1, piece.tokens()), piece.handle());
        long counted = scene.tokens(cut);
        if (counted >= scene.sight().tokens(index)) {
            return false;
        }
        Edit.Reword reword = new Edit.Reword(piece.node(), Edit.Manner.SHORTEN, all.text(cut), counted, List.of());
        all.add(reword);
        scene.sight().reword(index, reword);
        return true;
    }
}
