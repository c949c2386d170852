package dev.throughline.app.command;

import dev.throughline.app.config.Config;
import dev.throughline.app.config.Environment;
import dev.throughline.app.config.Settings;
import dev.throughline.app.library.JsonObject;
import java.time.Clock;
import java.util.function.Consumer;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JsonGenerator;

/** What every command has at hand. */
public record Desk(Environment environment, Screen screen, Clock clock) {
    /** The settings in force, and warnings about them on the screen. */
    Settings settings(ParseResult given) {
        Settings settings = Settings.load(environment, Flags.given(given));
        settings.warnings().forEach(screen::say);
        return settings;
    }

    Config config(ParseResult given) {
        return Config.of(settings(given));
    }

    /** Prints one JSON value as a line. */
    void print(Consumer<JsonGenerator> writer) {
        screen.out().println(JsonObject.write(writer).utf8());
    }
}
