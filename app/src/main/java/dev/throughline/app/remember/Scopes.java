package dev.throughline.app.remember;

import dev.throughline.search.Scope;
import java.util.Locale;
import java.util.stream.Stream;

/** The words for what is searched. */
public final class Scopes {
    private Scopes() {}

    /** What a word means: {@code memory}, {@code sessions} (words of people and models), {@code archive} or all. */
    public static Scope[] of(String word) {
        return switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "memory" -> new Scope[] {Scope.MEMORY};
            case "sessions" -> new Scope[] {Scope.SESSIONS};
            case "archive" -> new Scope[] {Scope.ARCHIVE};
            case "all" -> Scope.values();
            default ->
                throw new IllegalArgumentException(
                        "expected memory, sessions, archive or all as the scope, found '" + word + "'");
        };
    }

    /** What words mean that stand with commas between them. */
    public static Scope[] ofAll(String words) {
        return Stream.of(words.split(","))
                .flatMap(word -> Stream.of(of(word)))
                .distinct()
                .toArray(Scope[]::new);
    }

    /** A least score that was asked for; no hit has more than 1, so more than that is a slip. */
    public static double leastScore(double least) {
        if (!(least >= 0 && least <= 1)) {
            throw new IllegalArgumentException("expected a least score from 0 to 1, found " + least);
        }
        return least;
    }

    public static String word(Scope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }
}
