package dev.throughline.server.config;

import dev.throughline.model.Dialect;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * The model that is asked questions of ours.
 *
 * @param dialect the dialect in which a provider of its own is asked
 * @param time how long a question may take, all attempts together
 * @param tokensPerSession what the questions of one session may cost
 * @param tokensPerHour what all questions of an hour may cost
 * @param sharePercent in mode auto, what part of what editing has saved they may cost
 */
public record HelperSettings(
        Mode mode,
        Optional<String> model,
        Optional<URI> url,
        Optional<String> key,
        Dialect dialect,
        Duration time,
        long tokensPerSession,
        long tokensPerHour,
        int sharePercent) {
    /** Who is asked. */
    public enum Mode {
        /** Nobody. */
        OFF,
        /** The session's own provider where it is paid by key, and out of what editing has saved. */
        AUTO,
        /** The session's own provider, with the credentials of its newest request. */
        SESSION,
        /** A provider of its own. */
        PROVIDER
    }

    @Override
    public String toString() {
        return "HelperSettings[mode=" + mode + ", model=" + model.orElse("none") + ", key="
                + (key.isPresent() ? "••••" : "none") + "]";
    }
}
