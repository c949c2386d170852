package dev.throughline.workingset.policy;

import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.FilePath;
import dev.throughline.workingset.Piece;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Which file each read of a chain shows, and when files were written to. */
final class FileReads {
    private static final BitSet NEVER = new BitSet();

    private final Chain chain;
    private final Map<String, BitSet> writes = new HashMap<>();
    private final int[] moves;

    FileReads(Chain chain) {
        this.chain = chain;
        this.moves = new int[chain.size()];
        int moved = 0;
        for (int i = 0; i < moves.length; i++) {
            Piece piece = chain.piece(i);
            moves[i] = moved;
            moved += piece.isCall() && piece.subject().shell() == CallSubject.Shell.MOVES ? 1 : 0;
            if (piece.subject().kind() == CallSubject.Kind.WRITE) {
                for (String path : piece.subject().paths()) {
                    writes.computeIfAbsent(FilePath.end(path), _ -> new BitSet())
                            .set(i);
                }
            }
        }
    }

    /** Whether a piece shows a part of one file as it was then. */
    static boolean isRead(Piece piece) {
        return piece.mayBeCut()
                && !piece.isError()
                && piece.subject().kind() == CallSubject.Kind.READ
                && piece.subject().path().isPresent();
    }

    /**
     * The file of which a read shows a part. A shell may change its folder with every command, and with it
     * the file to which a relative path leads.
     */
    String of(int index) {
        CallSubject subject = chain.piece(index).subject();
        String path = subject.path().orElseThrow();
        boolean isFixed = subject.shell() == CallSubject.Shell.NONE || FilePath.isAbsolute(path);
        return isFixed ? path : moves[index] + ":" + path;
    }

    /** Whether a tool wrote to the file of a read between it and a later one. */
    boolean isWrittenBetween(int index, int later) {
        String path = chain.piece(index).subject().path().orElseThrow();
        int next = writes.getOrDefault(FilePath.end(path), NEVER).nextSetBit(index);
        return next >= 0 && next < later;
    }

    /** The reads of each file, seen by the model or not. */
    Collection<BitSet> reads() {
        Map<String, BitSet> reads = new HashMap<>();
        for (int i = 0; i < chain.size(); i++) {
            if (isRead(chain.piece(i))) {
                reads.computeIfAbsent(of(i), _ -> new BitSet()).set(i);
            }
        }
        return reads.values();
    }
}
