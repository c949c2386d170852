package dev.throughline.search;

/** How far an answer can be trusted. */
public sealed interface SearchStatus {
    /** Everything was asked that there is. */
    record Ok() implements SearchStatus {}

    /** The answer is good but something was missing: the sentence says what. */
    record Degraded(String why) implements SearchStatus {}

    /** There is no answer: why, and what to do about it. */
    record Unavailable(String why, String remedy) implements SearchStatus {}

    /** The one word for it. */
    default String word() {
        return switch (this) {
            case Ok ok -> "ok";
            case Degraded degraded -> "degraded";
            case Unavailable unavailable -> "unavailable";
        };
    }
}
