package dev.throughline.search;

/** The progress of a new generation: documents copied and chunks embedded. It serves once both are complete. */
public record RebuildProgress(int documentsDone, int documents, int chunksDone, int chunks) {
    /** From 0 to 1; embedding is most of the work. */
    public double share() {
        double copied = documents == 0 ? 1 : (double) documentsDone / documents;
        return chunks == 0 ? copied : copied * chunksDone / chunks;
    }
}
