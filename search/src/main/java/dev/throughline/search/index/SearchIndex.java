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
import org.jspecify.annotations.Nullable;

/**
 * Finds documents by words and by meaning, in one folder: open one for each tenant and workspace.
 *
 * <p>What was put is found by word when {@link #put} returns, and by meaning when the background has embedded it. The
 * index is derived: its owner has the documents and can always rebuild it. Therefore what was put reaches the disk some
 * seconds later, a crash loses at most that, and {@link #contains} tells the owner at the next start what to put again.
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

    /** Opens the index in a folder, or makes one; whatever is wrong with an old one is said by its status. */
    public static SearchIndex open(Path folder, IndexSettings settings) {
        try {
            SearchIndex index = new SearchIndex(new GenerationSet(folder, settings.recipe()), settings);
            index.wake();
            return index;
        } catch (IOException e) {
            throw failed("the index in " + folder + " can be neither opened nor made", e);
        }
    }

    /** Whether documents may be missing from the index in a folder, as far as that was written down. */
    public static boolean needsRebuild(Path folder) {
        return Files.exists(folder.resolve(IndexFolder.REBUILD));
    }

    /** What is wrong with the index in a folder; empty if it can be read, or there is none yet. Changes nothing. */
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

    /** Puts documents, each in place of the one of its id; they are found by word when this returns. */
    public void put(Collection<SearchDocument> documents) {
        if (documents.isEmpty()) {
            return;
        }
        change("documents cannot be put", () -> generations.put(documents));
        wake();
    }

    public void remove(String id) {
        change("a document cannot be removed", () -> generations.remove(List.of(id)));
    }

    /** Whether a document is there exactly as it is now. */
    public boolean contains(String id, Hash hash) {
        try {
            return generations.contains(id, hash.text());
        } catch (IOException e) {
            throw failed("the index cannot be read", e);
        }
    }

    /** The ids of all documents, for an owner that looks for those it no longer has. */
    public Collection<String> ids() {
        try {
            return generations.ids();
        } catch (IOException e) {
            throw failed("the index cannot be read", e);
        }
    }

    /** Makes a new generation out of the documents that are here; the old one serves until the new one is complete. */
    public void rebuild() {
        change("the index cannot be rebuilt", generations::rebuild);
        wake();
    }

    /**
     * Makes a new generation out of the owner's documents; after this nothing is missing. What is put meanwhile is in
     * both generations. What is removed after it was read, and before it was put, comes back: an owner compares
     * {@link #ids} afterwards.
     */
    public void rebuild(Iterable<SearchDocument> documents) {
        try {
            change("the index cannot be rebuilt", () -> generations.rebuild(documents));
        } finally {
            wake();
        }
    }

    /** Answers always: what is wrong stands in the answer's status. */
    public SearchResult search(SearchQuery query) {
        try {
            return generations.ask(generation -> search(query, generation));
        } catch (IOException e) {
            return new SearchResult(
                    List.of(),
                    new SearchStatus.Unavailable(
                            "the index cannot be read: " + Cause.words(e), "rebuild it, and look at the disk"),
                    0);
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
        return query.mode() == SearchQuery.Mode.WORDS
                || query.text().isBlank()
                || (!query.scopes().isEmpty() && query.scopes().stream().noneMatch(SearchScope::isEmbedded));
    }

    private Optional<float[]> vector(SearchQuery query, Generation generation, List<String> reasons) {
        String made = generation.recipe().embedder();
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

    /** Whether another process has it, so that nothing can be put. */
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
            SearchStatus broken = new SearchStatus.Unavailable(
                    "the index cannot be read: " + Cause.words(e), "rebuild it, and look at the disk");
            return new IndexStatus(
                    0, 0, 0, 0, generations.isReadOnly(), settings.embedderName(), Optional.empty(), broken);
        }
    }

    private void wake() {
        if (backfill != null) {
            backfill.wake();
        }
    }

    private interface Change {
        void make() throws IOException;
    }

    private static void change(String trouble, Change change) {
        try {
            change.make();
        } catch (IOException e) {
            throw failed(trouble, e);
        }
    }

    private static ProxyException failed(String trouble, IOException e) {
        return new ProxyException(ProxyException.Kind.STORE, "search_index", trouble + ": " + Cause.words(e), e);
    }

    /** Commits what was put; the embedding under way is finished first, the rest goes on at the next opening. */
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
