package dev.throughline.server.wiring;

import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.PolicyName;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.run.RegisteredRun;
import dev.throughline.server.run.RunRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What holds for the requests of a run: the policy and the extent of memory that it was started with. A request without
 * a run, and one of a run that is not written down, gets what the gateway was configured with. A session that is
 * continued by another run follows the newer one from its first request on: edits made so far stay in the log, and
 * {@code off} forwards what the client sends. Safe for use by many threads.
 */
final class RunSettings {
    private static final int MOST_KNOWN = 1_000;

    /** What one run asked for. */
    private record Chosen(PolicyName policy, ApplyTo applyTo) {}

    private final Config config;
    private final RunRegistry registry;
    private final Map<String, Chosen> known = new ConcurrentHashMap<>();
    private final Map<PolicyName, Optional<PolicyRules.NamedPolicy>> rules;

    RunSettings(Config config, RunRegistry registry) {
        this.config = config;
        this.registry = registry;
        this.rules = Policies.all(config);
    }

    /** The rule that makes a run's working sets fit; none if they are forwarded as they came. */
    Optional<PolicyRules.NamedPolicy> rule(Optional<String> run) {
        return rules.getOrDefault(policy(run), Optional.empty());
    }

    PolicyName policy(Optional<String> run) {
        return of(run).policy();
    }

    ApplyTo applyTo(Optional<String> run) {
        return of(run).applyTo();
    }

    private Chosen of(Optional<String> run) {
        Chosen usual = new Chosen(config.value(WorkingSetKeys.POLICY), config.value(Keys.MEMORY));
        if (run.isEmpty()) {
            return usual;
        }
        Chosen chosen = known.get(run.get());
        if (chosen == null) {
            Optional<RegisteredRun> found = registry.find(run.get());
            if (found.isEmpty()) {
                return usual;
            }
            chosen = chosen(found.get(), usual);
            if (known.size() >= MOST_KNOWN) {
                known.clear(); // They are read again.
            }
            known.put(run.get(), chosen);
        }
        return chosen;
    }

    private static Chosen chosen(RegisteredRun run, Chosen usual) {
        Map<String, String> settings = run.settings();
        return new Chosen(
                word(PolicyName.class, settings.get(RegisteredRun.POLICY)).orElse(usual.policy()),
                word(ApplyTo.class, settings.get(RegisteredRun.MEMORY)).orElse(usual.applyTo()));
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
