package dev.throughline.workingset.fragment;

import dev.throughline.model.text.TextCut;
import dev.throughline.workingset.CallKind;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.NumberedLines;
import dev.throughline.workingset.Piece;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The note that replaces a result: the call, its outcome, how to recall the result, and the rare names that only it
 * contained.
 *
 * <pre>
 *   before  {"file_path":"a/Parser.java", … 14,200 characters
 *   after   [output cut: Read a/Parser.java; mentions parseHeader, a/Lexer.java; 14,200 characters; recall id=ab12cd34]
 * </pre>
 */
public final class Stub {
    static final int MAX_NAMES = 12;

    private static final int NAMES_CHARACTERS = 300;

    /** Names take at most this part of what the note replaces. */
    private static final double NAMES_PART = 0.25;

    private static final int ERROR_CHARACTERS = 160;

    private static final String AGAIN = "read again below";

    /** Longer arguments are cut. */
    private static final int LONG_ARGUMENT = 500;

    private Stub() {}

    public static String of(Chain chain, int index, RareNames rareNames, IntPredicate isReadable) {
        int characters = (int) Math.min(
                NAMES_CHARACTERS, Math.round(NAMES_PART * chain.text(index).length()));
        String error = firstError(chain, index);
        List<String> names = rareNames.rarest(index, MAX_NAMES, characters, isReadable).stream()
                .filter(name -> !error.contains(name))
                .toList();
        List<String> facts = new ArrayList<>(List.of(error));
        facts.add(names.isEmpty() ? "" : "mentions " + String.join(", ", names));
        return CutNote.output(chain, index, what(chain, index), facts);
    }

    /** The note without names and errors. */
    public static String withoutNames(Chain chain, int index) {
        return CutNote.output(chain, index, what(chain, index), List.of());
    }

    /** An estimate of the note's length, without reading the text. */
    public static long characters(Piece piece, long characters) {
        double names = Math.min(NAMES_CHARACTERS, NAMES_PART * characters) / 2;
        return 90L + piece.subject().gist().length() + Math.round(names);
    }

    /** A read without the lines that a later one shows. */
    public static String superseded(Chain chain, int index, BitSet shown) {
        CallSubject subject = chain.piece(index).subject();
        NumberedLines lines = NumberedLines.of(PlainResult.of(chain.text(index), subject), subject);
        List<String> parts = new ArrayList<>();
        boolean isAll = true;
        int at = 0;
        while (at < lines.count()) {
            boolean isShown = shown.get(at);
            int next = isShown ? shown.nextClearBit(at) : shown.nextSetBit(at);
            int end = next < 0 ? lines.count() : Math.min(next, lines.count());
            isAll &= isShown || lines.text(at, end).isBlank();
            parts.add(isShown ? again(lines, at, end) : lines.text(at, end));
            at = end;
        }
        return isAll ? CutNote.output(chain, index, what(chain, index), List.of(AGAIN)) : String.join("\n", parts);
    }

    private static String again(NumberedLines lines, int from, int to) {
        return lines.range(from, to - 1)
                .map(range -> CutNote.lines(range, AGAIN))
                .orElseGet(() -> CutNote.lines(to - from, AGAIN));
    }

    /** The arguments of a call with emptied lists: {@code {"todos":[]}}. */
    public static String emptied(String arguments) {
        StringBuilder left = new StringBuilder();
        int depth = 0;
        int at = 0;
        while (at < arguments.length()) {
            char c = arguments.charAt(at);
            int end = c == '"' ? quoted(arguments, at) : at + 1;
            depth -= c == ']' && depth > 0 ? 1 : 0;
            left.append(depth == 0 ? arguments.substring(at, end) : "");
            depth += c == '[' ? 1 : 0;
            at = end;
        }
        return depth == 0 ? left.toString() : arguments;
    }

    /**
     * The arguments of a call without their long texts. Used only if nothing else makes the prompt fit: models imitate
     * notes in arguments.
     */
    public static String ofCall(Chain chain, int index) {
        String text = chain.text(index);
        if (!text.stripLeading().startsWith("{")) {
            return CutNote.characters(text.length(), chain.handle("recall id=", index));
        }
        StringBuilder cut = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int end = text.charAt(at) == '"' ? quoted(text, at) : at + 1;
            boolean isLong = end - at > LONG_ARGUMENT;
            cut.append(
                    isLong
                            ? "\"" + CutNote.characters(end - at - 2, chain.handle("recall id=", index)) + "\""
                            : text.substring(at, end));
            at = end;
        }
        return cut.toString();
    }

    /** The end of the quoted text that begins here. */
    private static int quoted(String text, int from) {
        int at = from + 1;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(text.length(), at + 1);
    }

    /** The call of a result and its outcome: {@code Bash mvn test → exit 1}. */
    static String what(Chain chain, int index) {
        Piece piece = chain.piece(index);
        String call = (piece.subject().tool() + " " + piece.subject().gist()).strip();
        String ending = piece.subject().kind() == CallKind.WRITE
                ? EditOutcome.of(piece, chain.text(index))
                : status(chain, index).map(status -> "exit " + status).orElse(piece.isError() ? "failed" : "");
        return ending.isEmpty() ? call : call + " → " + ending;
    }

    /** The exit status of a command; for one that prints files only if it is not 0. */
    private static Optional<String> status(Chain chain, int index) {
        Piece piece = chain.piece(index);
        return switch (piece.subject().kind()) {
            case BUILD, RUN -> ExitStatus.of(chain.text(index));
            case READ, SEARCH, LISTING ->
                piece.subject().shell() == CallSubject.Shell.NONE
                        ? Optional.empty()
                        : ExitStatus.ofPrinted(chain.text(index), piece.isError())
                                .filter(status -> !status.equals("0"));
            case WRITE, TODO, OTHER -> Optional.empty();
        };
    }

    /** The first line that reports a failure, in quotes; empty if there is none. */
    private static String firstError(Chain chain, int index) {
        Piece piece = chain.piece(index);
        return ErrorLine.in(chain.text(index), piece.subject(), piece.isError(), status(chain, index))
                .map(line -> "\"" + TextCut.to(line.strip(), ERROR_CHARACTERS) + "\"")
                .orElse("");
    }
}
