package dev.throughline.search.index;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import dev.throughline.search.text.Acknowledgement;
import dev.throughline.search.text.Chunker;
import dev.throughline.search.text.Chunker.TextChunk;
import dev.throughline.search.text.SearchTerms;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
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
 * A chunk of a document in the index, as one Lucene document.
 *
 * <pre>
 * key      indexed             id NUL turn NUL ordinal: identifies this chunk
 * id       indexed, stored     the document
 * version  indexed             id NUL hash: identifies this version of the document
 * hash     stored              the document's hash
 * scope    indexed, stored     MEMORY, SESSIONS or ARCHIVE
 * shelf    looked up, stored
 * path     stored
 * date     stored              as in 2026-04-05; optional
 * lead     stored              the document's lead, in its first chunk only
 * above    stored              the headings above the chunk
 * text     stored              the chunk, exact: the chunks of a document give the document back
 * place    stored              first line, last line, start, ordinal, with spaces between
 * turn     indexed, sorted     counts puts, so that the newest is embedded first
 * head     indexed             1 in a document's first chunk, so that documents can be counted
 * wait     indexed             1 as long as its vector is wanted and missing; never in the scope ARCHIVE
 * words, stems, codes          the words of {@link SearchTerms}, with their counts; leads: stems of both leads
 * dates    indexed             the words of its date: 2026-04-05, 2026, april, 5
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
    /** The version of this format; changes when the same text is indexed in another way. */
    static final String VERSION = "e";

    static final String WORDS = "words";
    static final String STEMS = "stems";
    static final String CODES = "codes";
    static final String LEADS = "leads";
    static final String DATES = "dates";
    static final String VECTOR = "vector";
    static final Term WAITING = new Term("wait", "1");

    /** The first chunk of every document. */
    static final Term HEAD = new Term("head", "1");

    private static final Pattern DAY = Pattern.compile("(?<!\\d)\\d{4}-\\d{2}-\\d{2}(?!\\d)");

    /** Lines of front matter that describe the page. */
    private static final Pattern ABOUT = Pattern.compile("(?m)^(?:name|title|description):[ \\t]*(\\S.*)$");

    /** Terms that {@link SearchTerms} found, in the form that Lucene reads. */
    private static final class TermStream extends TokenStream {
        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final List<String> words;
        private Iterator<String> rest;

        TermStream(List<String> words) {
            this.words = words;
            this.rest = words.iterator();
        }

        @Override
        public void reset() {
            rest = words.iterator();
        }

        @Override
        public boolean incrementToken() {
            if (!rest.hasNext()) {
                return false;
            }
            clearAttributes();
            term.append(rest.next());
            return true;
        }
    }

    private static final FieldType COUNTED = new FieldType();

    static {
        COUNTED.setTokenized(true);
        COUNTED.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        COUNTED.freeze();
    }

    /**
     * The chunks of a document; one without text has a single empty chunk. Each is created when it is needed: a chunk
     * with its Lucene fields is many times as large as its text, and a document may have megabytes of text.
     */
    static Stream<IndexedChunk> of(SearchDocument document, long turn, Chunker.ChunkSize size) {
        List<TextChunk> chunks = chunks(document, size);
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

    /** Splits a document. The front matter of a page is a chunk, and its title is in the lead of the next one. */
    private static List<TextChunk> chunks(SearchDocument document, Chunker.ChunkSize size) {
        String text = document.text();
        int matter = document.path().endsWith(".md") ? Chunker.frontMatterEnd(text) : 0;
        String body = text.substring(matter);
        List<TextChunk> chunks =
                Chunker.isCurated(document.path()) ? Chunker.curated(body, size) : Chunker.plain(body, size);
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

    /** Restores a document from its chunks. */
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

    /**
     * The text to embed: the headings above the chunk, and its text. The lead of the document is embedded separately.
     */
    String embedded() {
        return (above.isEmpty() ? text : above + "\n" + text).strip();
    }

    /**
     * Whether the chunk gets a vector. The vector of a heading is similar to too many texts, and an acknowledgement
     * would be found instead of the message before it, so both are found by keyword only.
     */
    private boolean hasMeaning() {
        return !text.isBlank() && !Chunker.isBareHeading(text) && !isFrontMatter() && !Acknowledgement.is(text);
    }

    /** Whether the chunk is the front matter of a page, which no search finds. */
    private boolean isFrontMatter() {
        return ordinal == 0 && path.endsWith(".md") && Chunker.frontMatterEnd(text) == text.length() && start == 0;
    }

    /** The date of the document, or else the last date in these lines. */
    @Nullable
    LocalDate day(String lines) {
        if (date != null) {
            return date;
        }
        List<LocalDate> days = new ArrayList<>();
        DAY.matcher(lines).results().forEach(named -> parsed(named.group()).ifPresent(days::add));
        return days.isEmpty() ? null : days.getLast();
    }

    private static Optional<LocalDate> parsed(String digits) {
        try {
            return Optional.of(LocalDate.parse(digits));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    Document stored(boolean isWaiting, float @Nullable [] vector) {
        Document doc = new Document();
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
            doc.add(new StringField(HEAD.field(), HEAD.text(), Field.Store.NO));
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

    /** The words that a query uses for a day. */
    private static List<String> dateWords(LocalDate date) {
        String month = date.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
        return List.of(
                date.toString(),
                Integer.toString(date.getYear()),
                month.toLowerCase(Locale.ROOT),
                Integer.toString(date.getDayOfMonth()));
    }

    static IndexedChunk read(Document doc) {
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
