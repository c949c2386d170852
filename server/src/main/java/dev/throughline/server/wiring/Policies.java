package dev.throughline.server.wiring;

import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.PolicyName;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Trim;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The policies by their names in the configuration. */
final class Policies {
    private Policies() {}

    static Map<PolicyName, Optional<PolicyRules.NamedPolicy>> all(Config config) {
        Map<PolicyName, Optional<PolicyRules.NamedPolicy>> rules = new EnumMap<>(PolicyName.class);
        for (PolicyName name : PolicyName.values()) {
            rules.put(
                    name,
                    of(name, config)
                            .map(policy ->
                                    new PolicyRules.NamedPolicy(name.name().toLowerCase(Locale.ROOT), policy)));
        }
        return rules;
    }

    private static Optional<Policy> of(PolicyName name, Config config) {
        return switch (name) {
            case AUTO -> Optional.of(new Auto(WorkingSetKeys.auto(config)));
            case TRIM -> Optional.of(new Trim(WorkingSetKeys.retention(config).newest()));
            case COMPACT -> Optional.of(new Compact(WorkingSetKeys.compact(config), WorkingSetKeys.retention(config)));
            case OFF -> Optional.empty();
        };
    }
}
