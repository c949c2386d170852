package dev.throughline.bench.retrieval;

import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.index.SearchIndex;
import java.util.List;
import java.util.Locale;

/**
 * How often a search with a threshold answers where there is no answer, and how often it loses one.
 *
 * <p>Three kinds of questions: those of the corpus, which have an answer; the same without it, by leaving the right
 * documents out of what was found; and those of the other corpora.
 */
final class ThresholdScore {
    /** Of the questions of other corpora, every so many-th is asked. */
    private static final int EVERY = 3;

    private final SearchIndex index;
    private final double least;
    private int answered;
    private int lost;
    private int asked;

    ThresholdScore(SearchIndex index, double least) {
        this.index = index;
        this.least = least;
    }

    /** Lost is a question of which a right document is found without the threshold and none with it. */
    String own(List<JudgedCorpus.Question> questions) {
        int without = 0;
        for (JudgedCorpus.Question question : questions) {
            List<SearchHit> fitting = ask(question, least);
            boolean isFound = isAnyRight(ask(question, 0), question);
            asked += isFound ? 1 : 0;
            lost += isFound && !isAnyRight(fitting, question) ? 1 : 0;
            without += fitting.stream().allMatch(hit -> question.gold().contains(hit.id())) ? 0 : 1;
        }
        return String.format(
                Locale.ROOT,
                "lost %.3f of %d answers; answered %.3f of %d questions whose documents are left out",
                (double) lost / asked,
                asked,
                (double) without / questions.size(),
                questions.size());
    }

    String foreign(List<JudgedCorpus.Question> questions) {
        int all = 0;
        for (int i = 0; i < questions.size(); i += EVERY) {
            SearchQuery query = SearchQuery.of(questions.get(i).text()).fitting(least);
            answered += index.search(query).hits().isEmpty() ? 0 : 1;
            all++;
        }
        return String.format(Locale.ROOT, "answered %.3f of %d questions", (double) answered / all, all);
    }

    private List<SearchHit> ask(JudgedCorpus.Question question, double fit) {
        SearchQuery query = SearchQuery.of(question.text()).most(Score.RESULTS).fitting(fit);
        return index.search(question.shelf().isEmpty() ? query : query.on(question.shelf()))
                .hits();
    }

    private static boolean isAnyRight(List<SearchHit> hits, JudgedCorpus.Question question) {
        return hits.stream().anyMatch(hit -> question.gold().contains(hit.id()));
    }
}
