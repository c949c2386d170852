package dev.throughline.search.index;

import dev.throughline.search.Document;
import dev.throughline.search.Scope;
import dev.throughline.search.text.Chunks;
import dev.throughline.search.text.Words;
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

/** A few texts in memory, one a segment, numbered in their order; each may have a vector. */
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
        Document document = Document.of(Scope.MEMORY, "d" + writer.getDocStats().numDocs, text);
        for (Entry entry : Entry.of(document, 1, Chunks.Measure.USUAL).toList()) {
            writer.addDocument(entry.stored(/* isWaiting= */ false, vector));
        }
        writer.flush();
        return this;
    }

    IndexSearcher searcher() throws IOException {
        reader = DirectoryReader.open(writer);
        return new IndexSearcher(reader);
    }

    static Lexical lexical(IndexSearcher searcher, String text) throws IOException {
        return Lexical.of(Words.ofQuery(text), Lexical.Weights.USUAL, searcher);
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
