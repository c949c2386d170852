package dev.throughline.app.command;

import dev.throughline.app.config.Config;
import dev.throughline.app.config.Keys;
import dev.throughline.app.config.Settings;
import dev.throughline.app.house.House;
import dev.throughline.app.house.Logs;
import dev.throughline.app.library.Library;
import dev.throughline.app.library.RunSummary;
import dev.throughline.app.run.Agents;
import dev.throughline.app.run.Launcher;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code throughline run}: an agent behind the gateway. Uses the gateway that serves the home, or opens one for as long
 * as the agent runs; says at the end what the run cost. The exit code is the agent's.
 */
final class RunCommand implements Command {
    private final Desk desk;

    RunCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description(
                        "Runs an agent behind the gateway: codex, claude, pi, or any command.",
                        "Options of ours stand before the agent, its own after it.",
                        "Example: throughline run claude -p 'say hi'");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("1..*")
                .paramLabel("AGENT")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("the agent and its arguments")
                .build());
        spec.parser().stopAtPositional(true);
        Flags.add(spec, Flags.SERVING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        List<String> command = given.matchedPositionalValue(0, List.of());
        Settings settings = settings(given);
        Config config = Config.of(settings);
        UUID run = new Ids(new SecureRandom()).next(desk.clock().instant());
        Optional<URI> running = desk.homes().holder(config.home()).flatMap(Homes.Holder::address);
        if (running.isPresent()) {
            requireOwnWay(running.get());
            requireNoOptions(given, running.get());
            try (Library library = Library.remote(running.get())) {
                return run(command, new Place(running.get(), config.home(), library, run));
            }
        }
        Logs.applyTo(config.home().resolve("run.log"), config.logging());
        try (House house = House.open(config, desk.clock())) {
            return run(command, new Place(house.address(), config.home(), house.library(), run));
        }
    }

    /**
     * A gateway that runs already has its own upstream. If the user's variables lead somewhere else, to a company's
     * gateway for instance, its credentials must not go to that upstream instead.
     */
    private void requireOwnWay(URI running) {
        for (String variable : List.of("ANTHROPIC_BASE_URL", "OPENAI_BASE_URL")) {
            Optional<String> url = desk.environment().variable(variable).filter(value -> !value.isBlank());
            if (url.isPresent() && !url.get().startsWith(running.toString())) {
                throw new ProxyException(
                        ProxyException.Kind.CALLER,
                        "base_url_set",
                        variable + " leads to " + url.get() + ", but the gateway that runs at " + running
                                + " has an upstream of its own. Unset the variable, or use another --home.");
            }
        }
    }

    /** A gateway that runs was configured when it was started; what is said now would be lost without a word. */
    private static void requireNoOptions(ParseResult given, URI running) {
        Map<String, String> lost = new TreeMap<>(Flags.given(given));
        lost.keySet().removeAll(List.of("--config", Keys.HOME.flag()));
        if (!lost.isEmpty()) {
            throw new IllegalArgumentException("a gateway serves this home at " + running + ", so "
                    + String.join(", ", lost.keySet()) + " can change nothing; leave it out, or use another --home");
        }
    }

    /** Where a run happens. */
    private record Place(URI gateway, Path home, Library library, UUID run) {}

    private int run(List<String> command, Place place) {
        URI address = URI.create(place.gateway() + "/run/" + place.run());
        Agents.Request request = new Agents.Request(
                command, address, desk.environment().variables(), place.home().resolve("run"));
        int code = Launcher.run(Agents.launch(request));
        summarise(place.library().run(place.run()));
        return code;
    }

    /**
     * The settings of a run. A free port is taken unless one was asked for. If the user's own variables already lead an
     * agent somewhere else, to a company's gateway for instance, that is where our upstream must be.
     */
    private Settings settings(ParseResult given) {
        Map<String, String> flags = new TreeMap<>(Flags.given(given));
        Settings plain = Settings.load(desk.environment(), flags);
        flags.putIfAbsent(Keys.PORT.flag(), "0");
        adopt(flags, plain, "ANTHROPIC_BASE_URL", Keys.ANTHROPIC_URL.flag());
        adopt(flags, plain, "OPENAI_BASE_URL", Keys.OPENAI_URL.flag());
        plain.warnings().forEach(desk.screen()::say);
        return Settings.load(desk.environment(), flags);
    }

    private void adopt(Map<String, String> flags, Settings settings, String variable, String flag) {
        boolean isDefault =
                settings.all().stream().anyMatch(each -> each.key().flag().equals(flag) && each.isDefault());
        if (isDefault) {
            desk.environment().variable(variable).ifPresent(url -> flags.put(flag, url));
        }
    }

    private void summarise(RunSummary summary) {
        if (summary.turns() == 0) {
            desk.screen().say("nothing was kept: no request for a model came through the gateway, or memory is off");
            return;
        }
        Usage usage = summary.bill().billed();
        desk.screen()
                .say(summary.turns() + " turns; input " + usage.prompt() + " tokens (" + usage.input() + " uncached, "
                        + usage.cacheRead() + " read from cache, " + usage.cacheWrite() + " written to cache); output "
                        + usage.output() + " tokens");
        Usage helped = summary.bill().helped();
        if (!helped.equals(Usage.NONE)) {
            desk.screen()
                    .say("the helper model read " + helped.prompt() + " tokens and wrote " + helped.output()
                            + "; that is in the net change");
        }
        desk.screen()
                .say("as the agent sent them, the requests had "
                        + summary.bill().untouched().prompt() + " tokens of input; net change in its cost: "
                        + Screen.change(summary.bill().change()));
        summary.sessions()
                .forEach(card -> desk.screen()
                        .say("kept as " + card.ref().id() + " (" + card.items()
                                + " items); look at it with: throughline" + " sessions show "
                                + card.ref().id()));
    }
}
