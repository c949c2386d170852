package dev.throughline.workingset;

import java.util.List;
import java.util.function.IntFunction;

/**
 * The items of a history in order, with access to their texts.
 *
 * @param texts the text of the piece at an index: the output of a result, the arguments of a call as JSON
 * @param readableTexts the same for people: the values of a call's arguments, line by line
 * @param lineKeys the keys of the lines of a text, see {@link NumberedLines}
 * @param nameKeys the keys of the names in a readable text, see {@code fragment.RareNames}
 * @param hasRecall whether the model has the tool {@code recall}, so that notes contain handles
 */
public record Chain(
        List<Piece> pieces,
        IntFunction<String> texts,
        IntFunction<String> readableTexts,
        IntFunction<LineKeys> lineKeys,
        IntFunction<long[]> nameKeys,
        boolean hasRecall) {
    public Chain withRecall(boolean isOffered) {
        return new Chain(pieces, texts, readableTexts, lineKeys, nameKeys, isOffered);
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

    /** The handle of a piece; empty if the model cannot recall it. */
    public String handle(int index) {
        return hasRecall ? piece(index).handle() : "";
    }

    /** A prefix and the handle of a piece; empty if the model cannot recall it. */
    public String handle(String prefix, int index) {
        return hasRecall ? prefix + piece(index).handle() : "";
    }

    public String readableText(int index) {
        return readableTexts.apply(index);
    }

    public LineKeys lineKeys(int index) {
        return lineKeys.apply(index);
    }

    /** The keys of the names in a piece. The array must not be changed. */
    public long[] nameKeys(int index) {
        return nameKeys.apply(index);
    }

    /** The index of the newest user text; -1 if there is none. */
    public int newestUserText() {
        int at = size() - 1;
        while (at >= 0 && !piece(at).isUserText()) {
            at--;
        }
        return at;
    }

    /** For each piece, the number of model turns up to it. */
    public int[] turns() {
        int[] turns = new int[size()];
        int turn = 0;
        boolean wasFromModel = false;
        for (int i = 0; i < turns.length; i++) {
            boolean isFromModel = piece(i).isFromModel();
            turn += isFromModel && !wasFromModel ? 1 : 0;
            turns[i] = turn;
            wasFromModel = isFromModel;
        }
        return turns;
    }
}
