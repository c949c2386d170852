package dev.throughline.app.remember;

import dev.throughline.search.Scope;
import java.util.Locale;

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

    public static String word(Scope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }
}
