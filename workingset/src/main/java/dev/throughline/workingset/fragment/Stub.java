package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * What is left of a result or of a call's long arguments when they are cleared: what it was, how to get it back, and
 * the rare names that stood in it and nowhere else.
 *
 * <pre>
 *   before  {"file_path":"a/Parser.java", … 14,200 characters
 *   after   [cleared: Read a/Parser.java, 14,200 characters, handle ab12cd34; names: parseHeader a/Lexer.java 40961]
 * </pre>
 */
public final class Stub {
    /** Characters that the names may take: what a command printed cannot be read again as a file can. */
    private static final int MOST_NAMES_OF_OUTPUT = 800;

    private static final int MOST_NAMES_OF_FILE = 400;
    private static final int MOST_NAMES_OF_CALL = 240;

    /** The same as a part of what is cleared. */
    private static final double NAMES_PART = 0.25;

    /** A quoted argument above this is cleared, a shorter one stays. */
    private static final int LONG_ARGUMENT = 200;

    private Stub() {}

    /** What stands in the place of a result. */
    public static String ofResult(Chain chain, int index, Vocabulary vocabulary, IntPredicate isReadable) {
        String text = chain.text(index);
        Piece piece = chain.piece(index);
        List<String> names = vocabulary.rarest(index, budget(most(piece), text.length()), isReadable);
        String what = (piece.subject().tool() + " " + piece.subject().gist()).strip();
        return "[cleared: " + (what.isEmpty() ? "a result" : what) + ", " + size(text.length())
                + chain.handle(", handle ", index) + named(names) + "]";
    }

    /** The most characters that a stub takes, without looking at the text. */
    public static long characters(Piece piece, long characters) {
        return 50L + piece.subject().gist().length() + budget(most(piece), characters);
    }

    private static int most(Piece piece) {
        if (piece.isCall()) {
            return MOST_NAMES_OF_CALL;
        }
        return switch (piece.subject().sort()) {
            case READ, WRITE -> MOST_NAMES_OF_FILE;
            case LISTING, SEARCH, BUILD, RUN, OTHER -> MOST_NAMES_OF_OUTPUT;
        };
    }

    /** The arguments of a call with the long ones cleared. */
    public static String ofCall(Chain chain, int index, Vocabulary vocabulary, IntPredicate isReadable) {
        String text = chain.text(index);
        List<String> names = vocabulary.rarest(index, budget(most(chain.piece(index)), text.length()), isReadable);
        String first = chain.handle(", handle ", index) + named(names);
        if (!text.stripLeading().startsWith("{")) {
            return "[cleared: " + size(text.length()) + first + "]";
        }
        StringBuilder cut = new StringBuilder();
        boolean isNamed = false;
        int at = 0;
        while (at < text.length()) {
            int end = text.charAt(at) == '"' ? quoted(text, at) : at + 1;
            if (end - at > LONG_ARGUMENT) {
                cut.append("\"[cleared: ")
                        .append(size(end - at - 2))
                        .append(isNamed ? "" : first)
                        .append("]\"");
                isNamed = true;
            } else {
                cut.append(text, at, end);
            }
            at = end;
        }
        return cut.toString();
    }

    /** Where a quoted text ends that begins here. */
    private static int quoted(String text, int from) {
        int at = from + 1;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(text.length(), at + 1);
    }

    private static int budget(int most, long characters) {
        return (int) Math.min(most, Math.round(NAMES_PART * characters));
    }

    private static String named(List<String> names) {
        return names.isEmpty() ? "" : "; names: " + String.join(" ", names);
    }

    private static String size(int characters) {
        return String.format(Locale.ROOT, "%,d characters", characters);
    }
}
