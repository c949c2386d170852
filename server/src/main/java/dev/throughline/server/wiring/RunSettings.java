package dev.throughline.server.wiring;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.PolicyName;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.wiring.RunRegistry.RegisteredRun;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The policy and the scope of memory of each run. A request without a run, or of a run that is not registered, gets the
 * settings of the gateway. If a run continues the session of another run, its own settings apply: edits that were
 * made stay in the log, and {@code off} forwards what the client sends. Safe for use by many threads.
 */
final class RunSettings {
    private static final int MAX_RUNS = 1_000;

    private record RunChoice(PolicyName policy, ApplyTo applyTo) {}

    private final Config config;
    private final RunRegistry registry;
    private final Cache<String, RunChoice> known =
            Caffeine.newBuilder().maximumSize(MAX_RUNS).build();
    private final Map<PolicyName, PolicyRules.NamedPolicy> policies = new EnumMap<>(PolicyName.class);

    RunSettings(Config config, RunRegistry registry) {
        this.config = config;
        this.registry = registry;
        for (PolicyName name : PolicyName.values()) {
            WorkingSetKeys.policy(name, config)
                    .map(policy -> new PolicyRules.NamedPolicy(name.name().toLowerCase(Locale.ROOT), policy))
                    .ifPresent(policy -> policies.put(name, policy));
        }
    }

    /** The policy of a run; empty if its requests are forwarded unchanged. */
    Optional<PolicyRules.NamedPolicy> rule(Optional<String> run) {
        return Optional.ofNullable(policies.get(policy(run)));
    }

    PolicyName policy(Optional<String> run) {
        return of(run).policy();
    }

    ApplyTo applyTo(Optional<String> run) {
        return of(run).applyTo();
    }

    private RunChoice of(Optional<String> run) {
        RunChoice fallback = new RunChoice(config.value(WorkingSetKeys.POLICY), config.value(Keys.MEMORY));
        // A run that is not registered yet is not cached.
        @Nullable
        RunChoice chosen = run.isEmpty()
                ? null
                : known.get(
                        run.get(),
                        name -> registry.find(name)
                                .map(found -> chosen(found, fallback))
                                .orElse(null));
        return chosen == null ? fallback : chosen;
    }

    private static RunChoice chosen(RegisteredRun run, RunChoice fallback) {
        Map<String, String> settings = run.settings();
        return new RunChoice(
                word(PolicyName.class, settings.get(WorkingSetKeys.POLICY.name()))
                        .orElse(fallback.policy()),
                word(ApplyTo.class, settings.get(Keys.MEMORY.name())).orElse(fallback.applyTo()));
    }

    private static <E extends Enum<E>> Optional<E> word(Class<E> type, @Nullable String text) {
        for (E each : type.getEnumConstants()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(text)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
