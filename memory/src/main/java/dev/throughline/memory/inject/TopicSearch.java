package dev.throughline.memory.inject;

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
import java.util.stream.Collectors;

/**
 * Selects topics that fit a message, by search. A search always finds something, so a topic is selected
 * only for a reason: its name or description shares a rare word with the message, or its best lines share
 * several words, or its meaning is close. If the cosines of the embedding model were not measured, a meaning is close
 * if it is among the first hits both by meaning and by keywords.
 */
public final class TopicSearch implements RelevantTopics.TopicFinder {
    private static final int MAX_CANDIDATES = 20;

    /** The number of first hits that count if cosines were not measured. */
    private static final int FIRST_HITS = 3;

    /** How many words the best lines of a topic must share with the message, unless they share half of its words. */
    private static final int MIN_SHARED = 2;

    private static final int MIN_WORD_LENGTH = 3;
    private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}_]+");
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

    @Override
    public List<MemoryPath> find(String message, TopicManifest manifest, int most) {
        Set<MemoryPath> topics =
                manifest.lines().stream().map(TopicManifest.TopicLine::path).collect(Collectors.toSet());
        SearchQuery query = SearchQuery.of(message).most(MAX_CANDIDATES).in(SearchScope.MEMORY);
        Set<MemoryPath> near = near(query);
        near.addAll(new WordOverlapFinder().find(message, manifest, MAX_CANDIDATES));
        List<MemoryPath> found = new ArrayList<>();
        for (SearchHit hit : index.apply(query).hits()) {
            if (MemoryPath.isPath(hit.path())) {
                MemoryPath path = new MemoryPath(hit.path());
                boolean isFit = topics.contains(path) && !found.contains(path);
                if (isFit && found.size() < most && (near.contains(path) || isAbout(message, hit.snippet()))) {
                    found.add(path);
                }
            }
        }
        return found;
    }

    private Set<MemoryPath> near(SearchQuery query) {
        SearchQuery semantic = query.by(SearchQuery.SearchMode.MEANING).fusedBy(new RankFusion.Scores(0, 1));
        if (nearness.isPresent()) {
            return paths(semantic.atLeast(nearness.get().close()));
        }
        Set<MemoryPath> near = paths(semantic.most(FIRST_HITS));
        near.retainAll(paths(query.by(SearchQuery.SearchMode.WORDS).most(FIRST_HITS)));
        return near;
    }

    private Set<MemoryPath> paths(SearchQuery query) {
        return index.apply(query).hits().stream()
                .map(SearchHit::path)
                .filter(MemoryPath::isPath)
                .map(MemoryPath::new)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Whether lines share enough words with a message. */
    static boolean isAbout(String message, String lines) {
        Set<String> wanted = words(message);
        Set<String> shared = words(lines);
        shared.retainAll(wanted);
        return !shared.isEmpty() && (shared.size() >= MIN_SHARED || 2 * shared.size() >= wanted.size());
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        for (String word : SEPARATOR.split(text.toLowerCase(Locale.ROOT), -1)) {
            if (word.length() >= MIN_WORD_LENGTH && !COMMON.contains(word)) {
                words.add(word.length() > 4 && word.endsWith("s") ? word.substring(0, word.length() - 1) : word);
            }
        }
        return words;
    }
}
