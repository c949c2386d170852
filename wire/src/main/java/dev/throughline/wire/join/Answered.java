package dev.throughline.wire.join;

import java.util.List;

/** A round and the results that the gateway gave to its calls; none for the last round of a plain answer. */
public record Answered(Round round, List<LocalResult> results) {
    public Answered {
        results = List.copyOf(results);
    }
}
