package dev.throughline.workingset.fragment;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Cut;
import dev.throughline.workingset.Lines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Shown;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A result whose repeats have become pointers.
 *
 * <pre>
 *   shown above          arrives                 sent
 *   Read a.go            Read a.go
 *     1→package a          1→package a           [lines 1-40: as above in Read a.go; whole: ab12cd34]
 *     …                    …
 *    40→}                 40→}
 *                         41→func New() {}        41→func New() {}
 * </pre>
 *
 * @param targets the pieces that the pointers point to
 */
public record Repeats(String text, Set<Integer> targets) {
    private static final int LEAST_CHARACTERS = 150;
    private static final int LABEL_CHARACTERS = 48;

    /** The text of a piece without what is shown already; nothing if it would not get shorter by that. */
    public static Optional<Repeats> in(Chain chain, int piece, Lines lines, Shown shown) {
        StringBuilder text = new StringBuilder();
        Set<Integer> targets = new TreeSet<>();
        int kept = 0;
        int line = 0;
        while (line < lines.count()) {
            Shown.Repeat repeat = shown.longest(lines, line);
            if (repeat.count() < shown.leastLines()
                    || lines.characters(line, line + repeat.count()) < LEAST_CHARACTERS) {
                line++;
                continue;
            }
            keep(text, lines, kept, line);
            int last = line + repeat.count() - 1;
            text.append("[lines ").append(lines.range(line, last));
            text.append(": as above in ").append(label(chain.piece(repeat.piece())));
            text.append(targets.isEmpty() ? chain.handle("; whole: ", piece) : "")
                    .append("]\n");
            targets.add(repeat.piece());
            line = last + 1;
            kept = line;
        }
        if (targets.isEmpty()) {
            return Optional.empty();
        }
        keep(text, lines, kept, lines.count());
        text.setLength(text.length() - 1);
        return text.length() + 1 < lines.characters(0, lines.count())
                ? Optional.of(new Repeats(text.toString(), targets))
                : Optional.empty();
    }

    private static void keep(StringBuilder text, Lines lines, int from, int to) {
        if (from < to) {
            text.append(lines.text(from, to)).append('\n');
        }
    }

    private static String label(Piece piece) {
        return switch (piece.kind()) {
            case TOOL_CALL, TOOL_RESULT -> named(piece);
            case USER -> "the user's message";
            case ASSISTANT, REASONING -> "your message";
            case SYSTEM, OTHER -> "an earlier message";
        };
    }

    private static String named(Piece piece) {
        String gist = piece.subject().gist();
        String brief = piece.subject().path().isPresent() && gist.length() > LABEL_CHARACTERS
                ? Cut.toEnd(gist, LABEL_CHARACTERS)
                : gist.substring(0, Cut.before(gist, Math.min(gist.length(), LABEL_CHARACTERS)));
        String call = (piece.isCall() ? "the call of " : "") + piece.subject().tool();
        return call.isEmpty() ? "an earlier result" : (call + " " + brief).strip();
    }
}
