package dev.throughline.wire;

import dev.throughline.model.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * What could not be understood of a reply, kept within a limit. What comes after the limit is counted and dropped, and
 * one last entry says so in words.
 */
final class Unread {
    /** The most entries, so that a flood of tiny ones costs no more than their bytes. */
    private static final int MOST_ENTRIES = 4_096;

    private final long mostBytes;
    private final List<Bytes> kept = new ArrayList<>();
    private long keptBytes;
    private long droppedEntries;
    private long droppedBytes;

    Unread(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Keeps a copy, or counts. Once one entry was dropped all later ones are, so that what is kept has no hole. */
    void add(Bytes raw) {
        boolean fits = kept.size() < MOST_ENTRIES && keptBytes + raw.length() <= mostBytes;
        if (!fits || droppedEntries > 0) {
            dropped(1, raw.length());
            return;
        }
        kept.add(Bytes.of(raw.toArray()));
        keptBytes += raw.length();
    }

    /** Counts what was dropped before it came here. */
    void dropped(long entries, long bytes) {
        droppedEntries += entries;
        droppedBytes += bytes;
    }

    List<Bytes> entries() {
        if (droppedEntries == 0) {
            return List.copyOf(kept);
        }
        List<Bytes> entries = new ArrayList<>(kept);
        entries.add(Bytes.of("throughline: dropped " + droppedEntries + " more, " + droppedBytes + " bytes"));
        return entries;
    }
}
