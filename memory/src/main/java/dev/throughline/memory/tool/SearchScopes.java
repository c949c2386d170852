package dev.throughline.memory.tool;

import dev.throughline.search.SearchScope;
import java.util.Locale;
import java.util.stream.Stream;

/** The names of search scopes in tool arguments, REST queries and commands. */
public final class SearchScopes {
    private SearchScopes() {}

    /**
     * The scopes with a name: {@code memory}, {@code sessions} (messages), {@code archive} (tool calls) or {@code all}.
     */
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

    /** The scopes with these names, separated by commas. */
    public static SearchScope[] ofAll(String words) {
        return Stream.of(words.split(","))
                .flatMap(word -> Stream.of(of(word)))
                .distinct()
                .toArray(SearchScope[]::new);
    }

    /** Checks a minimum score. */
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
