package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Cut;
import dev.throughline.workingset.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is left of whole exchanges when nobody summarises them: who did what, in order, and the rare names.
 *
 * <pre>
 *   [Throughline left out 14 earlier messages here; exact text by handle ab12cd34 to ef56gh78.
 *   - said: The parser drops the last header.
 *   - Read a/Parser.java; Edit a/Parser.java; Bash mvn test
 *   - said: Fixed, all tests pass.
 *   names: parseHeader HeaderBlock 40961]
 * </pre>
 */
public final class Digest {
    private static final int SAID_CHARACTERS = 240;
    private static final int MOST_NAMES = 800;
    private static final int LEAST_NAMES = 40;

    /** Names take no more than this part of what is left beside the first line: a third. */
    private static final int NAMES_SHARE = 3;

    private Digest() {}

    /** The digest of the pieces from one to another, in at most so many characters. */
    public static String of(Chain chain, int first, int last, Vocabulary vocabulary, int characters) {
        List<String> lines = new ArrayList<>();
        List<String> names = new ArrayList<>();
        StringBuilder calls = new StringBuilder();
        for (int i = first; i <= last; i++) {
            Piece piece = chain.piece(i);
            if (piece.isCall()) {
                calls.append(calls.isEmpty() ? "" : "; ")
                        .append(piece.subject().tool())
                        .append(' ')
                        .append(piece.subject().gist());
            } else if (piece.isModel() && !chain.reading(i).isBlank()) {
                flush(calls, lines);
                lines.add("- said: " + brief(chain.reading(i)));
            }
            names.addAll(vocabulary.rarest(
                    i, MOST_NAMES / Math.max(1, last - first + 1) + 20, other -> other < first || other > last));
        }
        flush(calls, lines);
        return bounded(chain, first, last, lines, names, characters);
    }

    /** No more than that the pieces from one to another were left out. */
    public static String bare(Chain chain, int first, int last) {
        return head(chain, first, last) + "]";
    }

    private static String bounded(
            Chain chain, int first, int last, List<String> lines, List<String> names, int characters) {
        String head = head(chain, first, last);
        int most = Math.min(MOST_NAMES, (characters - head.length()) / NAMES_SHARE);
        String tail =
                names.isEmpty() || most < LEAST_NAMES ? "]" : "\nnames: " + Cut.to(String.join(" ", names), most) + "]";
        int room = Math.max(0, characters - head.length() - tail.length());
        StringBuilder middle = new StringBuilder();
        int from = lines.size();
        while (from > 0 && middle.length() + lines.get(from - 1).length() + 1 <= room) {
            from--;
            middle.insert(0, "\n" + lines.get(from));
        }
        return head + middle + tail;
    }

    private static String head(Chain chain, int first, int last) {
        return String.format(
                Locale.ROOT,
                "[Throughline left out %,d earlier pieces here%s%s.",
                last - first + 1,
                chain.handle("; exact text by handle ", first),
                chain.handle(" to ", last));
    }

    private static void flush(StringBuilder calls, List<String> lines) {
        if (!calls.isEmpty()) {
            lines.add("- " + calls);
            calls.setLength(0);
        }
    }

    private static String brief(String text) {
        return Cut.to(text.strip().replaceAll("\\s+", " "), SAID_CHARACTERS);
    }
}
