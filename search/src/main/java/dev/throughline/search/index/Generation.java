package dev.throughline.search.index;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchLimits;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104HnswScalarQuantizedVectorsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.NumericUtils;
import org.apache.lucene.util.quantization.QuantizedByteVectorValues.ScalarEncoding;
import org.jspecify.annotations.Nullable;

/**
 * One Lucene index with all documents in one {@link IndexFormat}.
 *
 * <p>Only the writing thread of the {@link SearchIndex} writes and refreshes, and nobody interrupts it: an interrupt
 * inside Lucene closes the file. Searches run on any thread, on a snapshot; files are mapped into memory, where an
 * interrupt does no harm.
 */
final class Generation implements Closeable {
    /** Remote models have up to 3,072 dimensions; the default limit of Lucene is 1,024. */
    private static final int MAX_DIMENSIONS = 4_096;

    /** Suppresses a warning of Lucene on standard error about an optional module of the JDK. */
    private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

    static {
        LUCENE.setLevel(Level.SEVERE);
    }

    private final Path folder;
    private final IndexFormat format;
    private final boolean wantsVectors;
    private final Directory directory;
    private final @Nullable IndexWriter writer;
    private final SearcherManager searchers;
    private long turn;
    private volatile int waiting;

    private Generation(Path folder, IndexFormat format, boolean isReadOnly) throws IOException {
        this.folder = folder;
        this.format = format;
        this.wantsVectors = !format.embedder().isEmpty();
        this.directory = PrivateDirectory.open(folder);
        boolean isOpen = false;
        IndexWriter opened = null;
        try {
            opened = isReadOnly ? null : new IndexWriter(directory, config());
            writer = opened;
            searchers = opened == null
                    ? new SearcherManager(directory, new Scoring())
                    : new SearcherManager(opened, new Scoring());
            turn = read(Generation::lastTurn);
            waiting = read(searcher -> searcher.count(new TermQuery(IndexedChunk.WAITING)));
            isOpen = true;
        } finally {
            if (!isOpen) {
                if (opened != null) {
                    opened.rollback();
                }
                directory.close();
            }
        }
    }

    private static final class Scoring extends SearcherFactory {
        static final Bm25 BM25 = new Bm25();

        @Override
        public IndexSearcher newSearcher(IndexReader reader, @Nullable IndexReader previous) {
            IndexSearcher searcher = new IndexSearcher(reader);
            searcher.setSimilarity(BM25);
            return searcher;
        }
    }

    /** Creates an empty generation. */
    static Generation create(Path folder, IndexFormat format) throws IOException {
        PrivateDirectory.create(folder);
        format.write(folder);
        Generation made = new Generation(folder, format, /* isReadOnly= */ false);
        made.commit();
        return made;
    }

    static Generation open(Path folder) throws IOException {
        return new Generation(folder, IndexFormat.read(folder), /* isReadOnly= */ false);
    }

    /** Opens a generation that another process writes, as of its last commit. */
    static Generation openReadOnly(Path folder) throws IOException {
        return new Generation(folder, IndexFormat.read(folder), /* isReadOnly= */ true);
    }

    private static IndexWriterConfig config() {
        KnnVectorsFormat vectors = new Lucene104HnswScalarQuantizedVectorsFormat(ScalarEncoding.SEVEN_BIT, 16, 100) {
            @Override
            public int getMaxDimensions(String field) {
                return MAX_DIMENSIONS;
            }
        };
        return new IndexWriterConfig(new KeywordAnalyzer())
                .setSimilarity(Scoring.BM25)
                .setRAMBufferSizeMB(SearchLimits.WRITE_BUFFER_MEGABYTES)
                .setCodec(new Lucene104Codec() {
                    @Override
                    public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
                        return vectors;
                    }
                });
    }

    Path folder() {
        return folder;
    }

    IndexFormat format() {
        return format;
    }

    /** The number of chunks that wait for a vector, as of the last refresh. */
    int waiting() {
        return waiting;
    }

    /** Reads from the snapshot of the last refresh, which does not change meanwhile. */
    <T> T read(IOFunction<IndexSearcher, T> reader) throws IOException {
        IndexSearcher searcher = searchers.acquire();
        try {
            return reader.apply(searcher);
        } finally {
            searchers.release(searcher);
        }
    }

    /** The length of its vectors; 0 if it has none. */
    int vectorLength() throws IOException {
        return read(searcher -> {
            FieldInfos fields = FieldInfos.getMergedFieldInfos(searcher.getIndexReader());
            FieldInfo vectors = fields.fieldInfo(IndexedChunk.VECTOR);
            return vectors == null ? 0 : vectors.getVectorDimension();
        });
    }

    void put(Collection<SearchDocument> documents) throws IOException {
        for (SearchDocument document : documents) {
            put(document, Map.of());
        }
    }

    /** Puts a document with the known vectors of its chunks, by their ordinals. */
    void put(SearchDocument document, Map<Integer, float[]> vectors) throws IOException {
        turn++;
        // Lucene reads them one by one, and writes all of them or none.
        Iterable<Document> docs = () -> IndexedChunk.of(document, turn, format.chunkSize())
                .map(entry -> {
                    float[] vector = vectors.get(entry.ordinal());
                    return entry.stored(wantsVectors && vector == null, vector);
                })
                .iterator();
        writer().updateDocuments(new Term("id", document.id()), docs);
    }

    void remove(Collection<String> ids) throws IOException {
        for (String id : ids) {
            writer().deleteDocuments(new Term("id", id));
        }
    }

    /** Removes the documents on a shelf, in a time that does not depend on the other documents. */
    void removeShelf(String shelf) throws IOException {
        writer().deleteDocuments(new Term("shelf", shelf));
    }

    /** Adds vectors to chunks that were not replaced or removed meanwhile; an empty vector means that there is none. */
    void attach(Map<String, float[]> vectors) throws IOException {
        for (Map.Entry<String, float[]> each : vectors.entrySet()) {
            Term key = new Term("key", each.getKey());
            float[] vector = each.getValue().length == 0 ? null : each.getValue();
            for (IndexedChunk chunk : read(searcher -> chunks(searcher, searcher.search(new TermQuery(key), 1)))) {
                writer().updateDocument(key, chunk.stored(/* isWaiting= */ false, vector));
            }
        }
    }

    /** Makes all changes visible to searches. */
    void refresh() throws IOException {
        searchers.maybeRefreshBlocking();
        waiting = read(searcher -> searcher.count(new TermQuery(IndexedChunk.WAITING)));
    }

    void commit() throws IOException {
        writer().commit();
    }

    boolean contains(String id) throws IOException {
        return read(searcher -> searcher.count(new TermQuery(new Term("id", id))) > 0);
    }

    boolean contains(String id, String hash) throws IOException {
        return read(searcher -> searcher.count(new TermQuery(new Term("version", id + '\0' + hash))) > 0);
    }

    Optional<SearchDocument> document(String id) throws IOException {
        return read(searcher -> IndexedChunk.document(chunks(searcher, chunksOf(searcher, id))));
    }

    /** The existing vectors of a document's chunks, by their ordinals. */
    Map<Integer, float[]> vectors(String id) throws IOException {
        return read(searcher -> {
            Map<Integer, float[]> vectors = new HashMap<>();
            TopDocs found = chunksOf(searcher, id);
            List<IndexedChunk> chunks = chunks(searcher, found);
            for (int i = 0; i < chunks.size(); i++) {
                float[] vector = vector(searcher.getIndexReader().leaves(), found.scoreDocs[i].doc);
                if (vector != null) {
                    vectors.put(chunks.get(i).ordinal(), vector);
                }
            }
            return vectors;
        });
    }

    private static TopDocs chunksOf(IndexSearcher searcher, String id) throws IOException {
        TermQuery query = new TermQuery(new Term("id", id));
        return searcher.search(query, Math.max(1, searcher.count(query)));
    }

    private static List<IndexedChunk> chunks(IndexSearcher searcher, TopDocs found) throws IOException {
        List<IndexedChunk> chunks = new ArrayList<>();
        for (ScoreDoc each : found.scoreDocs) {
            chunks.add(IndexedChunk.read(searcher.storedFields().document(each.doc)));
        }
        return chunks;
    }

    private static float @Nullable [] vector(List<LeafReaderContext> segments, int doc) throws IOException {
        LeafReaderContext segment = segments.get(ReaderUtil.subIndex(doc, segments));
        FloatVectorValues values = segment.reader().getFloatVectorValues(IndexedChunk.VECTOR);
        KnnVectorValues.DocIndexIterator having = values == null ? null : values.iterator();
        return values != null && having != null && having.advance(doc - segment.docBase) == doc - segment.docBase
                ? values.vectorValue(having.index()).clone()
                : null;
    }

    int documents() throws IOException {
        return read(searcher -> searcher.count(new TermQuery(IndexedChunk.HEAD)));
    }

    Set<String> ids() throws IOException {
        return read(searcher -> {
            Set<String> ids = new HashSet<>();
            Terms terms = MultiTerms.getTerms(searcher.getIndexReader(), "id");
            TermsEnum each = terms == null ? TermsEnum.EMPTY : terms.iterator();
            for (BytesRef id = each.next(); id != null; id = each.next()) {
                ids.add(id.utf8ToString());
            }
            if (searcher.getIndexReader().hasDeletions()) {
                ids.removeIf(id -> isGone(searcher, id));
            }
            return ids;
        });
    }

    private static boolean isGone(IndexSearcher searcher, String id) {
        try {
            return searcher.count(new TermQuery(new Term("id", id))) == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Chunks that wait for a vector, the newest first. */
    List<IndexedChunk> waiting(int most) throws IOException {
        return read(searcher -> {
            Sort newest = new Sort(LongField.newSortField("turn", /* reverse= */ true, SortedNumericSelector.Type.MAX));
            return chunks(searcher, searcher.search(new TermQuery(IndexedChunk.WAITING), most, newest));
        });
    }

    private static long lastTurn(IndexSearcher searcher) throws IOException {
        byte[] last = PointValues.getMaxPackedValue(searcher.getIndexReader(), "turn");
        return last == null ? 0 : NumericUtils.sortableBytesToLong(last, 0);
    }

    /** Checks the checksums of all files, after a process did not close the index. */
    void verify() throws IOException {
        this.<Boolean>read(searcher -> {
            for (LeafReaderContext segment : searcher.getIndexReader().leaves()) {
                segment.reader().checkIntegrity();
            }
            return true;
        });
    }

    private IndexWriter writer() {
        if (writer == null) {
            throw new IllegalStateException("expected a generation that can be written, found a read-only one");
        }
        return writer;
    }

    /** Whether the writer is open; Lucene closes it after a failure that it cannot repair. */
    boolean isWritable() {
        return writer != null && writer.isOpen();
    }

    /** Closes the generation without a commit. */
    void abandon() throws IOException {
        try (directory) {
            searchers.close();
            writer().rollback();
        }
    }

    /** Commits and closes; running searches keep their snapshot. */
    @Override
    public void close() throws IOException {
        try (directory) {
            searchers.close();
            if (writer != null) {
                writer.close();
            }
        }
    }
}
