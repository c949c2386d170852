package dev.throughline.engine.turn;

import dev.throughline.model.ProxyException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way round. If a station that remembers breaks, and it is not the caller's fault, the turn goes on with the
 * client's own bytes and says so. Errors too: an archive that ran out of memory is no reason to fail a client. Each
 * gateway has its own. Safe for use by many threads.
 */
final class PassThrough {
    private static final Logger LOG = LoggerFactory.getLogger(PassThrough.class);

    /** The trouble that was logged last: a disk that is full would fill the log, too, turn by turn. */
    private final AtomicReference<String> told = new AtomicReference<>("");

    /** Walks through the stations; when one breaks, the answer is a bypass and not a failure. */
    Memory around(Supplier<Memory> stations) {
        try {
            return recovered(stations.get());
        } catch (ProxyException e) {
            return switch (e.kind()) {
                case CALLER, LIMIT -> throw e;
                case STORE, UPSTREAM -> bypass(e.code(), e);
            };
        } catch (Throwable e) {
            return bypass("internal_error", e);
        }
    }

    /** What broke last, and has not worked since; empty if all is well. */
    String trouble() {
        return Objects.requireNonNull(told.get());
    }

    private Memory bypass(String reason, Throwable cause) {
        String trouble = cause instanceof ProxyException ? reason : reason + ": " + cause;
        if (told.getAndSet(trouble).equals(trouble)) {
            LOG.debug("bypass ({}): the turn goes on without memory", reason, cause);
        } else {
            LOG.error("bypass ({}): this turn goes on without memory, and others until it is over", reason, cause);
        }
        return new Memory.Bypassed(reason);
    }

    private Memory recovered(Memory memory) {
        if (memory instanceof Memory.Kept && !trouble().isEmpty()) {
            LOG.info("turns are remembered again after {}", told.getAndSet(""));
        }
        return memory;
    }
}
