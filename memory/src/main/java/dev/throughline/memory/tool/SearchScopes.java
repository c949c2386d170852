package dev.throughline.memory.tool;

import dev.throughline.search.SearchScope;
import java.util.Locale;
import java.util.stream.Stream;

/** The words for what is searched. */
public final class SearchScopes {
    private SearchScopes() {}

    /** What a word means: {@code memory}, {@code sessions} (words of people and models), {@code archive} or all. */
    public static SearchScope[] of(String word) {
        return switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "memory" -> new SearchScope[] {SearchScope.MEMORY};
            case "sessions" -> new SearchScope[] {SearchScope.SESSIONS};
            case "archive" -> new SearchScope[] {SearchScope.ARCHIVE};
            case "all" -> SearchScope.values();
            default ->
                throw new IllegalArgumentException(
                        "expected memory, sessions, archive or all as the scope, found '" + word + "'");
        };
    }

    /** What words mean that stand with commas between them. */
    public static SearchScope[] ofAll(String words) {
        return Stream.of(words.split(","))
                .flatMap(word -> Stream.of(of(word)))
                .distinct()
                .toArray(SearchScope[]::new);
    }

    /** A least score that was asked for; no hit has more than 1, so more than that is a slip. */
    public static double minScore(double least) {
        if (!(least >= 0 && least <= 1)) {
            throw new IllegalArgumentException("expected a least score from 0 to 1, found " + least);
        }
        return least;
    }

    public static String word(SearchScope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }
}
