package dev.throughline.wire;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the gateway has to know about a dialect apart from its format.
 *
 * @param provider the API that requests are sent to
 * @param turnPaths the paths of requests for a model; requests of the gateway's own are sent to the first
 * @param countPath the path of requests for a token count, if there is one
 * @param pathPrefix the paths that belong to this dialect begin with it
 * @param clientHeaders headers that show, under a path of no dialect, that a client expects this one; lower case
 * @param requiredHeaders headers that the provider expects in each request
 * @param isSocketFirst whether clients try a WebSocket first; then the path takes no other {@code GET}
 * @param bytesPerToken how many bytes of JSON are about one token
 */
public record DialectProfile(
        Dialect dialect,
        ProviderApi provider,
        List<String> turnPaths,
        Optional<String> countPath,
        String pathPrefix,
        Set<String> clientHeaders,
        Headers requiredHeaders,
        boolean isSocketFirst,
        double bytesPerToken) {
    public DialectProfile {
        turnPaths = List.copyOf(turnPaths);
        clientHeaders = Set.copyOf(clientHeaders);
    }

    /** The path of requests for a model. */
    public String path() {
        return turnPaths.getFirst();
    }

    /** About how many tokens these bytes are. What was billed is in the provider's usage. */
    public long tokens(long bytes) {
        return Math.round(bytes / bytesPerToken);
    }
}
