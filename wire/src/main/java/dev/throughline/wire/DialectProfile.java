package dev.throughline.wire;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The properties of a dialect apart from its format.
 *
 * @param provider the API that requests are sent to
 * @param turnPaths the paths of requests for a model; the gateway sends its own requests to the first
 * @param compactionPath the turn path on which clients ask for a summary of their history, if there is one
 * @param countPath the path of requests for a token count, if there is one
 * @param pathPrefix the paths that belong to this dialect begin with it
 * @param clientHeaders headers, in lower case, by which a client that uses a path of no dialect shows that it expects
 *     this one
 * @param requiredHeaders headers that the provider expects in each request
 * @param isSocketFirst whether clients try a WebSocket first; no other {@code GET} of the turn path is forwarded
 * @param bytesPerToken how many bytes of JSON are about one token
 */
public record DialectProfile(
        Dialect dialect,
        ProviderApi provider,
        List<String> turnPaths,
        Optional<String> compactionPath,
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

    /** An estimate of the tokens in this many bytes. The provider's usage contains the billed tokens. */
    public long tokens(long bytes) {
        return Math.round(bytes / bytesPerToken);
    }
}
