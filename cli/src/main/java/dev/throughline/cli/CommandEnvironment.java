package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Environment;
import dev.throughline.server.json.ViewJson;
import java.time.Clock;

/** The environment, the screen and the clock that every command uses. */
public record CommandEnvironment(Environment environment, Screen screen, Clock clock) {
    /** Prints a view as one line of JSON. */
    public void printJson(Object view) {
        screen.out().println(ViewJson.write(view).utf8());
    }
}
