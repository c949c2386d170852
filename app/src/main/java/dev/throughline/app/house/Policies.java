package dev.throughline.app.house;

import dev.throughline.app.config.Config;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Trim;
import java.util.Optional;

/** The rules behind the words of the configuration. */
final class Policies {
    private Policies() {}

    static Optional<Policy> of(Config config) {
        return switch (config.policy()) {
            case AUTO -> Optional.of(new Auto(config.working().auto()));
            case TRIM -> Optional.of(new Trim());
            case COMPACT -> Optional.of(new Compact(Compact.Settings.USUAL));
            case OFF -> Optional.empty();
        };
    }
}
