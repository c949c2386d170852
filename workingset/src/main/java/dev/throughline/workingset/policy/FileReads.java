package dev.throughline.workingset.policy;

import dev.throughline.workingset.CallKind;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.FilePath;
import dev.throughline.workingset.Piece;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The file of each read of a chain, and when files were written. */
final class FileReads {
    private static final BitSet NEVER = new BitSet();

    private final Chain chain;
    private final Map<String, BitSet> writes = new HashMap<>();
    private final int[] folderChanges;

    FileReads(Chain chain) {
        this.chain = chain;
        this.folderChanges = new int[chain.size()];
        int changes = 0;
        for (int i = 0; i < folderChanges.length; i++) {
            Piece piece = chain.piece(i);
            folderChanges[i] = changes;
            changes += piece.isCall() && piece.subject().shell() == CallSubject.Shell.MOVES ? 1 : 0;
            if (piece.subject().kind() == CallKind.WRITE) {
                for (String path : piece.subject().paths()) {
                    writes.computeIfAbsent(FilePath.end(path), _ -> new BitSet())
                            .set(i);
                }
            }
        }
    }

    /** Whether a piece is a successful read of one file. */
    static boolean isRead(Piece piece) {
        return piece.mayBeCut()
                && !piece.isError()
                && piece.subject().kind() == CallKind.READ
                && piece.subject().path().isPresent();
    }

    /**
     * The file of a read. A relative path in a shell means another file after the shell has changed its folder.
     */
    String of(int index) {
        CallSubject subject = chain.piece(index).subject();
        String path = subject.path().orElseThrow();
        boolean isFixed = subject.shell() == CallSubject.Shell.NONE || FilePath.isAbsolute(path);
        return isFixed ? path : folderChanges[index] + ":" + path;
    }

    /** Whether a tool wrote the file of a read between the read and a later piece. */
    boolean isWrittenBetween(int index, int later) {
        String path = chain.piece(index).subject().path().orElseThrow();
        int next = writes.getOrDefault(FilePath.end(path), NEVER).nextSetBit(index);
        return next >= 0 && next < later;
    }

    /** The reads of each file, whether the model can see them or not. */
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
