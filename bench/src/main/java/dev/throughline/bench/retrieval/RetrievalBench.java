package dev.throughline.bench.retrieval;

import dev.throughline.search.Document;
import dev.throughline.search.Hit;
import dev.throughline.search.Query;
import dev.throughline.search.Scope;
import dev.throughline.search.embed.LocalModel;
import dev.throughline.search.index.SearchIndex;
import dev.throughline.search.index.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * How well the index finds what people judged right, on real questions.
 *
 * <p>Each file holds a corpus and questions with the ids of what answers them; a question of a chat is asked within
 * that chat, and the turn before it is a turn's lead. Measured are, over the first ten documents: the share of right
 * ones found (recall), how far up they stand (nDCG), and how often all were found. Embedding takes minutes, so the
 * indexes stay in a folder and are used again.
 *
 * <p>Arguments: the folder of the data, the folder for the indexes, and which files (a part of their names).
 */
public final class RetrievalBench {
    private static final int RESULTS = 10;

    /** Chunks asked for, so that ten documents are among them also where a document has several. */
    private static final int CHUNKS = 20;

    private static final ObjectMapper TREES = new ObjectMapper();

    private record Question(String shelf, String text, Set<String> gold) {}

    private RetrievalBench() {}

    /** Sums over questions. */
    private static final class Score {
        private double recall;
        private double gain;
        private double all;
        private int questions;

        void add(List<String> found, Set<String> gold) {
            double sum = 0;
            double best = 0;
            int right = 0;
            for (int i = 0; i < RESULTS; i++) {
                double worth = Math.log(2) / Math.log(i + 2);
                best += i < gold.size() ? worth : 0;
                if (i < found.size() && gold.contains(found.get(i))) {
                    sum += worth;
                    right++;
                }
            }
            recall += (double) right / gold.size();
            gain += sum / best;
            all += right == gold.size() ? 1 : 0;
            questions++;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "recall@10 %.4f   nDCG@10 %.4f   all@10 %.4f",
                    recall / questions,
                    gain / questions,
                    all / questions);
        }
    }

    public static void main(String[] args) throws IOException {
        Path data = Path.of(args.length > 0 ? args[0] : "../shared/data/retrieval");
        Path indexes = args.length > 1 ? Path.of(args[1]) : Files.createTempDirectory("retrieval");
        String only = args.length > 2 ? args[2] : "";
        List<Path> files;
        try (Stream<Path> all = Files.list(data)) {
            files = all.filter(file -> file.toString().endsWith(".jsonl.gz"))
                    .filter(file -> file.toString().contains(only))
                    .sorted()
                    .toList();
        }
        try (LocalModel model = LocalModel.bgeSmall()) {
            for (Path file : files) {
                measure(file, indexes.resolve(String.valueOf(file.getFileName())), model);
            }
        }
    }

    private static void measure(Path file, Path folder, LocalModel model) throws IOException {
        List<Document> documents = new ArrayList<>();
        List<Question> questions = new ArrayList<>();
        read(file, documents, questions);
        try (SearchIndex index = SearchIndex.open(folder, Settings.with(model))) {
            long start = System.nanoTime();
            index.put(documents.stream()
                    .filter(each -> !index.contains(each.id(), each.hash()))
                    .toList());
            while (index.status().waiting() > 0 || index.status().building().isPresent()) {
                LockSupport.parkNanos(1_000_000_000);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d documents, %d chunks, %d questions; indexed in %.0f s%n",
                    file.getFileName(),
                    documents.size(),
                    index.status().chunks(),
                    questions.size(),
                    (System.nanoTime() - start) / 1e9);
            for (Query.Mode mode : Query.Mode.values()) {
                System.out.printf(
                        Locale.ROOT, "  %-8s %s%n", mode.name().toLowerCase(Locale.ROOT), ask(index, questions, mode));
            }
        }
    }

    private static Score ask(SearchIndex index, List<Question> questions, Query.Mode mode) {
        Score score = new Score();
        for (Question question : questions) {
            Query query = Query.of(question.text).most(CHUNKS).by(mode);
            Set<String> found = new LinkedHashSet<>();
            for (Hit hit : index.search(question.shelf.isEmpty() ? query : query.on(question.shelf))
                    .hits()) {
                found.add(hit.id());
            }
            score.add(List.copyOf(found), question.gold);
        }
        return score;
    }

    private static void read(Path file, List<Document> documents, List<Question> questions) throws IOException {
        String before = "";
        String shelfBefore = "";
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode row = TREES.readTree(line);
                String shelf = row.path("conv").asString("");
                String text = row.get("text").asString();
                if (row.get("kind").asString().equals("query")) {
                    Set<String> gold = new HashSet<>();
                    row.get("gold").forEach(id -> gold.add(shelf + id.asString()));
                    questions.add(new Question(shelf, text, gold));
                    continue;
                }
                String lead = !shelf.isEmpty() && shelf.equals(shelfBefore) ? before : "";
                String id = shelf + row.get("id").asString();
                documents.add(new Document(id, Scope.SESSIONS, shelf, id, null, lead, text));
                before = text;
                shelfBefore = shelf;
            }
        }
    }
}
