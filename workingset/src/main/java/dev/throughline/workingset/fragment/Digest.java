package dev.throughline.workingset.fragment;

import dev.throughline.model.text.DisplayText;
import dev.throughline.model.text.TextCut;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import java.util.ArrayList;
import java.util.List;

/**
 * A message that replaces whole exchanges without a model: what was said and done, in order, and the rare names.
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

    /** Longer outputs get a recall id. Files do not: they can be read again. */
    private static final int LONG_OUTPUT = 1_000;

    /** Calls in one line. */
    private static final int MAX_CALLS = 6;

    private static final int NAMES_CHARACTERS = 800;
    private static final int MIN_NAMES = 40;

    /** Characters of the line that counts the lines left out. */
    private static final int LEFT_OUT = 36;

    /** Names take at most a third of the space after the first line. */
    private static final int NAMES_SHARE = 3;

    private Digest() {}

    public static String of(Chain chain, int first, int last, RareNames rareNames, int characters) {
        List<String> lines = new ArrayList<>();
        List<String> done = new ArrayList<>();
        for (int i = first; i <= last; i++) {
            Piece piece = chain.piece(i);
            if (piece.isResult()) {
                done.add(Stub.what(chain, i) + id(chain, i));
                if (done.size() == MAX_CALLS) {
                    flush(done, lines);
                }
            } else if (piece.isFromModel()
                    && !piece.isCall()
                    && !chain.readableText(i).isBlank()) {
                flush(done, lines);
                String said = chain.readableText(i).strip().replaceAll("\\s+", " ");
                lines.add("- said: " + TextCut.to(said, SAID_CHARACTERS));
            }
        }
        flush(done, lines);
        String head = CutNote.messages(messages(chain, first, last)) + "; what was said and done:";
        int max = Math.min(NAMES_CHARACTERS, (characters - head.length()) / NAMES_SHARE);
        List<String> names = max < MIN_NAMES ? List.of() : names(first, last, rareNames, max);
        return bounded(head, lines, names, characters);
    }

    /** Only the number of messages that were removed, and the user messages among them. */
    public static String ofUserMessages(Chain chain, int first, int last, List<String> userTexts) {
        String head = CutNote.messages(messages(chain, first, last));
        return userTexts.isEmpty()
                ? head + "]"
                : head + "; what the user said, oldest first:\n"
                        + Continuation.messages(userTexts).strip() + "]";
    }

    private static int messages(Chain chain, int first, int last) {
        return chain.piece(last).element() - chain.piece(first).element() + 1;
    }

    /**
     * The rarest names of each piece, the newest first. Each piece gets an equal share of the remaining names, so that
     * pieces without names leave theirs to older ones.
     */
    private static List<String> names(int first, int last, RareNames rareNames, int characters) {
        List<String> names = new ArrayList<>();
        int left = characters;
        for (int i = last; i >= first && names.size() < Stub.MAX_NAMES; i--) {
            int share = Math.ceilDiv(Stub.MAX_NAMES - names.size(), i - first + 1);
            for (String name : rareNames.rarest(i, share, left, other -> other < first || other > last)) {
                names.add(name);
                left -= name.length() + ", ".length();
            }
        }
        return names;
    }

    private static String bounded(String head, List<String> lines, List<String> names, int characters) {
        String tail = names.isEmpty() ? "]" : "\nmentions " + String.join(", ", names) + "]";
        int space = Math.max(0, characters - head.length() - tail.length() - LEFT_OUT);
        int from = lines.size();
        while (from > 0 && space >= lines.get(from - 1).length() + 1) {
            from--;
            space -= lines.get(from).length() + 1;
        }
        List<String> all = new ArrayList<>(List.of(head));
        if (from > 0 && characters > head.length() + tail.length() + LEFT_OUT) {
            all.add("(" + DisplayText.quantity(from, "earlier line") + " left out)");
        }
        all.addAll(lines.subList(from, lines.size()));
        return String.join("\n", all) + tail;
    }

    /** The recall id of a long output that cannot be produced again. */
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
}
