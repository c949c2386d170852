package dev.throughline.server.config;

import java.util.List;

/** The configuration cannot be used; every problem is one line that names its place and the fix. */
public final class ConfigException extends RuntimeException {
    private final List<String> problems;

    public ConfigException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
