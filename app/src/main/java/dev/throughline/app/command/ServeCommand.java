package dev.throughline.app.command;

import dev.throughline.app.config.Config;
import dev.throughline.app.config.Keys;
import dev.throughline.app.config.Settings;
import dev.throughline.app.house.House;
import dev.throughline.app.house.Logs;
import dev.throughline.app.house.Serving;
import dev.throughline.app.library.Library;
import dev.throughline.app.library.StatusJson;
import dev.throughline.app.run.Gateways;
import dev.throughline.app.run.HomeHolder;
import dev.throughline.app.run.RunRegistry;
import dev.throughline.app.run.Signals;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code throughline serve}: the gateway, until a signal ends it. With {@code --background}, as {@code run} starts it:
 * the log goes to a file, and it exits when nobody has used it for a while.
 */
final class ServeCommand implements Command {
    private static final String BACKGROUND = "--background";
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    private final Desk desk;

    ServeCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description(
                        "Runs the gateway.",
                        "Point a client at it by its base URL; SIGTERM finishes what is under way, then stops.");
        spec.addOption(OptionSpec.builder(BACKGROUND).hidden(true).build());
        Flags.add(spec, Flags.SERVING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        Settings settings = desk.settings(given);
        Config config = Config.of(settings);
        boolean isBackground = given.hasMatchedOption(BACKGROUND);
        if (isBackground) {
            Logs.applyTo(config.home().resolve(Gateways.LOG_FILE), config.logging());
        } else {
            Logs.apply(config.logging());
            replaceUnused(config);
        }
        CountDownLatch end = new CountDownLatch(1);
        try (House house = House.open(config, serving(settings, isBackground), desk.clock())) {
            // Where no signal can be handled.
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("closing").unstarted(house::close));
            List.of("TERM", "INT", "HUP").forEach(signal -> Signals.on(signal, end::countDown));
            desk.screen().out().println("listening on " + house.address());
            return await(end, house, new RunRegistry(config.home()));
        }
    }

    private static Serving serving(Settings settings, boolean isBackground) {
        return new Serving(
                isBackground ? Serving.BY_RUN : Serving.BY_SERVE,
                isBackground ? Duration.ofSeconds(settings.value(Keys.RUN_IDLE_SECONDS)) : Duration.ZERO,
                () -> Serving.digests(settings, settings.value(Keys.HOME)));
    }

    /** Stops a gateway that a run started and that nobody uses. */
    private void replaceUnused(Config config) {
        Optional<HomeHolder> holder = desk.homes().holder(config.home());
        Optional<URI> address = holder.flatMap(HomeHolder::address);
        if (address.isEmpty()) {
            return;
        }
        try (Library library = Library.remote(address.get())) {
            StatusJson.Use use = library.status().orElseThrow().use();
            if (use.startedBy().equals(Serving.BY_RUN) && use.runs() == 0 && use.openRequests() == 0) {
                Stopping.stop(holder.orElseThrow().pid(), Stopping.USUAL_TIME);
            }
        }
    }

    /** Waits for a signal, or until the gateway is due to exit. */
    private int await(CountDownLatch end, House house, RunRegistry runs) {
        try {
            while (!end.await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
                runs.sweep();
                Instant now = desk.clock().instant();
                if (house.exitsAt().filter(due -> !now.isBefore(due)).isPresent()) {
                    return OK;
                }
            }
            return OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }
}
