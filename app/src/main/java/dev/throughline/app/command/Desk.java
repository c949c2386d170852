package dev.throughline.app.command;

import dev.throughline.app.config.Config;
import dev.throughline.app.config.Environment;
import dev.throughline.app.config.Settings;
import dev.throughline.app.library.JsonObject;
import dev.throughline.app.library.Library;
import dev.throughline.memory.said.OwnWords;
import dev.throughline.model.Dialect;
import dev.throughline.wire.Wire;
import dev.throughline.workingset.price.PriceTable;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JsonGenerator;

/** What every command has at hand. */
public record Desk(Environment environment, Screen screen, Clock clock, Homes homes, Function<Dialect, Wire> wires) {
    /** The settings in force, and warnings about them on the screen. */
    Settings settings(ParseResult given) {
        Settings settings = Settings.load(environment, Flags.given(given));
        settings.warnings().forEach(screen::say);
        return settings;
    }

    /** The configuration in force. */
    public Config config(ParseResult given) {
        return Config.of(settings(given));
    }

    /** The same for who asks a second time: warnings were said already. */
    public Config configAgain(ParseResult given) {
        return Config.of(Settings.load(environment, Flags.given(given)));
    }

    /** Reads the home in force; says so and gives nothing when it is empty. */
    public <T> Optional<T> read(ParseResult given, Function<Library, T> work) {
        Config config = config(given);
        Path home = config.home();
        Optional<T> result =
                homes.read(home, new PriceTable(config.working().prices()), new OwnWords(config.markers()), work);
        if (result.isEmpty()) {
            screen.say("nothing is kept in " + home
                    + " yet; start an agent with 'throughline run claude' or point one at" + " 'throughline serve'");
        }
        return result;
    }

    /** Prints one JSON value as a line. */
    public void print(Consumer<JsonGenerator> writer) {
        screen.out().println(JsonObject.write(writer).utf8());
    }
}
