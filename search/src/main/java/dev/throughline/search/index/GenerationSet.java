package dev.throughline.search.index;

import dev.throughline.search.IndexStatus;
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
import org.apache.lucene.util.IOConsumer;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The serving generation, and the one that will replace it, if there is one.
 *
 * <pre>
 * a change of format, or a rebuild:
 *   serving g1  ──is searched and changed──────────────────────────▶  deleted
 *   next    g2  ──is changed, copies documents, is embedded────────▶  serving
 * </pre>
 *
 * <p>Only the writing thread changes the fields; all threads read them.
 */
final class GenerationSet implements Backfill.WaitingChunks {
    private static final Logger log = LoggerFactory.getLogger(GenerationSet.class);

    private final IndexFolder folder;
    private final IndexFormat format;
    private final WriterThread thread = new WriterThread("search-writer");
    private volatile Generation serving;
    private volatile @Nullable GenerationBuild next;
    private volatile @Nullable String rebuildReason;
    private boolean isCommitPlanned;

    GenerationSet(Path root, IndexFormat format) throws IOException {
        this.folder = new IndexFolder(root);
        this.format = format;
        this.serving = thread.call(() -> folder.open(format));
        this.rebuildReason = folder.needsRebuild().orElse(null);
        if (folder.isOurs() && !serving.format().equals(format)) {
            rebuild();
        }
    }

    Path vectorCache() {
        return folder.vectorCache();
    }

    boolean isReadOnly() {
        return !folder.isOurs();
    }

    /** Why results may be incomplete. */
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

    /** Asks the serving generation. If it is replaced and closed meanwhile, the new one is asked. */
    <T> T ask(IOFunction<Generation, T> question) throws IOException {
        if (isReadOnly()) {
            thread.call(this::catchUp);
        }
        while (true) {
            Generation asked = serving;
            try {
                return question.apply(asked);
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

    /** Whether the serving generation has this version of a document, and the next one has no other version. */
    boolean contains(String id, String hash) throws IOException {
        return ask(generation -> generation.contains(id, hash)
                && askNext(coming -> !coming.contains(id) || coming.contains(id, hash), /* without= */ true));
    }

    /** The ids of all documents in both generations. */
    Set<String> ids() throws IOException {
        return ask(generation -> {
            Set<String> ids = generation.ids();
            ids.addAll(askNext(Generation::ids, Set.of()));
            return ids;
        });
    }

    private <T> T askNext(IOFunction<Generation, T> question, T without) throws IOException {
        GenerationBuild successor = next;
        try {
            return successor == null ? without : question.apply(successor.generation());
        } catch (AlreadyClosedException e) {
            return without; // It was just abandoned.
        }
    }

    void put(Collection<SearchDocument> documents) throws IOException {
        change(generation -> generation.put(documents));
    }

    void remove(Collection<String> ids) throws IOException {
        change(generation -> generation.remove(ids));
    }

    void removeShelf(String shelf) throws IOException {
        change(generation -> generation.removeShelf(shelf));
    }

    private void change(IOConsumer<Generation> change) throws IOException {
        write(() -> {
            change.accept(serving);
            serving.refresh();
            if (next != null) {
                change.accept(next.generation());
                next.generation().refresh();
            }
        });
    }

    private void write(IORunnable task) throws IOException {
        write(() -> {
            task.run();
            return true;
        });
    }

    /** Runs a task on the writing thread and schedules a commit; reopens a writer that failed. */
    private <T> T write(IOSupplier<T> task) throws IOException {
        if (isReadOnly()) {
            throw new IOException("another process writes this index");
        }
        return thread.call(() -> {
            try {
                T done = task.get();
                planCommit();
                return done;
            } catch (IOException | AlreadyClosedException e) {
                reopen(e);
                throw new IOException("the index could not be written: " + e.getMessage(), e);
            }
        });
    }

    /** Reopens the last commit if Lucene closed its writer, for example because the disk was full. */
    private void reopen(Exception cause) throws IOException {
        if (serving.isWritable() && (next == null || next.generation().isWritable())) {
            return;
        }
        String why = "writing failed (" + cause.getMessage() + ")";
        rebuildReason = why;
        try {
            folder.missesDocuments(why);
        } catch (IOException e) {
            log.warn("the missing documents could not be recorded on disk: {}", e.toString());
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

    /** Starts a new generation from the documents of the serving one. */
    void rebuild() throws IOException {
        write(() -> {
            abandonNext();
            next = new GenerationBuild(Generation.create(folder.next(), format), serving.ids(), /* isFed= */ true);
        });
        if (format.embedder().isEmpty()) {
            next(1);
        }
    }

    /**
     * Starts a new generation from the owner's documents; if documents are missing, adds them to the serving one. They
     * are read on the caller's thread while the old generation is searched and changed. If that fails, the new one is
     * abandoned.
     */
    void rebuild(Iterable<SearchDocument> documents) throws IOException {
        boolean isDirect = rebuildReason != null;
        Generation target = write(() -> {
            abandonNext();
            if (!isDirect) {
                next = new GenerationBuild(Generation.create(folder.next(), format), List.of(), /* isFed= */ false);
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
        if (format.embedder().isEmpty()) {
            next(1);
        }
    }

    private void feed(Generation target, Iterator<SearchDocument> all) throws IOException {
        while (all.hasNext()) {
            List<SearchDocument> some = new ArrayList<>();
            while (all.hasNext() && some.size() < SearchLimits.COPIED_AT_ONCE) {
                some.add(all.next());
            }
            write(() -> putMissing(stillWanted(target), some));
        }
        write(() -> {
            boolean isNext = stillWanted(target) != serving;
            folder.isRebuilt();
            rebuildReason = null;
            if (isNext && next != null) {
                next.fed();
            }
        });
    }

    /** The generation to fill; throws if another rebuild replaced it or its writer failed. */
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
            });
        } catch (IOException e) {
            log.warn("a new generation could not be abandoned: {}", e.toString());
        }
    }

    private static void putMissing(Generation generation, List<SearchDocument> documents) throws IOException {
        List<SearchDocument> missing = new ArrayList<>();
        for (SearchDocument document : documents) {
            if (!generation.contains(document.id())) {
                missing.add(document);
            }
        }
        generation.put(missing);
        generation.refresh();
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
            write(() -> {
                if (next != null) {
                    next.copyFrom(serving);
                }
            });
        }
        GenerationBuild successor = next;
        Generation generation = successor == null ? serving : successor.generation();
        if (!generation.format().equals(format)) {
            return List.of();
        }
        List<IndexedChunk> waiting = waiting(generation, most);
        if (waiting.isEmpty() && successor != null && successor.isFed()) {
            write(this::swap);
        }
        return waiting;
    }

    /** None for a generation that was just abandoned or replaced; that wakes the backfill again. */
    private static List<IndexedChunk> waiting(Generation generation, int most) throws IOException {
        try {
            return generation.waiting(most);
        } catch (AlreadyClosedException e) {
            return List.of();
        }
    }

    private void swap() throws IOException {
        GenerationBuild successor = next;
        if (successor == null
                || successor.hasMore()
                || !successor.isFed()
                || successor.generation().waiting() > 0) {
            return;
        }
        Generation old = serving;
        successor.generation().commit();
        folder.makeCurrent(successor.generation().folder());
        serving = successor.generation();
        next = null;
        old.close();
        folder.keepOnly(serving.folder());
        log.info("a new generation serves: {}", serving.folder());
    }

    @Override
    public void attach(Map<String, float[]> vectors) throws IOException {
        write(() -> {
            Generation generation = next == null ? serving : next.generation();
            generation.attach(vectors);
            generation.refresh();
        });
    }

    IndexStatus status(String embedder, SearchStatus status) throws IOException {
        GenerationBuild successor = next;
        Optional<IndexStatus.RebuildProgress> progress =
                successor == null ? Optional.empty() : Optional.of(successor.progress());
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
