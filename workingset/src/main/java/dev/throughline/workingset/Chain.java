package dev.throughline.workingset;

import java.util.List;
import java.util.function.IntFunction;

/**
 * The items of a history in order, with a way to their texts.
 *
 * @param texts the text of the piece at an index: of a result what the tool said, of a call its arguments as they are
 *     written
 * @param readableTexts the same as a person would read it: of a call the values of its arguments, line by line
 * @param lineKeys what the lines of a text say, see {@link NumberedLines}
 * @param nameKeys the keys of the names in a readable text, see {@code fragment.RareNames}
 * @param hasRecall whether the model has a tool that brings pieces back, so that it makes sense to name handles
 */
public record Chain(
        List<Piece> pieces,
        IntFunction<String> texts,
        IntFunction<String> readableTexts,
        IntFunction<LineKeys> lineKeys,
        IntFunction<long[]> nameKeys,
        boolean hasRecall) {
    /** The same for a model that has that tool, or has not. */
    public Chain withRecall(boolean isSo) {
        return new Chain(pieces, texts, readableTexts, lineKeys, nameKeys, isSo);
    }

    public int size() {
        return pieces.size();
    }

    public Piece piece(int index) {
        return pieces.get(index);
    }

    public String text(int index) {
        return texts.apply(index);
    }

    /** The short name by which the model can bring a piece back; empty if it has no tool for that. */
    public String handle(int index) {
        return hasRecall ? piece(index).handle() : "";
    }

    /** A text with the handle of a piece behind it; empty if the model can do nothing with one. */
    public String handle(String before, int index) {
        return hasRecall ? before + piece(index).handle() : "";
    }

    public String readableText(int index) {
        return readableTexts.apply(index);
    }

    /** What the lines of a piece say. */
    public LineKeys lineKeys(int index) {
        return lineKeys.apply(index);
    }

    /** The keys of the marks that stand in a piece; not to be written to. */
    public long[] nameKeys(int index) {
        return nameKeys.apply(index);
    }

    /** For each piece, how many turns of the model's came before it. */
    public int[] turns() {
        int[] turns = new int[size()];
        int turn = 0;
        boolean isModel = false;
        for (int i = 0; i < turns.length; i++) {
            boolean speaks = piece(i).isFromModel();
            turn += speaks && !isModel ? 1 : 0;
            turns[i] = turn;
            isModel = speaks;
        }
        return turns;
    }
}
