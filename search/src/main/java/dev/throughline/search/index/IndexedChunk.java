package dev.throughline.search.index;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import dev.throughline.search.text.Acknowledgement;
import dev.throughline.search.text.Chunker;
import dev.throughline.search.text.SearchTerms;
import dev.throughline.search.text.TermStream;
import dev.throughline.search.text.TextChunk;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
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
 * words, stems, codes          the words of {@link SearchTerms}, with their counts; leads: stems of both leads
 * dates    looked up           the words of its date: 2026-04-05, 2026, april, 5
 * vector   384 or more floats  of length one; eight-bit in the graph
 * </pre>
 */
record IndexedChunk(
        String id,
        String hash,
        SearchScope scope,
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
    static final String VERSION = "e";

    static final String WORDS = "words";
    static final String STEMS = "stems";
    static final String CODES = "codes";
    static final String LEADS = "leads";
    static final String DATES = "dates";
    static final String VECTOR = "vector";
    static final Term WAITING = new Term("wait", "1");

    private static final Pattern DAY = Pattern.compile("(?<!\\d)\\d{4}-\\d{2}-\\d{2}(?!\\d)");

    /** Lines of front matter that say what a page is about. */
    private static final Pattern ABOUT = Pattern.compile("(?m)^(?:name|title|description):[ \\t]*(\\S.*)$");

    private static final FieldType COUNTED = new FieldType();

    static {
        COUNTED.setTokenized(true);
        COUNTED.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        COUNTED.freeze();
    }

    /**
     * The entries of a document; one without text has one that no search finds. Each is made when it is asked for: an
     * entry and what Lucene makes of it are many times as large as its text, and a document may have megabytes of it.
     */
    static Stream<IndexedChunk> of(SearchDocument document, long turn, Chunker.ChunkSize measure) {
        List<TextChunk> chunks = chunks(document, measure);
        List<TextChunk> some = chunks.isEmpty() ? List.of(new TextChunk(1, 1, 0, 0, "")) : chunks;
        String hash = document.hash().text();
        return IntStream.range(0, some.size()).mapToObj(ordinal -> {
            TextChunk chunk = some.get(ordinal);
            return new IndexedChunk(
                    document.id(),
                    hash,
                    document.scope(),
                    document.shelf(),
                    document.path(),
                    document.date(),
                    ordinal == 0 ? document.lead() : "",
                    chunk.lead(),
                    chunk.of(document.text()),
                    chunk.fromLine(),
                    chunk.toLine(),
                    chunk.start(),
                    ordinal,
                    turn);
        });
    }

    /** The chunks of a document; the front matter of a page is one of them, and says what the next one is about. */
    private static List<TextChunk> chunks(SearchDocument document, Chunker.ChunkSize measure) {
        String text = document.text();
        int matter = document.path().endsWith(".md") ? Chunker.frontMatterEnd(text) : 0;
        String body = text.substring(matter);
        List<TextChunk> chunks =
                Chunker.isCurated(document.path()) ? Chunker.curated(body, measure) : Chunker.plain(body, measure);
        if (matter == 0) {
            return chunks;
        }
        int lines = (int) text.substring(0, matter).lines().count();
        List<TextChunk> all = new ArrayList<>(List.of(new TextChunk(1, lines, 0, matter, "")));
        for (TextChunk each : chunks) {
            String lead = all.size() == 1 ? about(text.substring(0, matter)) + each.lead() : each.lead();
            all.add(new TextChunk(
                    each.fromLine() + lines, each.toLine() + lines, each.start() + matter, each.end() + matter, lead));
        }
        return all;
    }

    private static String about(String matter) {
        StringBuilder about = new StringBuilder();
        ABOUT.matcher(matter)
                .results()
                .forEach(line -> about.append(line.group(1).strip()).append('\n'));
        return about.toString();
    }

    /** Puts a document together from its entries. */
    static Optional<SearchDocument> document(List<IndexedChunk> entries) {
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        List<IndexedChunk> sorted = new ArrayList<>(entries);
        sorted.sort(Comparator.comparingInt(IndexedChunk::ordinal));
        StringBuilder text = new StringBuilder();
        for (IndexedChunk entry : sorted) {
            text.append(entry.text, Math.min(entry.text.length(), text.length() - entry.start), entry.text.length());
        }
        IndexedChunk first = sorted.getFirst();
        return Optional.of(new SearchDocument(
                first.id, first.scope, first.shelf, first.path, first.date, first.lead, text.toString()));
    }

    String key() {
        return id + '\0' + turn + '\0' + ordinal;
    }

    /** What a model reads: the text below its headings. The document's lead is read by itself. */
    String embedded() {
        return (above.isEmpty() ? text : above + "\n" + text).strip();
    }

    /**
     * A heading is near to everything below it and to much else, so it is found by its words alone. So is a reply that
     * only acknowledges: it would be found instead of what it replies to.
     */
    private boolean hasMeaning() {
        return !text.isBlank() && !Chunker.isBareHeading(text) && !isFrontMatter() && !Acknowledgement.is(text);
    }

    /** Front matter describes a page and is nothing that the page says: no search finds it. */
    private boolean isFrontMatter() {
        return ordinal == 0 && path.endsWith(".md") && Chunker.frontMatterEnd(text) == text.length() && start == 0;
    }

    /** The day it is of: the document's, or else the last that these lines name. */
    @Nullable
    LocalDate day(String lines) {
        if (date != null) {
            return date;
        }
        List<LocalDate> days = new ArrayList<>();
        DAY.matcher(lines).results().forEach(named -> parsed(named.group()).ifPresent(days::add));
        return days.isEmpty() ? null : days.getLast();
    }

    /** Digits such as 2026-99-99 are no day. */
    private static Optional<LocalDate> parsed(String digits) {
        try {
            return Optional.of(LocalDate.parse(digits));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
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
        if (isWaiting && hasMeaning() && scope.isEmbedded()) {
            doc.add(new StringField(WAITING.field(), WAITING.text(), Field.Store.NO));
        }
        if (vector != null) {
            doc.add(new KnnFloatVectorField(VECTOR, vector, VectorSimilarityFunction.DOT_PRODUCT));
        }
        SearchTerms found = SearchTerms.of(isFrontMatter() ? "" : text);
        doc.add(new Field(WORDS, new TermStream(found.exact()), COUNTED));
        doc.add(new Field(STEMS, new TermStream(found.stems()), COUNTED));
        doc.add(new Field(CODES, new TermStream(found.codes()), COUNTED));
        doc.add(new Field(
                LEADS,
                new TermStream(SearchTerms.of(Acknowledgement.is(text) ? "" : above + "\n" + lead)
                        .stems()),
                COUNTED));
        if (date != null) {
            doc.add(new Field(DATES, new TermStream(dateWords(date)), COUNTED));
        }
        return doc;
    }

    /** The words by which a question names a day. */
    private static List<String> dateWords(LocalDate date) {
        String month = date.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
        return List.of(
                date.toString(),
                Integer.toString(date.getYear()),
                month.toLowerCase(Locale.ROOT),
                Integer.toString(date.getDayOfMonth()));
    }

    static IndexedChunk read(org.apache.lucene.document.Document doc) {
        String[] place = doc.get("place").split(" ", -1);
        String date = doc.get("date");
        return new IndexedChunk(
                doc.get("id"),
                doc.get("hash"),
                SearchScope.valueOf(doc.get("scope")),
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
