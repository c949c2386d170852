package dev.throughline.workingset.fragment;

import dev.throughline.model.text.DisplayText;
import dev.throughline.model.text.TextCut;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import java.util.ArrayList;
import java.util.List;

/**
 * What is left of whole exchanges when nobody summarises them: who did what, in order, and the rare names.
 *
 * <pre>
 *   [14 earlier messages cut; what was said and done:
 *   - said: The parser drops the last header.
 *   - Read a/Parser.java; Edit a/Parser.java → succeeded; Bash mvn test → exit 1 (recall id=ab12cd34)
 *   - said: Fixed, all tests pass.
 *   mentions parseHeader, HeaderBlock]
 * </pre>
 */
public final class Digest {
    private static final int SAID_CHARACTERS = 240;

    /** An output above this can be recalled by its id; a file is better read again. */
    private static final int LONG_OUTPUT = 1_000;

    /** As many calls share a line. */
    private static final int MOST_DONE = 6;

    private static final int NAMES_CHARACTERS = 800;
    private static final int LEAST_NAMES = 40;

    /** Characters of the line that says how many others are missing. */
    private static final int LEFT_OUT = 36;

    /** Names take no more than this part of what is left beside the first line: a third. */
    private static final int NAMES_SHARE = 3;

    private Digest() {}

    /** The digest of the pieces from one to another, in at most so many characters. */
    public static String of(Chain chain, int first, int last, RareNames rareNames, int characters) {
        List<String> lines = new ArrayList<>();
        List<String> done = new ArrayList<>();
        for (int i = first; i <= last; i++) {
            Piece piece = chain.piece(i);
            if (piece.isResult()) {
                done.add(Stub.what(chain, i) + id(chain, i));
                if (done.size() == MOST_DONE) {
                    flush(done, lines);
                }
            } else if (piece.isFromModel()
                    && !piece.isCall()
                    && !chain.readableText(i).isBlank()) {
                flush(done, lines);
                lines.add("- said: " + brief(chain.readableText(i), SAID_CHARACTERS));
            }
        }
        flush(done, lines);
        String head = CutNote.messages(messages(chain, first, last)) + "; what was said and done:";
        int most = Math.min(NAMES_CHARACTERS, (characters - head.length()) / NAMES_SHARE);
        List<String> names = most < LEAST_NAMES ? List.of() : names(first, last, rareNames, most);
        return bounded(head, lines, names, characters);
    }

    /** No more than that the pieces from one to another were cut. */
    public static String bare(Chain chain, int first, int last) {
        return CutNote.messages(messages(chain, first, last)) + "]";
    }

    private static int messages(Chain chain, int first, int last) {
        return chain.piece(last).element() - chain.piece(first).element() + 1;
    }

    /**
     * The rarest names of each piece, the newest first, in at most so many characters. Each piece may give its share of
     * what is still wanted, so that those without names leave theirs to older ones.
     */
    private static List<String> names(int first, int last, RareNames rareNames, int characters) {
        List<String> names = new ArrayList<>();
        int left = characters;
        for (int i = last; i >= first && names.size() < Stub.MOST_NAMES; i--) {
            int share = Math.ceilDiv(Stub.MOST_NAMES - names.size(), i - first + 1);
            for (String name : rareNames.rarest(i, share, left, other -> other < first || other > last)) {
                names.add(name);
                left -= name.length() + ", ".length();
            }
        }
        return names;
    }

    private static String bounded(String head, List<String> lines, List<String> names, int characters) {
        String tail = names.isEmpty() ? "]" : "\nmentions " + String.join(", ", names) + "]";
        int room = Math.max(0, characters - head.length() - tail.length() - LEFT_OUT);
        int from = lines.size();
        while (from > 0 && room >= lines.get(from - 1).length() + 1) {
            from--;
            room -= lines.get(from).length() + 1;
        }
        List<String> all = new ArrayList<>(List.of(head));
        if (from > 0 && characters > head.length() + tail.length() + LEFT_OUT) {
            all.add("(" + DisplayText.many(from, "earlier line") + " left out)");
        }
        all.addAll(lines.subList(from, lines.size()));
        return String.join("\n", all) + tail;
    }

    /** How to get back what no one can run again. */
    private static String id(Chain chain, int index) {
        boolean isOutput =
                switch (chain.piece(index).subject().kind()) {
                    case BUILD, RUN, OTHER -> true;
                    case READ, WRITE, SEARCH, LISTING, TODO -> false;
                };
        boolean isLong = isOutput && chain.text(index).length() > LONG_OUTPUT;
        return isLong && chain.hasRecall() ? " (" + chain.handle("recall id=", index) + ")" : "";
    }

    private static void flush(List<String> done, List<String> lines) {
        if (!done.isEmpty()) {
            lines.add("- " + String.join("; ", done));
            done.clear();
        }
    }

    private static String brief(String text, int characters) {
        return TextCut.to(text.strip().replaceAll("\\s+", " "), characters);
    }
}
