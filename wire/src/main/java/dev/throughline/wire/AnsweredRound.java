package dev.throughline.wire;

import java.util.List;

/** A round and the results that the gateway gave to its calls; none for the last round of a plain answer. */
public record AnsweredRound(ReplyRound round, List<LocalResult> results) {
    public AnsweredRound {
        results = List.copyOf(results);
    }
}
