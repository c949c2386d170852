package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Lines;
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
    private static final long LEAST_RESULT_TOKENS = 200;

    private final Ages ages;

    Fitting(Ages ages) {
        this.ages = ages;
    }

    List<Decision> decide(Scene scene, Why.Trigger trigger) {
        long before = scene.total();
        long mark = scene.moment().budget().hard();
        Decision.Draft all = new Decision.Draft();
        clear(scene, Math.round(mark * TO), all);
        if (scene.total() > mark * TO) {
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

    private static void drop(Scene scene, long to, Decision.Draft all) {
        Chain chain = scene.chain();
        Sight sight = scene.sight();
        List<Exchanges.Span> chosen = new ArrayList<>();
        long total = scene.total();
        for (Exchanges.Span span : Exchanges.before(chain, sight, Ages.newestExchange(chain))) {
            if (total <= to) {
                break;
            }
            for (int i = span.first(); i <= span.last(); i++) {
                total -= sight.tokens(i);
            }
            chosen.add(span);
        }
        if (chosen.isEmpty()) {
            return;
        }
        Vocabulary vocabulary = new Vocabulary(chain);
        long room = scene.moment().count().characters(Math.round(scene.moment().budget().hard() * DIGEST_PART));
        for (Exchanges.Span span : Exchanges.joined(chosen)) {
            String digest = Digest.of(chain, span.first(), span.last(), vocabulary, (int) Math.min(room, 1 << 20));
            long tokens = scene.tokens(digest);
            all.add(new Edit.Replace(
                    Exchanges.node(chain, span.first()),
                    Exchanges.node(chain, span.last()),
                    all.text(digest),
                    tokens));
            sight.replace(span.first(), span.last(), tokens);
        }
        all.addAll(Sweep.from(scene, chosen.getFirst().first()).draft());
    }

    /** Shortens results, each to the size at which all of them fit. */
    private static void shorten(Scene scene, long mark, Decision.Draft all) {
        Sight sight = scene.sight();
        long most = 0;
        for (int i = 0; i < scene.chain().size(); i++) {
            most = isShortenable(scene, i) ? Math.max(most, sight.tokens(i)) : most;
        }
        while (scene.total() > mark && most > LEAST_RESULT_TOKENS) {
            most = Math.max(LEAST_RESULT_TOKENS, most * 2 / 3);
            for (int i = 0; i < scene.chain().size(); i++) {
                if (isShortenable(scene, i) && sight.tokens(i) > most) {
                    shorten(scene, i, most, all);
                }
            }
        }
        scene.shown().truncate(0);
        for (int i = 0; i < scene.chain().size(); i++) {
            if (sight.isReadable(i) && sight.reword(i) == null) {
                scene.shown().show(Lines.of(scene.chain().reading(i)));
            } else {
                scene.shown().hide();
            }
        }
    }

    private static boolean isShortenable(Scene scene, int index) {
        return scene.chain().piece(index).isResult() && scene.sight().isReadable(index);
    }

    private static void shorten(Scene scene, int index, long tokens, Decision.Draft all) {
        Piece piece = scene.chain().piece(index);
        String text = scene.chain().text(index);
        String cut = Shortened.of(
                text, tokens / (double) Math.max(1, piece.tokens()), piece.handle());
        if (scene.tokens(cut) < scene.sight().tokens(index)) {
            Edit.Reword reword = new Edit.Reword(
                    piece.node(), Edit.Manner.SHORTEN, all.text(cut), scene.tokens(cut), List.of());
            all.add(reword);
            scene.sight().reword(index, reword);
        }
    }
}
