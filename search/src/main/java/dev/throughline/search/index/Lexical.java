package dev.throughline.search.index;

import dev.throughline.search.Limits;
import dev.throughline.search.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.TermQuery;

/**
 * The words of a query as Lucene is asked for them: any of them may be missing, rare ones weigh more (BM25).
 *
 * <p>There is no query language: every character of a query is text, so that no query is wrong. A word counts by its
 * stem and a little more in its exact form; a whole identifier counts most.
 */
final class Lexical {
    /** Weights of the fields beside the stems, which weigh one; see docs/search.md for what was tried. */
    record Weights(float words, float codes, float leads) {
        static final Weights USUAL = new Weights(0.3f, 1f, 0.5f);
    }

    /** A query that is one name asks for that very name: so many points, however rare it is and whatever is near it. */
    private static final float NAME_POINTS = 30;

    private Lexical() {}

    /** Nothing when the text has no word at all. */
    static org.apache.lucene.search.Query of(Words words, Weights weights, IndexReader reader) throws IOException {
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        Set<String> stems = new LinkedHashSet<>();
        Set<String> exact = new LinkedHashSet<>();
        boolean isAllCommon = words.exact().stream().allMatch(Words::isCommon);
        for (int i = 0; i < words.exact().size(); i++) {
            if (isAllCommon || !Words.isCommon(words.exact().get(i))) {
                exact.add(words.exact().get(i));
                stems.add(words.stems().get(i));
            }
        }
        add(any, Entry.STEMS, rarest(Entry.STEMS, stems, reader), 1);
        add(any, Entry.WORDS, rarest(Entry.WORDS, exact, reader), weights.words());
        add(any, Entry.CODES, rarest(Entry.CODES, new LinkedHashSet<>(words.codes()), reader), weights.codes());
        if (words.isOneName()) {
            TermQuery name = new TermQuery(new Term(Entry.CODES, words.codes().getFirst()));
            any.add(new BoostQuery(new ConstantScoreQuery(name), NAME_POINTS), BooleanClause.Occur.SHOULD);
        }
        add(any, Entry.LEADS, rarest(Entry.LEADS, stems, reader), weights.leads());
        return any.build();
    }

    private static void add(BooleanQuery.Builder any, String field, Collection<String> words, float weight) {
        if (weight > 0) {
            words.forEach(word ->
                    any.add(new BoostQuery(new TermQuery(new Term(field, word)), weight), BooleanClause.Occur.SHOULD));
        }
    }

    /** At most as many words as are worth their time, and these are the ones that few texts have. */
    private static Collection<String> rarest(String field, Set<String> words, IndexReader reader) throws IOException {
        if (words.size() <= Limits.MOST_QUERY_WORDS) {
            return words;
        }
        record Counted(String word, int count) {}
        List<Counted> counted = new ArrayList<>();
        for (String word : words) {
            int count = reader.docFreq(new Term(field, word));
            if (count > 0) {
                counted.add(new Counted(word, count));
            }
        }
        counted.sort(java.util.Comparator.comparingInt(Counted::count));
        return counted.stream()
                .limit(Limits.MOST_QUERY_WORDS)
                .map(Counted::word)
                .toList();
    }
}
