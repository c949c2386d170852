package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import java.util.Optional;

/**
 * What is sent for a turn.
 *
 * @param policy the word for the rule that decided
 */
public record Outgoing(Bytes body, String policy, Weight weight) {
    /**
     * What it weighs, in our own count of tokens.
     *
     * @param tokens what is sent
     * @param untouched what the client asked to send
     * @param prefix the part of what is sent that was sent the same before
     * @param shared the part of what the client asked to send that it had sent before; 0 when the provider forgot it
     * @param scale the provider's tokens for one of ours, as far as known
     */
    public record Weight(long tokens, long untouched, long prefix, long shared, double scale) {
        /** What to keep of this when the provider has told what it billed. */
        public Entry.Sent sent(Optional<Usage> billed) {
            double factor = billed.filter(usage -> tokens > 0 && usage.prompt() > 0)
                    .map(usage -> usage.prompt() / (double) tokens)
                    .orElse(scale);
            long read = Math.round(shared * factor);
            long written = Math.max(0, Math.round(untouched * factor) - read);
            return new Entry.Sent(tokens, untouched, new Usage(0, read, written, 0));
        }
    }
}
