package dev.throughline.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;

/** A typed option or parameter of a command. It has a value after the command line was parsed. */
public final class CommandOption<T> {
    private final ArgSpec spec;
    private final T fallback;

    CommandOption(ArgSpec spec, T fallback) {
        this.spec = spec;
        this.fallback = fallback;
    }

    /** The value that the user gave, or else the default. */
    public T value() {
        @Nullable T given = spec.getValue();
        return given == null ? fallback : given;
    }

    public boolean isGiven() {
        return spec.<@Nullable Object>getValue() != null;
    }
}
