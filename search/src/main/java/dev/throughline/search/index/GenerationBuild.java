package dev.throughline.search.index;

import dev.throughline.search.RebuildProgress;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchLimits;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * A generation in the making: which documents of the serving one it still has to take over.
 *
 * <p>A document that was put meanwhile is in both already, and one that was removed meanwhile in neither; so only those
 * that the new one does not have are taken, as they are at that moment. Used on the writing thread; its counts may be
 * read by all.
 */
final class GenerationBuild {
    private final Generation generation;
    private final Queue<String> left;
    private final int documents;
    private volatile int done;
    private final boolean isComplete;

    GenerationBuild(Generation generation, Collection<String> ids) {
        this(generation, new ArrayDeque<>(ids), ids.size(), /* isComplete= */ true);
    }

    private GenerationBuild(Generation generation, Queue<String> left, int documents, boolean isComplete) {
        this.generation = generation;
        this.left = left;
        this.documents = documents;
        this.isComplete = isComplete;
    }

    /** The same, but more documents will be put into it from elsewhere before it may serve. */
    GenerationBuild open() {
        return new GenerationBuild(generation, left, documents, /* isComplete= */ false);
    }

    GenerationBuild complete() {
        return new GenerationBuild(generation, left, documents, /* isComplete= */ true);
    }

    boolean isComplete() {
        return isComplete;
    }

    Generation generation() {
        return generation;
    }

    boolean hasMore() {
        return done < documents;
    }

    /** Takes over a few documents, with their vectors where the new ones would be the same. */
    boolean takeOver(Generation old) throws IOException {
        boolean hasVectors = generation.recipe().hasVectorsOf(old.recipe());
        for (int i = 0; i < SearchLimits.TAKEN_OVER_AT_ONCE && !left.isEmpty(); i++) {
            String id = left.remove();
            Optional<SearchDocument> document = generation.contains(id) ? Optional.empty() : old.document(id);
            if (document.isPresent()) {
                generation.put(document.get(), hasVectors ? old.vectors(id) : Map.of());
            }
        }
        generation.refresh();
        done = documents - left.size();
        return true;
    }

    RebuildProgress progress() throws IOException {
        int chunks = generation.read(searcher -> searcher.getIndexReader().numDocs());
        return new RebuildProgress(done, documents, chunks - generation.waiting(), chunks);
    }
}
