package dev.throughline.bench.retrieval;

import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.embed.LocalEmbedder;
import dev.throughline.search.index.IndexSettings;
import dev.throughline.search.index.SearchIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * How well the index finds what people judged right, on real questions.
 *
 * <p>Each file holds a corpus and questions with the ids of what answers them (see {@link JudgedCorpus}). Measured are,
 * over the first ten documents: the share of right ones found (recall), how far up they stand (nDCG), and how often all
 * were found; and, with the usual threshold, how many answers are lost and how many questions are answered that have
 * none. Embedding takes minutes, so the indexes stay in a folder and are used again.
 *
 * <p>Arguments: the folder of the data, the folder for the indexes, and which files (a part of their names).
 */
public final class RetrievalBench {
    /** Chunks asked for, so that ten documents are among them also where a document has several. */
    private static final int CHUNKS = 20;

    /** The default of {@code search.least_fit_percent}. */
    private static final double LEAST_FIT = 0.66;

    private RetrievalBench() {}

    public static void main(String[] args) throws IOException {
        Path data = JudgedCorpus.folder(args, "bench/run retrieval DATA");
        Path indexes = args.length > 1 ? Path.of(args[1]) : Files.createTempDirectory("retrieval");
        List<JudgedCorpus> all = new ArrayList<>();
        for (Path file : JudgedCorpus.files(data, args.length > 2 ? args[2] : "")) {
            all.add(JudgedCorpus.read(file));
        }
        try (CachedQueryEmbedder model = new CachedQueryEmbedder(new LocalEmbedder())) {
            for (JudgedCorpus judged : all) {
                measure(judged, all, indexes.resolve(judged.name() + JudgedCorpus.ENDING), model);
            }
        }
    }

    private static void measure(JudgedCorpus judged, List<JudgedCorpus> all, Path folder, CachedQueryEmbedder model) {
        try (SearchIndex index = SearchIndex.open(folder, IndexSettings.with(model))) {
            long start = System.nanoTime();
            index.put(judged.documents().stream()
                    .filter(each -> !index.contains(each.id(), each.hash()))
                    .toList());
            while (index.status().waiting() > 0 || index.status().building().isPresent()) {
                LockSupport.parkNanos(1_000_000_000);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d documents, %d chunks, %d questions; indexed in %.0f s%n",
                    judged.name(),
                    judged.documents().size(),
                    index.status().chunks(),
                    judged.questions().size(),
                    (System.nanoTime() - start) / 1e9);
            report(index, judged.questions());
            System.out.println(
                    "  threshold " + LEAST_FIT + ": " + new ThresholdScore(index, LEAST_FIT).own(judged.questions()));
            for (JudgedCorpus other : all) {
                if (!other.name().equals(judged.name())) {
                    String answered = new ThresholdScore(index, LEAST_FIT).foreign(other.questions());
                    System.out.println("    " + answered + " of " + other.name());
                }
            }
        }
    }

    private static void report(SearchIndex index, List<JudgedCorpus.Question> questions) {
        Score words = ask(index, questions, SearchQuery.SearchMode.WORDS);
        Score meaning = ask(index, questions, SearchQuery.SearchMode.MEANING);
        Score hybrid = ask(index, questions, SearchQuery.SearchMode.HYBRID);
        System.out.println("  words    " + words);
        System.out.println("  meaning  " + meaning);
        boolean isBest = hybrid.isNotWorseThan(words) && hybrid.isNotWorseThan(meaning);
        System.out.println("  hybrid   " + hybrid + (isBest ? "   not below the better one" : "   BELOW a single one"));
    }

    private static Score ask(SearchIndex index, List<JudgedCorpus.Question> questions, SearchQuery.SearchMode mode) {
        Score score = new Score();
        for (JudgedCorpus.Question question : questions) {
            SearchQuery query = SearchQuery.of(question.text()).most(CHUNKS).by(mode);
            Set<String> found = new LinkedHashSet<>();
            for (SearchHit hit : index.search(question.shelf().isEmpty() ? query : query.on(question.shelf()))
                    .hits()) {
                found.add(hit.id());
            }
            score.add(List.copyOf(found), question.gold());
        }
        return score;
    }
}
