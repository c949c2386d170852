package dev.throughline.server.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What the operating system says about the user: variables, home folder and working folder. Passed in, so that a test
 * can be somebody else.
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

    /** A path as a user writes it: {@code ~} is their home, and what is relative starts at the working folder. */
    public Path path(String text) {
        if (text.equals("~")) {
            return userHome;
        }
        if (text.startsWith("~/")) {
            return userHome.resolve(text.substring(2)).normalize();
        }
        return workingFolder.resolve(text).normalize();
    }

    /** Where programs keep their data. */
    Path dataFolder() {
        return variable("XDG_DATA_HOME").map(this::path).orElse(userHome.resolve(".local/share"));
    }

    /** Where programs look for their configuration. */
    Path configFolder() {
        return variable("XDG_CONFIG_HOME").map(this::path).orElse(userHome.resolve(".config"));
    }
}
