package dev.throughline.search.index;

import dev.throughline.search.IndexStatus.RebuildProgress;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchLimits;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * A new generation that is not complete, and the documents of the serving one that it still has to copy.
 *
 * <p>Documents that are put or removed meanwhile are changed in both generations. So only documents that the new one
 * does not have are copied, as they are at that moment. Used on the writing thread; the counts may be read by all.
 */
final class GenerationBuild {
    private final Generation generation;
    private final Queue<String> left;
    private final int documents;
    private volatile int done;
    private volatile boolean isFed;

    /** @param isFed whether all documents are in the serving generation; otherwise its owner puts them */
    GenerationBuild(Generation generation, Collection<String> ids, boolean isFed) {
        this.generation = generation;
        this.left = new ArrayDeque<>(ids);
        this.documents = ids.size();
        this.isFed = isFed;
    }

    /** Called when the owner has put all documents. */
    void fed() {
        isFed = true;
    }

    /** Whether the generation may serve once its documents are copied and embedded. */
    boolean isFed() {
        return isFed;
    }

    Generation generation() {
        return generation;
    }

    boolean hasMore() {
        return done < documents;
    }

    /** Copies some documents, with their vectors if both formats have the same ones. */
    void copyFrom(Generation old) throws IOException {
        boolean hasVectors = generation.format().hasVectorsOf(old.format());
        for (int i = 0; i < SearchLimits.COPIED_AT_ONCE && !left.isEmpty(); i++) {
            String id = left.remove();
            Optional<SearchDocument> document = generation.contains(id) ? Optional.empty() : old.document(id);
            if (document.isPresent()) {
                generation.put(document.get(), hasVectors ? old.vectors(id) : Map.of());
            }
        }
        generation.refresh();
        done = documents - left.size();
    }

    RebuildProgress progress() throws IOException {
        int chunks = generation.read(searcher -> searcher.getIndexReader().numDocs());
        return new RebuildProgress(done, documents, chunks - generation.waiting(), chunks);
    }
}
