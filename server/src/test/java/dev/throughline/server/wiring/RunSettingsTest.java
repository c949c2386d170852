package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.turn.ApplyTo;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.config.PolicyName;
import dev.throughline.server.wiring.RunRegistry.RegisteredRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSettingsTest {
    @TempDir
    private Path home = Path.of("");

    private RunSettings rules(String policy) {
        Environment nowhere = new Environment(Map.of(), home, home);
        return new RunSettings(Config.load(nowhere, Map.of("--policy", policy)), new RunRegistry(home));
    }

    private Optional<String> run(Map<String, String> settings) throws Exception {
        UUID run = UUID.randomUUID();
        new RunRegistry(home).put(new RegisteredRun(run, "pi", 0, List.of(), settings));
        return Optional.of(run.toString());
    }

    @Test
    void a_run_has_the_policy_that_it_was_started_with() throws Exception {
        Optional<String> off = run(Map.of("policy", "off", "memory.apply_to", "none"));
        Optional<String> trim = run(Map.of("policy", "trim"));
        RunSettings rules = rules("auto");
        assertEquals(Optional.empty(), rules.rule(off));
        assertEquals(ApplyTo.NONE, rules.applyTo(off));
        assertEquals(Optional.of("trim"), rules.rule(trim).map(PolicyRules.NamedPolicy::word));
        assertEquals(PolicyName.TRIM, rules.policy(trim));
        assertEquals(Optional.of("auto"), rules.rule(Optional.empty()).map(PolicyRules.NamedPolicy::word));
        assertEquals(ApplyTo.AGENTS, rules.applyTo(trim));
    }

    @Test
    void a_run_can_enable_edits_at_a_gateway_with_policy_off() throws Exception {
        RunSettings rules = rules("off");
        assertEquals(Optional.empty(), rules.rule(Optional.of("no-such-run")));
        assertEquals(
                Optional.of("auto"), rules.rule(run(Map.of("policy", "auto"))).map(PolicyRules.NamedPolicy::word));
    }

    @Test
    void the_policy_of_an_ended_run_still_applies() throws Exception {
        Optional<String> run = run(Map.of("policy", "off"));
        RunSettings rules = rules("auto");
        assertEquals(Optional.empty(), rules.rule(run));
        new RunRegistry(home).remove(UUID.fromString(run.orElseThrow()));
        assertEquals(Optional.empty(), rules.rule(run));
    }
}
