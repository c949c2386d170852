package dev.throughline.bench.retrieval;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A corpus, and questions of which people said what answers them.
 *
 * <p>The file is gzipped JSON, one row a line: {@code {"kind":"corpus","id","text","conv"?,"date"?}} and then
 * {@code {"kind":"query","text","gold":[id],"conv"?}}. A row with {@code conv} is a turn of that chat and is asked for
 * within it; the turn before is its lead.
 */
record JudgedCorpus(String name, List<SearchDocument> documents, List<Question> questions) {
    static final String ENDING = ".jsonl.gz";
    private static final Pattern DAY = Pattern.compile("\\d{1,2} \\p{L}+, \\d{4}");
    private static final DateTimeFormatter DAYS = DateTimeFormatter.ofPattern("d MMMM, uuuu", Locale.ENGLISH);
    private static final ObjectMapper TREES = new ObjectMapper();

    /** What is asked, on which shelf, and the ids of what is right. */
    record Question(String shelf, String text, Set<String> gold) {}

    /** The folder of the data, which is the first argument of a measurement. */
    static Path folder(String[] arguments, String usage) {
        if (arguments.length == 0 || !Files.isDirectory(Path.of(arguments[0]))) {
            throw new IllegalArgumentException("The first argument must be the folder of the data: " + usage + ".");
        }
        return Path.of(arguments[0]);
    }

    /** All files of a folder whose names contain a text. */
    static List<Path> files(Path folder, String part) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(ENDING))
                    .filter(file -> String.valueOf(file.getFileName()).contains(part))
                    .sorted()
                    .toList();
        }
    }

    static JudgedCorpus read(Path file) throws IOException {
        List<SearchDocument> documents = new ArrayList<>();
        List<Question> questions = new ArrayList<>();
        String before = "";
        String shelfBefore = "";
        try (BufferedReader lines = lines(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode row = TREES.readTree(line);
                String shelf = row.path("conv").asString("");
                String text = row.get("text").asString();
                if (row.get("kind").asString().equals("query")) {
                    questions.add(question(row, shelf, text));
                    continue;
                }
                String lead = !shelf.isEmpty() && shelf.equals(shelfBefore) ? before : "";
                String id = shelf + row.get("id").asString();
                documents.add(new SearchDocument(id, SearchScope.SESSIONS, shelf, id, date(row), lead, text));
                before = text;
                shelfBefore = shelf;
            }
        }
        String name = String.valueOf(file.getFileName());
        return new JudgedCorpus(name.substring(0, name.length() - ENDING.length()), documents, questions);
    }

    /** The day in a text such as {@code 1:56 pm on 8 May, 2023}. */
    private static @Nullable LocalDate date(JsonNode row) {
        Matcher day = DAY.matcher(row.path("date").asString(""));
        return day.find() ? LocalDate.parse(day.group(), DAYS) : null;
    }

    static BufferedReader lines(Path file) throws IOException {
        return new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8));
    }

    private static Question question(JsonNode row, String shelf, String text) {
        Set<String> gold = new HashSet<>();
        row.get("gold").forEach(id -> gold.add(shelf + id.asString()));
        return new Question(shelf, text, gold);
    }
}
