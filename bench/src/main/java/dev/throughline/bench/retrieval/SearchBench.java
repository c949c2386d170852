package dev.throughline.bench.retrieval;

import dev.throughline.bench.Figures;
import dev.throughline.bench.ProcessStats;
import dev.throughline.search.IndexStatus;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchStatus;
import dev.throughline.search.embed.LocalEmbedder;
import dev.throughline.search.index.IndexSettings;
import dev.throughline.search.index.SearchIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * How fast the index answers and is made, with a hundred thousand chunks, beside SQLite with FTS5 and sqlite-vec.
 *
 * <p>Both hold the same chunks of real text (see {@link Passages}) with the same vectors (see {@link HashedWords}) and
 * are asked the same real questions, in turn, one after the other. Each answer of either holds ten texts. A question is
 * asked once, so that nothing remembers its vector.
 *
 * <p>Beside the time that passes stands the time on a processor, which other work on the machine does not lengthen.
 * Everything that is asked runs on the asking thread.
 *
 * <p>Arguments: the folder of the data, how many chunks, how many questions SQLite is asked, and a folder: what is
 * built stays there and is used again. The file of sqlite-vec is named by the system property {@code sqlite.vec}.
 */
public final class SearchBench {
    private static final int PUT_AT_ONCE = 512;
    private static final int WARM_UP = 300;
    private static final double MIB = 1 << 20;
    private static final long SEED = 20261116;

    private final List<SearchDocument> documents;
    private final List<String> questions;

    private SearchBench(List<SearchDocument> documents, List<String> questions) {
        this.documents = documents;
        this.questions = questions;
    }

    public static void main(String[] args) throws IOException, SQLException {
        Path data = JudgedCorpus.folder(args, "bench/run search DATA");
        int chunks = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
        int asked = args.length > 2 ? Integer.parseInt(args[2]) : 300;
        Path folder = args.length > 3 ? Path.of(args[3]) : Files.createTempDirectory("search-bench");
        SearchBench bench = new SearchBench(Passages.read(data, chunks), questions(data));
        long characters =
                bench.documents.stream().mapToLong(each -> each.text().length()).sum();
        say(
                "%d chunks of real text, %.1f MB, %d different questions (seed %d); vectors of 384 floats by hashed"
                        + " words",
                bench.documents.size(), characters / 1e6, bench.questions.size(), SEED);
        bench.model(folder.resolve("model"));
        if (Files.exists(folder.resolve("index"))) {
            say("%nthe index was built by an earlier run");
        } else {
            bench.build(folder.resolve("index"));
        }
        bench.withModel(folder.resolve("index"));
        bench.besideSqlite(folder, Path.of(System.getProperty("sqlite.vec", "vec0")), asked);
        if (args.length <= 3) {
            delete(folder);
        }
    }

    /** All judged questions, in an order that mixes chats, code and science. */
    private static List<String> questions(Path data) throws IOException {
        Set<String> all = new HashSet<>();
        for (Path file : JudgedCorpus.files(data.resolve("retrieval"), "")) {
            JudgedCorpus.read(file).questions().forEach(each -> all.add(each.text()));
        }
        List<String> mixed = new ArrayList<>(all);
        Collections.sort(mixed);
        Collections.shuffle(mixed, new Random(SEED));
        return mixed;
    }

    /** That the model is not in memory until a text is embedded. */
    private void model(Path folder) throws IOException {
        try (LocalEmbedder model = new LocalEmbedder();
                SearchIndex index = SearchIndex.open(folder, IndexSettings.with(model))) {
            index.search(SearchQuery.of(questions.getFirst()).by(SearchQuery.SearchMode.WORDS));
            say("%nthe model: %.0f MiB of RSS with an index opened and asked by words,", rss());
            long start = System.nanoTime();
            index.search(SearchQuery.of(questions.getFirst()));
            double first = millis(start);
            say("  %.0f MiB after the first question by meaning, which took %.0f ms", rss(), first);
        }
    }

    private void build(Path folder) throws IOException {
        say("%nthe index, by %d documents at once", PUT_AT_ONCE);
        try (SearchIndex index = SearchIndex.open(folder, IndexSettings.with(new HashedWords(null)))) {
            long start = System.nanoTime();
            for (int from = 0; from < documents.size(); from += PUT_AT_ONCE) {
                index.put(documents.subList(from, Math.min(documents.size(), from + PUT_AT_ONCE)));
            }
            say("  found by word after     %7.1f s", millis(start) / 1e3);
            untilDone(index);
            say("  found by meaning after  %7.1f s", millis(start) / 1e3);
            describe(index);
            long rebuild = System.nanoTime();
            index.rebuild();
            untilDone(index);
            say("  rebuilt in              %7.1f s, with the old generation serving meanwhile", millis(rebuild) / 1e3);
            describe(index);
        }
    }

    private static void untilDone(SearchIndex index) {
        for (IndexStatus status = index.status();
                status.waiting() > 0 || status.building().isPresent() || !(status.status() instanceof SearchStatus.Ok);
                status = index.status()) {
            LockSupport.parkNanos(100_000_000);
        }
    }

    private static void describe(SearchIndex index) throws IOException {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        say(
                "  %d chunks, %.0f MiB on disk; heap %.0f MiB after a collection, the chunks' texts that the bench"
                        + " holds included; RSS %.0f MiB",
                index.status().chunks(),
                index.status().bytes() / MIB,
                (runtime.totalMemory() - runtime.freeMemory()) / MIB,
                rss());
    }

    /** The whole way of a question, with the local model embedding it. */
    private void withModel(Path folder) throws IOException {
        say("%nmilliseconds for a question            p50      p95      p99     most   on a processor p50 / p95 / p99");
        try (LocalEmbedder model = new LocalEmbedder();
                SearchIndex index = SearchIndex.open(folder, IndexSettings.with(new HashedWords(model)))) {
            Times times = new Times();
            for (int i = 0; i < questions.size(); i++) {
                times.start();
                int hits = index.search(SearchQuery.of(questions.get(i))).hits().size();
                times.stop(i >= WARM_UP && hits > 0);
            }
            line("hybrid, embedded by bge-small", times);
        }
        try (SearchIndex index = SearchIndex.open(folder, IndexSettings.with(new HashedWords(null)))) {
            for (SearchQuery.SearchMode mode : SearchQuery.SearchMode.values()) {
                line(mode.name().toLowerCase(Locale.ROOT) + ", vector given", ask(index, mode));
            }
        }
    }

    private Times ask(SearchIndex index, SearchQuery.SearchMode mode) {
        Times times = new Times();
        for (int i = 0; i < questions.size(); i++) {
            // What is remembered of a question is its vector; hashing one is not a part of what is measured.
            index.search(SearchQuery.of(questions.get(i)).most(1).by(SearchQuery.SearchMode.MEANING));
            times.start();
            int hits = index.search(SearchQuery.of(questions.get(i)).by(mode))
                    .hits()
                    .size();
            times.stop(i >= WARM_UP && hits > 0);
        }
        return times;
    }

    /** Question by question, now one and now the other. */
    private void besideSqlite(Path folder, Path extension, int asked) throws IOException, SQLException {
        Path file = folder.resolve("search.sqlite");
        try (Sqlite sqlite = new Sqlite(file, extension);
                SearchIndex index =
                        SearchIndex.open(folder.resolve("index"), IndexSettings.with(new HashedWords(null)))) {
            long start = System.nanoTime();
            if (sqlite.isEmpty()) {
                sqlite.put(documents);
            }
            say(
                    "%nSQLite with FTS5 and sqlite-vec: there after %.1f s, %.0f MiB",
                    millis(start) / 1e3, Files.size(file) / MIB);
            Beside beside = new Beside(sqlite, index);
            for (int i = 0; i < Math.min(questions.size(), asked + asked / 10); i++) {
                beside.ask(questions.get(i), /* counts= */ i >= asked / 10);
            }
            beside.report();
        }
    }

    /** Both, and their times. */
    private final class Beside {
        private final Sqlite sqlite;
        private final SearchIndex index;
        private final Times words = new Times();
        private final Times meaning = new Times();
        private final Times hybrid = new Times();
        private final Times ours = new Times();
        private int common;
        private int nearest;

        Beside(Sqlite sqlite, SearchIndex index) {
            this.sqlite = sqlite;
            this.index = index;
        }

        void ask(String question, boolean counts) throws SQLException {
            float[] vector = HashedWords.vector(question);
            words.start();
            sqlite.byWord(question);
            words.stop(counts);
            meaning.start();
            List<Integer> exact = sqlite.byMeaning(vector);
            meaning.stop(counts);
            hybrid.start();
            sqlite.hybrid(question, vector);
            hybrid.stop(counts);
            List<SearchHit> near = index.search(SearchQuery.of(question).by(SearchQuery.SearchMode.MEANING))
                    .hits();
            ours.start();
            index.search(SearchQuery.of(question));
            ours.stop(counts);
            if (counts) {
                compare(exact, near);
            }
        }

        private void compare(List<Integer> exact, List<SearchHit> near) {
            Set<String> right = new HashSet<>();
            exact.subList(0, Math.min(SearchQuery.DEFAULT_RESULTS, exact.size()))
                    .forEach(number -> right.add(documents.get(number - 1).id()));
            common +=
                    (int) near.stream().filter(hit -> right.contains(hit.id())).count();
            nearest += right.size();
        }

        void report() {
            line("SQLite words", words);
            line("SQLite vectors, exact", meaning);
            line("SQLite hybrid", hybrid);
            line("ours, hybrid", ours);
            ratio("the time", hybrid.passed(), ours.passed());
            ratio("the processor", hybrid.processor(), ours.processor());
            say("of the exact nearest ten our graph finds %.1f%%", 100.0 * common / nearest);
        }
    }

    private static void ratio(String what, Figures theirs, Figures ours) {
        say(
                "SQLite takes %.1f times %s at p50, %.1f at p95, %.1f at p99",
                theirs.at(0.5) / ours.at(0.5), what, theirs.at(0.95) / ours.at(0.95), theirs.at(0.99) / ours.at(0.99));
    }

    private static void line(String what, Times times) {
        Figures passed = times.passed();
        Figures processor = times.processor();
        say(
                "  %-32s %7.2f  %7.2f  %7.2f  %7.2f   %7.2f  %7.2f  %7.2f   (%d questions)",
                what,
                passed.at(0.5) / 1e6,
                passed.at(0.95) / 1e6,
                passed.at(0.99) / 1e6,
                passed.at(1) / 1e6,
                processor.at(0.5) / 1e6,
                processor.at(0.95) / 1e6,
                processor.at(0.99) / 1e6,
                passed.size());
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }

    private static double millis(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static double rss() throws IOException {
        return ProcessStats.rssMib(ProcessHandle.current().pid());
    }

    private static void delete(Path folder) throws IOException {
        try (java.util.stream.Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Collections.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
