package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.Candidate;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CandidatesTest {
    private static final float[] EAST = {1, 0};

    private SmallIndex index;
    private IndexSearcher searcher;

    @BeforeEach
    void open() throws IOException {
        index = new SmallIndex()
                .add("pears", new float[] {0.6f, 0.8f})
                .add("green pears", null)
                .add("nuts", new float[] {0.8f, 0.6f})
                .add("more nuts and pears", new float[] {-1, 0});
        searcher = index.searcher();
    }

    @AfterEach
    void close() throws IOException {
        index.close();
    }

    private Candidate of(List<Candidate> all, int doc) {
        return all.stream().filter(each -> each.doc() == doc).findFirst().orElseThrow();
    }

    @Test
    void keyword_hits_keep_their_order_and_the_best_has_the_score_one() throws IOException {
        ScoreDoc[] byWord =
                searcher.search(SmallIndex.lexical(searcher, "pears").query(), 10).scoreDocs;
        List<Candidate> all = new Candidates(searcher, SmallIndex.lexical(searcher, "pears"), byWord).asFound();
        assertEquals(3, all.size());
        Candidate best = of(all, byWord[0].doc);
        assertEquals(byWord[0].score, best.wordPoints());
        assertEquals(1, best.wordScore());
        assertEquals(1, best.wordRank());
        assertTrue(best.wordShare() > 0.2 && best.wordShare() < 1, "" + best.wordShare());
        assertFalse(best.hasVector());
        assertEquals(3, of(all, byWord[2].doc).wordRank());
    }

    @Test
    void the_only_hit_of_a_word_has_a_large_lead_and_one_of_many_has_not() throws IOException {
        assertEquals(8, margin(searcher, "green"), 1e-9);
        assertEquals(1, margin(searcher, "unknown"), 1e-9);
        try (SmallIndex many = new SmallIndex(Collections.nCopies(40, "pears").toArray(String[]::new))) {
            assertEquals(Math.sqrt(3), margin(many.searcher(), "pears"), 1e-3);
        }
    }

    private static double margin(IndexSearcher searcher, String words) throws IOException {
        KeywordQuery lexical = SmallIndex.lexical(searcher, words);
        ScoreDoc[] byWord = searcher.search(lexical.query(), 80).scoreDocs;
        return candidates(searcher, lexical, byWord, SmallIndex.docs(2))
                .withBoth(EAST)
                .getFirst()
                .wordMargin();
    }

    @Test
    void semantic_hits_are_ranked_by_their_full_vector() throws IOException {
        List<Candidate> all = candidates(
                        searcher, SmallIndex.lexical(searcher, "pears"), SmallIndex.docs(), SmallIndex.docs(3, 0, 2))
                .asFound();
        assertEquals(1, of(all, 2).meaningRank());
        assertEquals(0.8, of(all, 2).meaningScore(), 1e-6);
        assertEquals(2, of(all, 0).meaningRank());
        assertEquals(0, of(all, 3).meaningScore(), "a negative cosine counts as zero");
    }

    @Test
    void a_candidate_of_one_ranking_has_its_score_in_the_other_but_no_rank() throws IOException {
        KeywordQuery lexical = SmallIndex.lexical(searcher, "pears");
        ScoreDoc[] byWord = searcher.search(lexical.query(), 10).scoreDocs;
        double points = 0;
        for (ScoreDoc each : byWord) {
            points = each.doc == 0 ? each.score : points;
        }
        Candidates candidates = candidates(searcher, lexical, SmallIndex.docs(3), SmallIndex.docs(0, 2));
        List<Candidate> all = candidates.withBoth(EAST);
        assertEquals(0, of(all, 0).wordRank());
        assertEquals(points, of(all, 0).wordPoints(), 1e-6);
        assertTrue(points > 0);
        assertEquals(0, of(all, 2).wordPoints());
        assertEquals(0, of(all, 3).meaningRank());
        assertEquals(0, of(all, 3).meaningScore());
    }

    @Test
    void a_candidate_without_a_vector_gets_the_average_cosine_of_the_keyword_hits() throws IOException {
        KeywordQuery lexical = SmallIndex.lexical(searcher, "pears");
        Candidates candidates = candidates(searcher, lexical, SmallIndex.docs(1, 0, 3), SmallIndex.docs(2));
        assertEquals(0.3, of(candidates.withBoth(EAST), 1).meaningScore(), 1e-6);
    }

    @Test
    void without_other_keyword_hits_a_candidate_without_a_vector_gets_the_lowest_semantic_cosine() throws IOException {
        KeywordQuery lexical = SmallIndex.lexical(searcher, "pears");
        Candidates candidates = candidates(searcher, lexical, SmallIndex.docs(1), SmallIndex.docs(0, 2));
        assertEquals(0.6, of(candidates.withBoth(EAST), 1).meaningScore(), 1e-6);
    }

    private static Candidates candidates(
            IndexSearcher searcher, KeywordQuery lexical, ScoreDoc[] byWord, ScoreDoc[] byMeaning) throws IOException {
        Candidates candidates = new Candidates(searcher, lexical, byWord);
        candidates.addByMeaning(byMeaning, EAST);
        return candidates;
    }
}
