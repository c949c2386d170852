package dev.throughline.engine.edit;

import com.dynatrace.hash4j.hashing.HashValue128;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.wire.Item;
import dev.throughline.workingset.LineKeys;
import dev.throughline.workingset.NumberedLines;
import dev.throughline.workingset.Piece;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One parsed element of a history, with results that are computed on demand: its lines and its edited bytes. It is used
 * only under the lease of its session.
 */
final class ChainElement {
    private final HashValue128 fingerprint;
    private final Hash lastNode;
    private final int firstPiece;
    private final List<Item> items;
    private final List<Piece> pieces;
    private final List<long[]> rareNames;
    private final @Nullable LineKeys[] lines;
    private @Nullable Written written;

    /** The bytes of the element with some edits applied. The hashes of their texts identify the edits. */
    private record Written(List<Hash> texts, Bytes bytes) {}

    /**
     * A parsed element.
     *
     * @param lastNode the node of its last item that does not belong to a local call
     * @param firstPiece the index of its first piece in the chain
     * @param items its items; their spans point into the element's own bytes
     */
    ChainElement(
            HashValue128 fingerprint,
            Hash lastNode,
            int firstPiece,
            List<Item> items,
            List<Piece> pieces,
            List<long[]> rareNames) {
        this.fingerprint = fingerprint;
        this.lastNode = lastNode;
        this.firstPiece = firstPiece;
        this.items = items;
        this.pieces = pieces;
        this.rareNames = rareNames;
        this.lines = new @Nullable LineKeys[pieces.size()];
    }

    HashValue128 fingerprint() {
        return fingerprint;
    }

    Hash lastNode() {
        return lastNode;
    }

    int firstPiece() {
        return firstPiece;
    }

    List<Item> items() {
        return items;
    }

    /** Its pieces, one for each item. */
    List<Piece> pieces() {
        return pieces;
    }

    /** The keys of the rare names in a piece; {@code index} is the index of the piece in the chain. */
    long[] rareNames(int index) {
        return rareNames.get(index - firstPiece);
    }

    /** The lines of a piece, parsed on the first call; {@code index} is the index of the piece in the chain. */
    LineKeys lines(int index, IntFunction<String> texts) {
        LineKeys known = lines[index - firstPiece];
        if (known == null) {
            known = NumberedLines.of(
                            texts.apply(index), pieces.get(index - firstPiece).subject())
                    .keys();
            lines[index - firstPiece] = known;
        }
        return known;
    }

    /** The edited bytes. They are written again only if the texts of the edits differ from those of the last call. */
    Bytes written(List<Hash> texts, Supplier<Bytes> writer) {
        if (written != null && written.texts().equals(texts)) {
            return written.bytes();
        }
        Bytes bytes = writer.get();
        written = new Written(texts, bytes.compact());
        return bytes;
    }

    /** Whether another element has the same nodes in the same order. */
    boolean hasSameNodes(ChainElement other) {
        return pieces.stream()
                .map(Piece::node)
                .toList()
                .equals(other.pieces.stream().map(Piece::node).toList());
    }
}
