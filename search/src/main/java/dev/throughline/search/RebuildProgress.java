package dev.throughline.search;

/** How far a new generation is: documents taken over, and chunks embedded. It serves once both are complete. */
public record RebuildProgress(int documentsDone, int documents, int chunksDone, int chunks) {
    /** From 0 to 1; embedding is nearly all of the work. */
    public double share() {
        double taken = documents == 0 ? 1 : (double) documentsDone / documents;
        return chunks == 0 ? taken : taken * chunksDone / chunks;
    }
}
