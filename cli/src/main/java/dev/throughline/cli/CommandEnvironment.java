package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.model.Dialect;
import dev.throughline.server.config.Environment;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.wiring.Homes;
import dev.throughline.wire.Wire;
import java.time.Clock;
import java.util.function.Function;

/** What every command works with. */
public record CommandEnvironment(
        Environment environment, Screen screen, Clock clock, Homes homes, Function<Dialect, Wire> wires) {
    /** Prints a view as one line of JSON. */
    public void printJson(Object view) {
        screen.out().println(ViewJson.write(view).utf8());
    }
}
