package dev.throughline.search.index;

import dev.throughline.search.Document;
import dev.throughline.search.Limits;
import dev.throughline.search.Progress;
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
final class Succession {
    private final Generation generation;
    private final Queue<String> left;
    private final int documents;
    private volatile int done;
    private final boolean isComplete;

    Succession(Generation generation, Collection<String> ids) {
        this(generation, new ArrayDeque<>(ids), ids.size(), /* isComplete= */ true);
    }

    private Succession(Generation generation, Queue<String> left, int documents, boolean isComplete) {
        this.generation = generation;
        this.left = left;
        this.documents = documents;
        this.isComplete = isComplete;
    }

    /** The same, but more documents will be put into it from elsewhere before it may serve. */
    Succession open() {
        return new Succession(generation, left, documents, /* isComplete= */ false);
    }

    Succession complete() {
        return new Succession(generation, left, documents, /* isComplete= */ true);
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
        for (int i = 0; i < Limits.TAKEN_OVER_AT_ONCE && !left.isEmpty(); i++) {
            String id = left.remove();
            Optional<Document> document = generation.contains(id) ? Optional.empty() : old.document(id);
            if (document.isPresent()) {
                generation.put(document.get(), hasVectors ? old.vectors(id) : Map.of());
            }
        }
        generation.refresh();
        done = documents - left.size();
        return true;
    }

    Progress progress() throws IOException {
        int chunks = generation.read(searcher -> searcher.getIndexReader().numDocs());
        return new Progress(done, documents, chunks - generation.waiting(), chunks);
    }
}
