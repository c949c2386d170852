package dev.throughline.workingset.policy;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.Layout;
import dev.throughline.workingset.fragment.Shortened;

/**
 * Cuts the longest results of a range until the prompt is small enough, all to about the same size.
 *
 * <pre>
 *   before   r 9,000   r 300   r 5,000        6,000 too many
 *   after    S 4,000   r 300   S 4,000
 * </pre>
 */
final class Shortening {
    private static final long LEAST_RESULT_TOKENS = 200;

    /** The same when nothing else makes the prompt fit. */
    private static final long FEWEST_RESULT_TOKENS = 40;

    private Shortening() {}

    /** Shortens the longest results in a range until all fits. */
    static void run(Scene scene, long to, Exchanges.Span range, Decision.Draft all) {
        run(scene, to, range, LEAST_RESULT_TOKENS, all);
    }

    /** Shortens all results to a few lines, for a window that holds nothing else. */
    static void further(Scene scene, long to, Decision.Draft all) {
        run(scene, to, new Exchanges.Span(0, scene.chain().size() - 1), FEWEST_RESULT_TOKENS, all);
    }

    private static void run(Scene scene, long to, Exchanges.Span range, long least, Decision.Draft all) {
        long most = level(scene, range, least, scene.total() - to);
        while (scene.total() > to && most >= least) {
            for (int i = range.last(); i >= range.first(); i--) {
                if (mayShorten(scene, i) && scene.sight().tokens(i) > most) {
                    shorten(scene, i, most, all);
                }
            }
            most = most == least ? 0 : Math.max(least, most * 9 / 10);
        }
    }

    /** The size to which the results in a range have to be cut to free so many tokens. */
    private static long level(Scene scene, Exchanges.Span range, long least, long free) {
        long low = least;
        long high = scene.total();
        while (high - low > 1) {
            long level = (low + high) / 2;
            long freed = 0;
            for (int i = range.first(); i <= range.last(); i++) {
                freed += mayShorten(scene, i) ? Math.max(0, scene.sight().tokens(i) - level) : 0;
            }
            low = freed >= free ? level : low;
            high = freed >= free ? high : level;
        }
        return low;
    }

    /** Whether a part of a piece may go, and it was not cleared before. */
    static boolean mayShorten(Scene scene, int index) {
        return scene.chain().piece(index).mayBeCut() && scene.sight().isReadable(index);
    }

    /** Shortens a result to about so many tokens, if that makes it any shorter. */
    private static void shorten(Scene scene, int index, long tokens, Decision.Draft all) {
        Piece piece = scene.chain().piece(index);
        String plain = Layout.plain(scene.chain().text(index), piece.subject());
        double part = tokens / (double) Math.max(1, scene.tokens(plain));
        String cut = Shortened.of(plain, piece.subject(), part, scene.chain().handle(index));
        long counted = scene.tokens(cut);
        if (counted < scene.sight().tokens(index)) {
            Edit.Reword reword = new Edit.Reword(piece.node(), Edit.Manner.SHORTEN, all.text(cut), counted);
            all.add(reword);
            scene.sight().reword(index, reword);
        }
    }
}
