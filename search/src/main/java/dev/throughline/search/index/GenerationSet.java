package dev.throughline.search.index;

import dev.throughline.search.IndexStatus;
import dev.throughline.search.RebuildProgress;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchLimits;
import dev.throughline.search.SearchStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.store.AlreadyClosedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The generation that serves, and the one that will replace it if one is being made.
 *
 * <pre>
 * a change of recipe, or a rebuild:
 *   serving g1  ──answers, takes puts──────────────────────────────▶  deleted
 *   next    g2  ──takes puts, takes over documents, is embedded────▶  serving
 * </pre>
 *
 * <p>Fields are changed on the writing thread only and read by all.
 */
final class GenerationSet implements Backfill.Work {
    private static final Logger log = LoggerFactory.getLogger(GenerationSet.class);

    private final IndexFolder folder;
    private final IndexFormat recipe;
    private final WriterThread thread = new WriterThread("search-writer");
    private volatile Generation serving;
    private volatile @Nullable GenerationBuild next;
    private volatile @Nullable String rebuildReason;
    private boolean isCommitPlanned;

    GenerationSet(Path root, IndexFormat recipe) throws IOException {
        this.folder = new IndexFolder(root);
        this.recipe = recipe;
        this.serving = thread.call(new GenerationOpener(folder, recipe)::first);
        this.rebuildReason = folder.needsRebuild().orElse(null);
        if (folder.isOurs() && !serving.recipe().equals(recipe)) {
            rebuild();
        }
    }

    Path vectorCache() {
        return folder.vectorCache();
    }

    boolean isReadOnly() {
        return !folder.isOurs();
    }

    /** What makes answers less than whole. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (rebuildReason != null) {
            reasons.add("documents may be missing until the index is rebuilt (throughline memory index --rebuild): "
                    + rebuildReason);
        }
        if (isReadOnly()) {
            reasons.add("another process writes this index; what it wrote in the last seconds may be missing");
        }
        return reasons;
    }

    /** What is asked of a generation. */
    interface Question<T> {
        T of(Generation generation) throws IOException;
    }

    /** Asks what serves. A swap between taking it and asking it closes it: then the new one is asked. */
    <T> T ask(Question<T> question) throws IOException {
        if (isReadOnly()) {
            thread.call(this::catchUp);
        }
        while (true) {
            Generation asked = serving;
            try {
                return question.of(asked);
            } catch (AlreadyClosedException e) {
                if (asked == serving) {
                    throw new IOException("the index is closed", e);
                }
            }
        }
    }

    private boolean catchUp() throws IOException {
        Path current = folder.current().orElse(serving.folder());
        if (current.equals(serving.folder())) {
            serving.refresh();
        } else {
            Generation old = serving;
            serving = Generation.openReadOnly(current);
            old.close();
        }
        return true;
    }

    /** Whether a document is there exactly so; one that is being made anew must have it so too, if it has it. */
    boolean contains(String id, String hash) throws IOException {
        return ask(generation -> generation.contains(id, hash)
                && askNext(coming -> !coming.contains(id) || coming.contains(id, hash), /* without= */ true));
    }

    /** The ids of all documents, also of those that only the generation in the making has. */
    Set<String> ids() throws IOException {
        return ask(generation -> {
            Set<String> ids = generation.ids();
            ids.addAll(askNext(Generation::ids, Set.of()));
            return ids;
        });
    }

    private <T> T askNext(Question<T> question, T without) throws IOException {
        GenerationBuild successor = next;
        try {
            return successor == null ? without : question.of(successor.generation());
        } catch (AlreadyClosedException e) {
            return without; // It was given up just now.
        }
    }

    void put(Collection<SearchDocument> documents) throws IOException {
        change(generation -> generation.put(documents));
    }

    void remove(Collection<String> ids) throws IOException {
        change(generation -> generation.remove(ids));
    }

    private interface Change {
        void make(Generation generation) throws IOException;
    }

    private void change(Change change) throws IOException {
        write(() -> {
            change.make(serving);
            serving.refresh();
            if (next != null) {
                change.make(next.generation());
                next.generation().refresh();
            }
            return true;
        });
    }

    /** Runs a task on the writing thread and plans a commit; a writer that broke is opened anew. */
    private <T> T write(WriterThread.Task<T> task) throws IOException {
        if (isReadOnly()) {
            throw new IOException("another process writes this index");
        }
        return thread.call(() -> {
            try {
                T done = task.run();
                planCommit();
                return done;
            } catch (IOException | AlreadyClosedException e) {
                reopen(e);
                throw new IOException("the index could not be written: " + e.getMessage(), e);
            }
        });
    }

    /** After a full disk, say, Lucene closes its writer: the last commit is what is left, and the rest is missing. */
    private void reopen(Exception cause) throws IOException {
        if (serving.isWritable() && (next == null || next.generation().isWritable())) {
            return;
        }
        String why = "writing failed (" + cause.getMessage() + ")";
        rebuildReason = why;
        try {
            folder.missesDocuments(why);
        } catch (IOException e) {
            log.warn("that documents are missing is known only until the end of this process: {}", e.toString());
        }
        abandonNext();
        Generation old = serving;
        serving = Generation.open(old.folder());
        old.abandon();
    }

    private void planCommit() {
        if (!isCommitPlanned) {
            isCommitPlanned = true;
            thread.later(SearchLimits.COMMIT_AFTER, this::commit);
        }
    }

    private void commit() {
        isCommitPlanned = false;
        try {
            if (serving.isWritable()) {
                serving.commit();
            }
        } catch (IOException | AlreadyClosedException e) {
            log.warn("the index could not be committed: {}", e.toString());
        }
    }

    /** Begins a new generation out of what serves. */
    void rebuild() throws IOException {
        write(() -> {
            abandonNext();
            next = new GenerationBuild(Generation.create(folder.next(), recipe), serving.ids());
            return true;
        });
        if (recipe.embedder().isEmpty()) {
            next(1);
        }
    }

    /**
     * Begins a new generation out of the owner's documents, or fills an empty one at once. They are read on the
     * caller's thread while the old one serves and takes changes; if that fails, the new one is given up.
     */
    void rebuild(Iterable<SearchDocument> documents) throws IOException {
        boolean isDirect = rebuildReason != null;
        Generation target = write(() -> {
            abandonNext();
            if (!isDirect) {
                next = new GenerationBuild(Generation.create(folder.next(), recipe), List.of()).open();
            }
            return next == null ? serving : next.generation();
        });
        boolean isFed = false;
        try {
            feed(target, documents.iterator());
            isFed = true;
        } finally {
            if (!isFed) {
                giveUp(target);
            }
        }
        if (recipe.embedder().isEmpty()) {
            next(1);
        }
    }

    private void feed(Generation target, Iterator<SearchDocument> all) throws IOException {
        while (all.hasNext()) {
            List<SearchDocument> some = new ArrayList<>();
            while (all.hasNext() && some.size() < SearchLimits.TAKEN_OVER_AT_ONCE) {
                some.add(all.next());
            }
            write(() -> putMissing(stillWanted(target), some));
        }
        write(() -> {
            boolean isNext = stillWanted(target) != serving;
            folder.isRebuilt();
            rebuildReason = null;
            next = isNext && next != null ? next.complete() : next;
            return true;
        });
    }

    /** What is filled, unless somebody began another rebuild meanwhile or its writer broke. */
    private Generation stillWanted(Generation target) throws IOException {
        if (target != serving && (next == null || target != next.generation())) {
            throw new IOException("the rebuild was overtaken by another one, or its writing failed");
        }
        return target;
    }

    private void giveUp(Generation target) {
        try {
            write(() -> {
                if (next != null && next.generation() == target) {
                    abandonNext();
                }
                return true;
            });
        } catch (IOException e) {
            log.warn("a generation that was begun could not be given up: {}", e.toString());
        }
    }

    private static boolean putMissing(Generation generation, List<SearchDocument> documents) throws IOException {
        List<SearchDocument> missing = new ArrayList<>();
        for (SearchDocument document : documents) {
            if (!generation.contains(document.id())) {
                missing.add(document);
            }
        }
        generation.put(missing);
        generation.refresh();
        return true;
    }

    private void abandonNext() throws IOException {
        if (next != null) {
            next.generation().abandon();
            next = null;
            folder.keepOnly(serving.folder());
        }
    }

    @Override
    public List<IndexedChunk> next(int most) throws IOException {
        while (next != null && next.hasMore()) {
            write(() -> next != null && next.takeOver(serving));
        }
        GenerationBuild successor = next;
        Generation generation = successor == null ? serving : successor.generation();
        if (!generation.recipe().equals(recipe)) {
            return List.of();
        }
        List<IndexedChunk> waiting = waiting(generation, most);
        if (waiting.isEmpty() && successor != null && successor.isComplete()) {
            write(this::swap);
        }
        return waiting;
    }

    /** None of one that was given up or replaced just now: whoever did that wakes us again. */
    private static List<IndexedChunk> waiting(Generation generation, int most) throws IOException {
        try {
            return generation.waiting(most);
        } catch (AlreadyClosedException e) {
            return List.of();
        }
    }

    private boolean swap() throws IOException {
        GenerationBuild successor = next;
        if (successor == null
                || successor.hasMore()
                || !successor.isComplete()
                || successor.generation().waiting() > 0) {
            return false;
        }
        Generation old = serving;
        successor.generation().commit();
        folder.makeCurrent(successor.generation().folder());
        serving = successor.generation();
        next = null;
        old.close();
        folder.keepOnly(serving.folder());
        log.info("a new generation serves: {}", serving.folder());
        return true;
    }

    @Override
    public void attach(Map<String, float[]> vectors) throws IOException {
        write(() -> {
            Generation generation = next == null ? serving : next.generation();
            generation.attach(vectors);
            generation.refresh();
            return true;
        });
    }

    IndexStatus status(String embedder, SearchStatus status) throws IOException {
        GenerationBuild successor = next;
        Optional<RebuildProgress> progress = successor == null ? Optional.empty() : Optional.of(successor.progress());
        return ask(generation -> new IndexStatus(
                generation.documents(),
                generation.read(searcher -> searcher.getIndexReader().numDocs()),
                generation.waiting(),
                folder.bytes(generation.folder()),
                isReadOnly(),
                embedder,
                progress,
                status));
    }

    void close() throws IOException {
        thread.call(() -> {
            if (next != null) {
                next.generation().abandon();
            }
            serving.close();
            if (!isReadOnly()) {
                folder.closedInOrder();
            }
            return true;
        });
        thread.close();
        folder.close();
    }
}
