package dev.throughline.search.index;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import dev.throughline.search.text.Chunker;
import dev.throughline.search.text.SearchTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.jspecify.annotations.Nullable;

/** An index of a few texts in memory, one text per segment; a text may have a vector. Doc ids start at 0. */
final class SmallIndex implements AutoCloseable {
    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final IndexWriter writer;
    private @Nullable DirectoryReader reader;

    SmallIndex(String... texts) throws IOException {
        writer = new IndexWriter(directory, new IndexWriterConfig(new KeywordAnalyzer()));
        for (String text : texts) {
            add(text, null);
        }
    }

    SmallIndex add(String text, float @Nullable [] vector) throws IOException {
        SearchDocument document = SearchDocument.of(SearchScope.MEMORY, "d" + writer.getDocStats().numDocs, text);
        for (IndexedChunk entry :
                IndexedChunk.of(document, 1, Chunker.ChunkSize.DEFAULT).toList()) {
            writer.addDocument(entry.stored(/* isWaiting= */ false, vector));
        }
        writer.flush();
        return this;
    }

    IndexSearcher searcher() throws IOException {
        reader = DirectoryReader.open(writer);
        return new IndexSearcher(reader);
    }

    static KeywordQuery lexical(IndexSearcher searcher, String text) throws IOException {
        return KeywordQuery.of(SearchTerms.ofQuery(text), searcher);
    }

    /** The numbers of the texts that a query finds, the best first. */
    List<Integer> found(String query) throws IOException {
        IndexSearcher searcher = searcher();
        List<Integer> numbers = new ArrayList<>();
        for (ScoreDoc each : searcher.search(lexical(searcher, query).query(), 100).scoreDocs) {
            numbers.add(each.doc);
        }
        return numbers;
    }

    static ScoreDoc[] docs(int... numbers) {
        return Arrays.stream(numbers).mapToObj(doc -> new ScoreDoc(doc, 0.5f)).toArray(ScoreDoc[]::new);
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
        }
        writer.close();
        directory.close();
    }
}
