package dev.throughline.gateway.upstream;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How long a server keeps an idle connection, where it says so: {@code Keep-Alive: timeout=5, max=100}.
 *
 * <p>We let go earlier than the server does. A request that meets a closing connection is lost, and only its client may
 * send it again.
 */
final class KeepAlive {
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private KeepAlive() {}

    /** The shorter of our own idle time and the server's. */
    static Duration idleTime(@Nullable String header, Duration own) {
        if (header == null) {
            return own;
        }
        for (String part : header.toLowerCase(Locale.ROOT).split(",", -1)) {
            String text = part.strip();
            if (text.matches("timeout=[0-9]{1,6}")) {
                Duration theirs = Duration.ofSeconds(Long.parseLong(text.substring("timeout=".length())))
                        .minus(MARGIN);
                return theirs.compareTo(own) < 0 ? theirs : own;
            }
        }
        return own;
    }
}
