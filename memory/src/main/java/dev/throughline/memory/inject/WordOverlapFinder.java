package dev.throughline.memory.inject;

import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.workspace.MemoryPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Selects topics whose name or description shares rare words with a message. It needs no index. */
public final class WordOverlapFinder implements RelevantTopics.TopicFinder {
    private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final int MIN_WORD_LENGTH = 3;

    /** The minimum score. A shared word counts 1 divided by the number of topics that contain it. */
    private static final double MIN_SCORE = 0.5;

    private record Scored(MemoryPath path, double score) {}

    @Override
    public List<MemoryPath> find(String message, TopicManifest manifest, int most) {
        Set<String> wanted = words(message);
        Map<String, Integer> counts = new HashMap<>();
        List<Set<String>> topics = new ArrayList<>();
        for (TopicManifest.TopicLine line : manifest.lines()) {
            Set<String> topicWords = words(
                    line.name() + " " + line.description() + " " + line.path().name());
            topics.add(topicWords);
            topicWords.forEach(word -> counts.merge(word, 1, Integer::sum));
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

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        for (String word : SEPARATOR.split(text.toLowerCase(Locale.ROOT), -1)) {
            if (word.length() >= MIN_WORD_LENGTH || word.codePoints().anyMatch(Character::isIdeographic)) {
                words.add(word.length() > 4 && word.endsWith("s") ? word.substring(0, word.length() - 1) : word);
            }
        }
        return words;
    }
}
