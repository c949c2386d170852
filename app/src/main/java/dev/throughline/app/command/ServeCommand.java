package dev.throughline.app.command;

import dev.throughline.app.config.Config;
import dev.throughline.app.house.House;
import dev.throughline.app.house.Logs;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline serve}: the gateway, until a signal ends it. */
final class ServeCommand implements Command {
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
        Flags.add(spec, Flags.SERVING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        Config config = desk.config(given);
        Logs.apply(config.logging());
        House house = House.open(config, desk.clock());
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("closing").unstarted(house::close));
        desk.screen().out().println("listening on " + house.address());
        return forever();
    }

    /** Waits for the signal; the shutdown that it begins closes the house and ends the process. */
    private static int forever() {
        try {
            new CountDownLatch(1).await();
            return OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }
}
