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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Selects topics that fit a message, by search. A search always finds something, so a topic is selected
 * only for a reason: its name or description shares a rare word with the message, or its best lines share
 * several words, or its meaning is close. If the cosines of the embedding model were not measured, a meaning is close
 * if it is among the first hits both by meaning and by keywords.
 */
public record TopicSearch(Function<SearchQuery, SearchResult> index, Optional<Embedder.Nearness> nearness) {
    private static final int MAX_CANDIDATES = 20;

    /** The number of first hits that count if cosines were not measured. */
    private static final int FIRST_HITS = 3;

    /** How many words the best lines of a topic must share with the message, unless they share half of its words. */
    private static final int MIN_SHARED = 2;

    /** The minimum score of {@link #byWords}. A shared word counts 1 divided by the number of topics with it. */
    private static final double MIN_SCORE = 0.5;

    private static final int MIN_WORD_LENGTH = 3;
    private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}]+");

    /** Keeps the names in code whole. */
    private static final Pattern NAME_SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}_]+");

    private static final Set<String> COMMON = Set.of(
            "the", "and", "for", "are", "was", "were", "with", "this", "that", "have", "has", "had", "not", "but",
            "you", "your", "our", "can", "could", "will", "would", "should", "please", "what", "when", "where", "which",
            "who", "why", "how", "does", "did", "from", "into", "about", "there", "then", "than", "them", "they", "all",
            "any", "some", "also", "just", "now", "one", "get", "let", "make", "use", "used", "using", "want", "need");

    private record Scored(MemoryPath path, double score) {}

    /** The topics whose name or description shares rare words with a message, best first. It needs no index. */
    public static List<MemoryPath> byWords(String message, TopicManifest manifest, int most) {
        Set<String> wanted = topicWords(message);
        Map<String, Integer> counts = new HashMap<>();
        List<Set<String>> topics = new ArrayList<>();
        for (TopicManifest.TopicLine line : manifest.lines()) {
            Set<String> words = topicWords(
                    line.name() + " " + line.description() + " " + line.path().name());
            topics.add(words);
            words.forEach(word -> counts.merge(word, 1, Integer::sum));
        }
        List<Scored> scored = new ArrayList<>();
        for (int i = 0; i < topics.size(); i++) {
            double score = 0;
            for (String word : topics.get(i)) {
                score += wanted.contains(word) ? 1.0 / counts.getOrDefault(word, 1) : 0;
            }
            if (score >= MIN_SCORE) {
                scored.add(new Scored(manifest.lines().get(i).path(), score));
            }
        }
        scored.sort(Comparator.comparingDouble(Scored::score).reversed());
        return scored.stream().limit(most).map(Scored::path).toList();
    }

    private static Set<String> topicWords(String text) {
        return words(
                text,
                SEPARATOR,
                word -> word.length() >= MIN_WORD_LENGTH || word.codePoints().anyMatch(Character::isIdeographic));
    }

    /** The words of a text in lower case and without a plural ending. */
    private static Set<String> words(String text, Pattern separator, Predicate<String> isCounted) {
        return separator
                .splitAsStream(text.toLowerCase(Locale.ROOT))
                .filter(isCounted)
                .map(word -> word.length() > 4 && word.endsWith("s") ? word.substring(0, word.length() - 1) : word)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** The topics of the manifest that fit a message, best first. */
    public List<MemoryPath> find(String message, TopicManifest manifest, int most) {
        Set<MemoryPath> topics =
                manifest.lines().stream().map(TopicManifest.TopicLine::path).collect(Collectors.toSet());
        SearchQuery query = SearchQuery.of(message).most(MAX_CANDIDATES).in(SearchScope.MEMORY);
        Set<MemoryPath> near = near(query);
        near.addAll(byWords(message, manifest, MAX_CANDIDATES));
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
        Set<String> wanted = messageWords(message);
        Set<String> shared = messageWords(lines);
        shared.retainAll(wanted);
        return !shared.isEmpty() && (shared.size() >= MIN_SHARED || 2 * shared.size() >= wanted.size());
    }

    private static Set<String> messageWords(String text) {
        return words(text, NAME_SEPARATOR, word -> word.length() >= MIN_WORD_LENGTH && !COMMON.contains(word));
    }
}
