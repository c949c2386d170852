package dev.throughline.workingset;

/** Pieces of a chain from one index to another, both included. */
public record PieceRange(int first, int last) {
    public boolean contains(int index) {
        return index >= first && index <= last;
    }
}
