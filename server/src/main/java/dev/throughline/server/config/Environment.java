package dev.throughline.server.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of the user: variables, home folder and working folder. Tests pass their own.
 */
public record Environment(Map<String, String> variables, Path userHome, Path workingFolder) {
    public Environment {
        variables = Map.copyOf(variables);
    }

    /** The environment of this process. */
    public static Environment ofProcess() {
        String home = System.getenv().getOrDefault("HOME", "");
        return new Environment(
                System.getenv(),
                Path.of(home.isBlank() ? System.getProperty("user.home") : home),
                Path.of(System.getProperty("user.dir")));
    }

    /** A variable that is set and not empty. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(text -> !text.isBlank());
    }

    /** Resolves a path as a user writes it: {@code ~} is the home folder; others are relative to the working folder. */
    public Path path(String text) {
        if (text.equals("~")) {
            return userHome;
        }
        if (text.startsWith("~/")) {
            return userHome.resolve(text.substring(2)).normalize();
        }
        return workingFolder.resolve(text).normalize();
    }

    /** The folder for the data of programs. */
    Path dataFolder() {
        return variable("XDG_DATA_HOME").map(this::path).orElse(userHome.resolve(".local/share"));
    }

    /** The folder for the configuration of programs. */
    Path configFolder() {
        return variable("XDG_CONFIG_HOME").map(this::path).orElse(userHome.resolve(".config"));
    }
}
