package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Environment;
import java.time.Clock;

/** The environment, the screen and the clock that every command uses. */
public record CommandEnvironment(Environment environment, Screen screen, Clock clock) {}
