package dev.throughline.search.index;

import dev.throughline.search.Document;
import dev.throughline.search.Scope;
import dev.throughline.search.text.Chunk;
import dev.throughline.search.text.Chunks;
import dev.throughline.search.text.Terms;
import dev.throughline.search.text.Words;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.jspecify.annotations.Nullable;

/**
 * A chunk of a document as it lies in the index, one Lucene document each.
 *
 * <pre>
 * key      looked up           id NUL turn NUL ordinal: names this very chunk
 * id       looked up, stored   the document
 * version  looked up           id NUL hash: whether the document is there as it is now
 * hash     stored              the document's hash
 * scope    looked up, stored   MEMORY, SESSIONS or ARCHIVE
 * shelf    looked up, stored
 * path     stored
 * date     stored              as 2026-04-05, or missing
 * lead     stored              the document's lead; in its first chunk only
 * above    stored              what stands above the chunk
 * text     stored              the chunk, exact: the chunks of a document give the document back
 * place    stored              first line, last line, start, ordinal, with spaces between
 * turn     looked up, sorted   counts puts, so that the newest is embedded first
 * head     looked up           1 in a document's first chunk, so that documents can be counted
 * wait     looked up           1 as long as its vector is wanted and missing; never in the scope ARCHIVE
 * words, stems, codes          the words of {@link Words}, with their counts; leads: stems of both leads
 * vector   384 or more floats  of length one; eight-bit in the graph
 * </pre>
 */
record Entry(
        String id,
        String hash,
        Scope scope,
        String shelf,
        String path,
        @Nullable LocalDate date,
        String lead,
        String above,
        String text,
        int fromLine,
        int toLine,
        int start,
        int ordinal,
        long turn) {
    /** Changes whenever the same text is indexed in another way, so that indexes know that they are old. */
    static final String VERSION = "b";

    static final String WORDS = "words";
    static final String STEMS = "stems";
    static final String CODES = "codes";
    static final String LEADS = "leads";
    static final String VECTOR = "vector";

    private static final FieldType COUNTED = new FieldType();

    static {
        COUNTED.setTokenized(true);
        COUNTED.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        COUNTED.freeze();
    }

    /** The entries of a document; one without text has one that no search finds. */
    static List<Entry> of(Document document, long turn, Chunks.Measure measure) {
        List<Chunk> chunks = Chunks.isCurated(document.path())
                ? Chunks.curated(document.text(), measure)
                : Chunks.plain(document.text(), measure);
        List<Chunk> some = chunks.isEmpty() ? List.of(new Chunk(1, 1, 0, 0, "")) : chunks;
        List<Entry> entries = new ArrayList<>(some.size());
        String hash = document.hash().text();
        for (Chunk chunk : some) {
            entries.add(new Entry(
                    document.id(),
                    hash,
                    document.scope(),
                    document.shelf(),
                    document.path(),
                    document.date(),
                    entries.isEmpty() ? document.lead() : "",
                    chunk.lead(),
                    chunk.of(document.text()),
                    chunk.fromLine(),
                    chunk.toLine(),
                    chunk.start(),
                    entries.size(),
                    turn));
        }
        return entries;
    }

    /** Puts a document together from its entries. */
    static Optional<Document> document(List<Entry> entries) {
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        List<Entry> sorted = new ArrayList<>(entries);
        sorted.sort(Comparator.comparingInt(Entry::ordinal));
        StringBuilder text = new StringBuilder();
        for (Entry entry : sorted) {
            text.append(entry.text, Math.min(entry.text.length(), text.length() - entry.start), entry.text.length());
        }
        Entry first = sorted.getFirst();
        return Optional.of(
                new Document(first.id, first.scope, first.shelf, first.path, first.date, first.lead, text.toString()));
    }

    String key() {
        return id + '\0' + turn + '\0' + ordinal;
    }

    /** What a model reads: the text below its headings. The document's lead is read by itself. */
    String embedded() {
        return (above.isEmpty() ? text : above + "\n" + text).strip();
    }

    /** A heading is near to everything below it and to much else, so it is found by its words alone. */
    private boolean hasMeaning() {
        return !text.isBlank() && !Chunks.isBareHeading(text);
    }

    org.apache.lucene.document.Document stored(boolean isWaiting, float @Nullable [] vector) {
        org.apache.lucene.document.Document doc = new org.apache.lucene.document.Document();
        doc.add(new StringField("key", key(), Field.Store.NO));
        doc.add(new StringField("id", id, Field.Store.YES));
        doc.add(new StringField("version", id + '\0' + hash, Field.Store.NO));
        doc.add(new StoredField("hash", hash));
        doc.add(new StringField("scope", scope.name(), Field.Store.YES));
        doc.add(new StringField("shelf", shelf, Field.Store.YES));
        doc.add(new StoredField("path", path));
        if (date != null) {
            doc.add(new StoredField("date", date.toString()));
        }
        doc.add(new StoredField("lead", lead));
        doc.add(new StoredField("above", above));
        doc.add(new StoredField("text", text));
        doc.add(new StoredField("place", fromLine + " " + toLine + " " + start + " " + ordinal));
        doc.add(new LongField("turn", turn, Field.Store.YES));
        if (ordinal == 0) {
            doc.add(new StringField("head", "1", Field.Store.NO));
        }
        if (isWaiting && hasMeaning() && scope.isFoundByMeaning()) {
            doc.add(new StringField("wait", "1", Field.Store.NO));
        }
        if (vector != null) {
            doc.add(new KnnFloatVectorField(VECTOR, vector, VectorSimilarityFunction.DOT_PRODUCT));
        }
        Words found = Words.of(text);
        doc.add(new Field(WORDS, new Terms(found.exact()), COUNTED));
        doc.add(new Field(STEMS, new Terms(found.stems()), COUNTED));
        doc.add(new Field(CODES, new Terms(found.codes()), COUNTED));
        doc.add(new Field(LEADS, new Terms(Words.of(above + "\n" + lead).stems()), COUNTED));
        return doc;
    }

    static Entry read(org.apache.lucene.document.Document doc) {
        String[] place = doc.get("place").split(" ", -1);
        String date = doc.get("date");
        return new Entry(
                doc.get("id"),
                doc.get("hash"),
                Scope.valueOf(doc.get("scope")),
                doc.get("shelf"),
                doc.get("path"),
                date == null ? null : LocalDate.parse(date),
                doc.get("lead"),
                doc.get("above"),
                doc.get("text"),
                Integer.parseInt(place[0]),
                Integer.parseInt(place[1]),
                Integer.parseInt(place[2]),
                Integer.parseInt(place[3]),
                doc.getField("turn").numericValue().longValue());
    }
}
