package dev.throughline.memory.index;

import dev.throughline.memory.inject.WordOverlapFinder;
import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.search.RankFusion;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.embed.Embedder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Picks topics that fit what a person says, by search. A search always finds something; what is shown unasked must have
 * a reason: its name or description shares a rare word with what is said, or its best lines share several, or it is
 * near in meaning. Of a model whose cosines nobody measured, those are near that are first by meaning and by words.
 */
public final class TopicSearch {
    private static final int MAX_CANDIDATES = 20;

    /** Where nobody knows what a cosine of the model means: so many first ones by meaning and by words. */
    private static final int FIRST = 3;

    /** How many words the best lines of a topic must share with what is said, or half of what is said. */
    private static final int MIN_SHARED = 2;

    private static final int MIN_WORD_LENGTH = 3;
    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}_]+");
    private static final Set<String> COMMON = Set.of(
            "the", "and", "for", "are", "was", "were", "with", "this", "that", "have", "has", "had", "not", "but",
            "you", "your", "our", "can", "could", "will", "would", "should", "please", "what", "when", "where", "which",
            "who", "why", "how", "does", "did", "from", "into", "about", "there", "then", "than", "them", "they", "all",
            "any", "some", "also", "just", "now", "one", "get", "let", "make", "use", "used", "using", "want", "need");

    private final Function<SearchQuery, SearchResult> index;
    private final Optional<Embedder.Nearness> nearness;

    public TopicSearch(Function<SearchQuery, SearchResult> index, Optional<Embedder.Nearness> nearness) {
        this.index = index;
        this.nearness = nearness;
    }

    /** Those of the manifest that fit, the best first. */
    public List<MemoryPath> find(String words, TopicManifest manifest, int most) {
        Set<MemoryPath> there = new HashSet<>();
        manifest.lines().forEach(line -> there.add(line.path()));
        SearchQuery query = SearchQuery.of(words).most(MAX_CANDIDATES).in(SearchScope.MEMORY);
        Set<MemoryPath> near = near(query);
        near.addAll(new WordOverlapFinder().find(words, manifest, MAX_CANDIDATES));
        List<MemoryPath> found = new ArrayList<>();
        for (SearchHit hit : index.apply(query).hits()) {
            if (MemoryPath.isPath(hit.path())) {
                MemoryPath path = new MemoryPath(hit.path());
                boolean isFit = there.contains(path) && !found.contains(path);
                if (isFit && found.size() < most && (near.contains(path) || isAbout(words, hit.snippet()))) {
                    found.add(path);
                }
            }
        }
        return found;
    }

    private Set<MemoryPath> near(SearchQuery query) {
        SearchQuery meant = query.by(SearchQuery.SearchMode.MEANING).fusedBy(new RankFusion.Scores(0, 1));
        if (nearness.isPresent()) {
            return paths(meant.atLeast(nearness.get().close()));
        }
        Set<MemoryPath> near = paths(meant.most(FIRST));
        near.retainAll(paths(query.by(SearchQuery.SearchMode.WORDS).most(FIRST)));
        return near;
    }

    private Set<MemoryPath> paths(SearchQuery query) {
        Set<MemoryPath> paths = new HashSet<>();
        index.apply(query).hits().stream()
                .map(SearchHit::path)
                .filter(MemoryPath::isPath)
                .forEach(path -> paths.add(new MemoryPath(path)));
        return paths;
    }

    /** Whether lines share enough words with what is said. */
    static boolean isAbout(String words, String lines) {
        Set<String> said = words(words);
        Set<String> shared = words(lines);
        shared.retainAll(said);
        return !shared.isEmpty() && (shared.size() >= MIN_SHARED || 2 * shared.size() >= said.size());
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        for (String word : BETWEEN.split(text.toLowerCase(Locale.ROOT), -1)) {
            if (word.length() >= MIN_WORD_LENGTH && !COMMON.contains(word)) {
                words.add(word.length() > 4 && word.endsWith("s") ? word.substring(0, word.length() - 1) : word);
            }
        }
        return words;
    }
}
