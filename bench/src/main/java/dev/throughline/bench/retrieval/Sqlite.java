package dev.throughline.bench.retrieval;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.text.SearchTerms;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.sqlite.SQLiteConfig;

/**
 * The usual way to search in agents of today: one SQLite file with an FTS5 table for words and a sqlite-vec table for
 * vectors, both asked for each query and fused by reciprocal rank.
 *
 * <p>It is given what it likes: enough cache for the whole file, memory-mapped reads, one transaction for building, the
 * stemmer, statements prepared once, and only the words of a query that say something. For one thread.
 */
final class Sqlite implements AutoCloseable {
    private static final int CANDIDATES = 40;
    private static final int RESULTS = 10;
    private static final int RANK_OFFSET = 60;

    private final Connection connection;
    private final PreparedStatement byWord;
    private final PreparedStatement byMeaning;
    private final PreparedStatement text;

    /** Opens one, or makes an empty one. */
    Sqlite(Path file, Path extension) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.enableLoadExtension(true);
        connection = config.createConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("select load_extension('" + extension + "')");
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = normal");
            statement.execute("pragma cache_size = -500000");
            statement.execute("pragma mmap_size = 2000000000");
            statement.execute(
                    "create virtual table if not exists words using fts5(text, tokenize = 'porter unicode61')");
            statement.execute("create virtual table if not exists vectors using vec0(embedding float[384])");
        }
        byWord = connection.prepareStatement(
                "select rowid from words where words match ? order by rank limit " + CANDIDATES);
        byMeaning = connection.prepareStatement(
                "select rowid from vectors where embedding match ? and k = " + CANDIDATES + " order by distance");
        text = connection.prepareStatement("select text from words where rowid = ?");
    }

    boolean isEmpty() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from vectors")) {
            return row.getInt(1) == 0;
        }
    }

    void put(List<SearchDocument> documents) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement words = connection.prepareStatement("insert into words(rowid, text) values (?, ?)");
                PreparedStatement vectors =
                        connection.prepareStatement("insert into vectors(rowid, embedding) values (?, ?)")) {
            for (int i = 0; i < documents.size(); i++) {
                words.setInt(1, i + 1);
                words.setString(2, documents.get(i).text());
                words.executeUpdate();
                vectors.setInt(1, i + 1);
                vectors.setBytes(2, bytes(HashedWords.vector(documents.get(i).text())));
                vectors.executeUpdate();
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into words(words) values ('optimize')");
            statement.execute("pragma wal_checkpoint(truncate)");
        }
    }

    private static byte[] bytes(float[] vector) {
        ByteBuffer buffer = ByteBuffer.allocate(Float.BYTES * vector.length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asFloatBuffer().put(vector);
        return buffer.array();
    }

    /** The numbers of those that have a word of the query, the best first. */
    List<Integer> byWord(String query) throws SQLException {
        String any = anyOf(query);
        if (any.isEmpty()) {
            return List.of();
        }
        byWord.setString(1, any);
        return numbers(byWord);
    }

    /** The same words that our own index looks up, in the language of FTS5. */
    static String anyOf(String query) {
        List<String> words =
                SearchTerms.ofQuery(query).exact().stream().distinct().toList();
        boolean isAllCommon = words.stream().allMatch(SearchTerms::isCommon);
        return words.stream()
                .filter(word -> isAllCommon || !SearchTerms.isCommon(word))
                .map(word -> '"' + word + '"')
                .collect(Collectors.joining(" OR "));
    }

    /** The numbers of the nearest, exactly, the nearest first. */
    List<Integer> byMeaning(float[] vector) throws SQLException {
        byMeaning.setBytes(1, bytes(vector));
        return numbers(byMeaning);
    }

    private static List<Integer> numbers(PreparedStatement statement) throws SQLException {
        List<Integer> numbers = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                numbers.add(rows.getInt(1));
            }
        }
        return numbers;
    }

    /** The texts of the best of both. */
    List<String> hybrid(String query, float[] vector) throws SQLException {
        Map<Integer, Double> scores = new HashMap<>();
        for (List<Integer> order : List.of(byWord(query), byMeaning(vector))) {
            for (int i = 0; i < order.size(); i++) {
                scores.merge(order.get(i), 1.0 / (RANK_OFFSET + i + 1), Double::sum);
            }
        }
        List<Map.Entry<Integer, Double>> best = new ArrayList<>(scores.entrySet());
        best.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
        List<String> texts = new ArrayList<>();
        for (Map.Entry<Integer, Double> each : best.subList(0, Math.min(RESULTS, best.size()))) {
            text.setInt(1, each.getKey());
            try (ResultSet row = text.executeQuery()) {
                texts.add(row.getString(1));
            }
        }
        return texts;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
