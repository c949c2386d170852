package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.Why;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.Shortened;
import dev.throughline.workingset.fragment.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Makes a prompt fit, whatever it takes, in this order: old results and arguments become stubs, younger and younger
 * ones; the oldest exchanges become digests; the longest results that are left are shortened, the newest last.
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
        clear(scene, Math.round(mark * TO), all);
        if (mayDrop && scene.total() > mark * TO) {
            drop(scene, Math.round(mark * TO), all);
        }
        if (scene.total() > mark) {
            shorten(scene, mark, all);
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

    private void clear(Scene scene, long to, Decision.Draft all) {
        for (double part = 1; part > YOUNGEST && scene.total() > to; part *= YOUNGER) {
            Fate[] fates = ages.fates(scene.chain(), scene.sight(), part);
            if (Arrays.stream(fates).anyMatch(fate -> fate != Fate.STAYS)) {
                all.addAll(Sweep.run(scene, fates).draft());
            }
        }
    }

    /** Replaces the oldest exchanges by digests; those that touch share one, also with what was replaced before. */
    private static void drop(Scene scene, long to, Decision.Draft all) {
        long room = Math.round(scene.moment().budget().hard() * DIGEST_PART);
        List<Exchanges.Span> chosen = chosen(scene, to, room);
        Chain chain = scene.chain();
        Vocabulary vocabulary = new Vocabulary(chain);
        int first = chain.size();
        for (Exchanges.Span span : Exchanges.joined(chosen)) {
            if (scene.sight().replacedTo(span.first()) == span.last()) {
                continue;
            }
            int characters = (int) Math.min(scene.moment().count().characters(room), MOST_DIGEST_CHARACTERS);
            String digest = Digest.of(chain, span.first(), span.last(), vocabulary, characters);
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

    /** The oldest spans without which the prompt is small enough, each gap between them counted as a digest. */
    private static List<Exchanges.Span> chosen(Scene scene, long to, long room) {
        Chain chain = scene.chain();
        List<Exchanges.Span> chosen = new ArrayList<>();
        long total = scene.total();
        for (Exchanges.Span span : Exchanges.before(chain, scene.sight(), Ages.newestExchange(chain))) {
            if (total <= to) {
                break;
            }
            boolean isNext = !chosen.isEmpty() && chosen.getLast().last() + 1 == span.first();
            long size = tokens(scene.sight(), span);
            total -= isNext ? size : Math.max(0, size - room);
            chosen.add(span);
        }
        return chosen;
    }

    private static long tokens(Sight sight, Exchanges.Span span) {
        long tokens = 0;
        for (int i = span.first(); i <= span.last(); i++) {
            tokens += sight.tokens(i);
        }
        return tokens;
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
        if (scene.tokens(cut) >= scene.sight().tokens(index)) {
            return false;
        }
        Edit.Reword reword =
                new Edit.Reword(piece.node(), Edit.Manner.SHORTEN, all.text(cut), scene.tokens(cut), List.of());
        all.add(reword);
        scene.sight().reword(index, reword);
        return true;
    }
}
