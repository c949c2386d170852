package dev.throughline.search.index;

import dev.throughline.model.Cause;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.search.IndexStatus;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.VectorCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keyword and semantic search over the documents in one folder. There is one for each workspace.
 *
 * <p>Keyword search finds a document when {@link #put} returns, and semantic search when the background has embedded
 * it. The owner of the index has the documents and can always rebuild it. Therefore changes are committed some seconds
 * later, a crash loses at most those, and the owner asks {@link #contains} at the next start what to put again.
 *
 * <p>One process writes. A second one that opens the folder sees what the first has committed, and says so. Safe for
 * use by many threads; an interrupt of a waiting thread does no harm.
 */
public final class SearchIndex implements AutoCloseable {
    private static final String REMEDY = "; it is tried again, or look at the settings search.embeddings, url and key";

    private final GenerationSet generations;
    private final IndexSettings settings;
    private final @Nullable QueryEmbedder vectors;
    private final @Nullable Backfill backfill;

    private SearchIndex(GenerationSet generations, IndexSettings settings) throws IOException {
        this.generations = generations;
        this.settings = settings;
        Embedder embedder = settings.embedder();
        this.vectors = embedder == null ? null : new QueryEmbedder(embedder, settings.clock());
        this.backfill = embedder == null || vectors == null || generations.isReadOnly()
                ? null
                : new Backfill(embedder, vectors, cache(), generations);
    }

    private VectorCache cache() throws IOException {
        return new VectorCache(generations.vectorCache(), settings.sizes().cachedVectors());
    }

    /** Opens the index in a folder, or creates one. The status says what is wrong with an old one. */
    public static SearchIndex open(Path folder, IndexSettings settings) {
        try {
            SearchIndex index = new SearchIndex(new GenerationSet(folder, settings.format()), settings);
            index.wake();
            return index;
        } catch (IOException e) {
            throw failed("the index in " + folder + " can be neither opened nor made", e);
        }
    }

    /** Whether documents may be missing from the index in a folder. */
    public static boolean needsRebuild(Path folder) {
        return Files.exists(folder.resolve(IndexFolder.REBUILD));
    }

    /** Why the index in a folder cannot be read; empty if it can, or if there is none. Changes nothing. */
    public static Optional<String> trouble(Path root) {
        try {
            Optional<Path> current = IndexFolder.current(root);
            if (current.isPresent()) {
                Generation.openReadOnly(current.get()).close();
            }
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of(Cause.words(e));
        }
    }

    public void put(SearchDocument document) {
        put(List.of(document));
    }

    /** Puts documents; each replaces the one with the same id. */
    public void put(Collection<SearchDocument> documents) {
        if (documents.isEmpty()) {
            return;
        }
        change("documents cannot be put", () -> generations.put(documents));
        wake();
    }

    public void remove(String id) {
        remove(List.of(id));
    }

    public void remove(Collection<String> ids) {
        change("documents cannot be removed", () -> generations.remove(ids));
    }

    /** Removes the documents on a shelf. */
    public void removeShelf(String shelf) {
        change("documents cannot be removed", () -> generations.removeShelf(shelf));
    }

    /** Whether the index has this version of a document. */
    public boolean contains(String id, Hash hash) {
        return attempt("the index cannot be read", () -> generations.contains(id, hash.text()));
    }

    /** The ids of all documents. */
    public Collection<String> ids() {
        return attempt("the index cannot be read", generations::ids);
    }

    /** Rebuilds the index from its own documents; the old one is searched until the new one is complete. */
    public void rebuild() {
        change("the index cannot be rebuilt", generations::rebuild);
        wake();
    }

    /**
     * Rebuilds the index from the owner's documents, so that none is missing. Documents that are put meanwhile are not
     * lost. One that is removed after it was read and before it is put comes back: the owner compares {@link #ids}
     * afterwards.
     */
    public void rebuild(Iterable<SearchDocument> documents) {
        try {
            change("the index cannot be rebuilt", () -> generations.rebuild(documents));
        } finally {
            wake();
        }
    }

    /** Searches. Never fails: problems are in the status of the result. */
    public SearchResult search(SearchQuery query) {
        try {
            return generations.ask(generation -> search(query, generation));
        } catch (IOException e) {
            return new SearchResult(List.of(), unavailable(e), 0);
        }
    }

    private SearchResult search(SearchQuery query, Generation generation) throws IOException {
        List<String> reasons = new ArrayList<>(generations.reasons());
        Optional<float[]> made = isByWordsOnly(query) ? Optional.empty() : vector(query, generation, reasons);
        int length = generation.vectorLength();
        Optional<float[]> vector = made.filter(each -> length == 0 || each.length == length);
        if (made.isPresent() && vector.isEmpty()) {
            reasons.add("searched by words only: the embedder gives vectors of another length than before;"
                    + " rebuild the index, or name its model anew");
        }
        return generation.read(searcher -> {
            Ranker ranker = new Ranker(searcher, query, settings);
            List<SearchHit> hits = ranker.hits(vector.orElse(null));
            return new SearchResult(hits, status(reasons), generation.waiting(), ranker.unfit());
        });
    }

    private static boolean isByWordsOnly(SearchQuery query) {
        return query.mode() == SearchQuery.SearchMode.WORDS
                || query.text().isBlank()
                || (!query.scopes().isEmpty() && query.scopes().stream().noneMatch(SearchScope::isEmbedded));
    }

    private Optional<float[]> vector(SearchQuery query, Generation generation, List<String> reasons) {
        String made = generation.format().embedder();
        if (vectors == null || made.isEmpty()) {
            return Optional.empty();
        }
        if (!made.equals(vectors.name())) {
            reasons.add("searched by words only: the vectors here are by " + made + ", those by " + vectors.name()
                    + " are being made");
            return Optional.empty();
        }
        Optional<float[]> vector = vectors.find(query.text());
        if (vector.isEmpty()) {
            reasons.add("searched by words only: "
                    + vectors.trouble().orElse("the embedder failed a moment ago and is left alone") + REMEDY);
        }
        return vector;
    }

    private static SearchStatus status(List<String> reasons) {
        return reasons.isEmpty() ? new SearchStatus.Ok() : new SearchStatus.Degraded(String.join("; ", reasons));
    }

    /** Whether another process writes the index, so that this one cannot. */
    public boolean isReadOnly() {
        return generations.isReadOnly();
    }

    public IndexStatus status() {
        List<String> reasons = new ArrayList<>(generations.reasons());
        if (vectors != null) {
            vectors.trouble().ifPresent(why -> reasons.add("new text is found by words only: " + why + REMEDY));
        }
        try {
            return generations.status(settings.embedderName(), status(reasons));
        } catch (IOException e) {
            return new IndexStatus(0, 0, 0, 0, isReadOnly(), settings.embedderName(), Optional.empty(), unavailable(e));
        }
    }

    private static SearchStatus unavailable(IOException e) {
        return new SearchStatus.Unavailable(
                "the index cannot be read: " + Cause.words(e), "rebuild it, and look at the disk");
    }

    private void wake() {
        if (backfill != null) {
            backfill.wake();
        }
    }

    private static void change(String problem, IORunnable change) {
        var _ = attempt(problem, () -> {
            change.run();
            return true;
        });
    }

    private static <T> T attempt(String problem, IOSupplier<T> task) {
        try {
            return task.get();
        } catch (IOException e) {
            throw failed(problem, e);
        }
    }

    private static ProxyException failed(String problem, IOException e) {
        return new ProxyException(ProxyException.Kind.STORE, "search_index", problem + ": " + Cause.words(e), e);
    }

    /** Finishes the running batch of the backfill, commits and closes; the next opening continues. */
    @Override
    public void close() {
        change("the index cannot be closed in order", () -> {
            if (backfill != null) {
                backfill.close();
            }
            generations.close();
        });
    }
}
