package dev.throughline.simulator.server;

import java.time.Clock;
import java.time.Duration;
import java.util.Set;

/**
 * How a {@link ModelServer} behaves.
 *
 * @param port 0 for a free one
 * @param clock the time by which the prompt cache forgets
 * @param cacheKeeps how long the prompt cache remembers a prefix that nobody reads
 * @param window how many tokens a prompt may have
 * @param overflow how Responses reports a prompt that has more
 * @param models the models that exist; none listed means that every name is one
 * @param upgradeStatus what a WebSocket upgrade of {@code /v1/responses} gets
 * @param strictness whether requests are checked as the provider checks them
 * @param secret what sealed values are signed with; servers with the same secret know each other's
 */
public record ModelOptions(
        Script script,
        int port,
        Clock clock,
        Duration cacheKeeps,
        long window,
        Overflow overflow,
        Set<String> models,
        int upgradeStatus,
        Strictness strictness,
        String secret) {
    private static final Duration PROVIDERS_DEFAULT = Duration.ofMinutes(5);
    private static final int UPGRADE_REQUIRED = 426;

    /** How a prompt that does not fit is reported. */
    public enum Overflow {
        /** HTTP 400 before any event. */
        STATUS_400,
        /** Status 200 and a stream that ends in the error event of its dialect; a reply that is no stream is a 400. */
        FAILED_EVENT
    }

    /** How strictly requests are validated. */
    public enum Strictness {
        /** As the provider does: a bad request or a missing key is refused. */
        STRICT,
        /** Every request is answered. */
        LENIENT
    }

    public ModelOptions {
        models = Set.copyOf(models);
    }

    /** A strict server without limits, on a free port. */
    public static ModelOptions of(Script script) {
        return new ModelOptions(
                script,
                0,
                Clock.systemUTC(),
                PROVIDERS_DEFAULT,
                Long.MAX_VALUE,
                Overflow.STATUS_400,
                Set.of(),
                UPGRADE_REQUIRED,
                Strictness.STRICT,
                "a model that is not one");
    }

    public ModelOptions port(int fixed) {
        return new ModelOptions(
                script, fixed, clock, cacheKeeps, window, overflow, models, upgradeStatus, strictness, secret);
    }

    public ModelOptions clock(Clock other) {
        return new ModelOptions(
                script, port, other, cacheKeeps, window, overflow, models, upgradeStatus, strictness, secret);
    }

    public ModelOptions cacheKeeps(Duration time) {
        return new ModelOptions(script, port, clock, time, window, overflow, models, upgradeStatus, strictness, secret);
    }

    public ModelOptions window(long tokens) {
        return new ModelOptions(
                script, port, clock, cacheKeeps, tokens, overflow, models, upgradeStatus, strictness, secret);
    }

    public ModelOptions overflow(Overflow how) {
        return new ModelOptions(
                script, port, clock, cacheKeeps, window, how, models, upgradeStatus, strictness, secret);
    }

    public ModelOptions models(Set<String> names) {
        return new ModelOptions(
                script, port, clock, cacheKeeps, window, overflow, names, upgradeStatus, strictness, secret);
    }

    public ModelOptions upgradeStatus(int status) {
        return new ModelOptions(script, port, clock, cacheKeeps, window, overflow, models, status, strictness, secret);
    }

    public ModelOptions strictness(Strictness how) {
        return new ModelOptions(script, port, clock, cacheKeeps, window, overflow, models, upgradeStatus, how, secret);
    }

    public ModelOptions secret(String other) {
        return new ModelOptions(
                script, port, clock, cacheKeeps, window, overflow, models, upgradeStatus, strictness, other);
    }
}
