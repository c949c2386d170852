package dev.throughline.engine.turn;

import dev.throughline.model.ProxyException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way round. If a station that remembers breaks, and it is not the caller's fault, the turn goes on with the
 * client's own bytes and says so. Errors too: an archive that ran out of memory is no reason to fail a client.
 */
final class PassThrough {
    private static final Logger LOG = LoggerFactory.getLogger(PassThrough.class);

    private PassThrough() {}

    /** Walks through the stations; when one breaks, the answer is a bypass and not a failure. */
    static Memory around(Supplier<Memory> stations) {
        try {
            return stations.get();
        } catch (ProxyException e) {
            return switch (e.kind()) {
                case CALLER, LIMIT -> throw e;
                case STORE, UPSTREAM -> bypass(e.code(), e);
            };
        } catch (Throwable e) {
            return bypass("internal_error", e);
        }
    }

    private static Memory bypass(String reason, Throwable cause) {
        LOG.error("bypass ({}): the turn goes on without memory", reason, cause);
        return new Memory.Bypassed(reason);
    }
}
