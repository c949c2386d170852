package dev.throughline.search;

/** Whether a result is complete. */
public sealed interface SearchStatus {
    /** The result is complete. */
    record Ok() implements SearchStatus {}

    /** The hits are valid but may be incomplete; {@code why} is a sentence. */
    record Degraded(String why) implements SearchStatus {}

    /** There is no result: why, and what to do about it. */
    record Unavailable(String why, String remedy) implements SearchStatus {}

    /** The name in JSON and in the output of commands. */
    default String word() {
        return switch (this) {
            case Ok ok -> "ok";
            case Degraded degraded -> "degraded";
            case Unavailable unavailable -> "unavailable";
        };
    }
}
