package dev.throughline.model;

/**
 * The name of a request format, such as {@code chat}, as it is written in files, headers and logs. Each dialect
 * declares its own in its package of {@code wire}.
 */
public record Dialect(String name) {
    public Dialect {
        if (name.isBlank()) {
            throw new IllegalArgumentException("expected the name of a dialect, found none");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
