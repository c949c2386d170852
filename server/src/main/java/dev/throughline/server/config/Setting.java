package dev.throughline.server.config;

/** The value of a key, and its origin. */
public record Setting<T>(Key<T> key, T value, Origin origin) {
    enum OriginKind {
        FLAG,
        VARIABLE,
        FILE,
        DEFAULT
    }

    /** Where a value comes from; {@code text} is the flag, the variable, or the file and its line. */
    public record Origin(OriginKind kind, String text) {}

    public boolean isDefault() {
        return origin.kind == OriginKind.DEFAULT;
    }

    /** The value as a text that {@link ValueType#reader} reads again. */
    public String text() {
        return key.type().writer().apply(value);
    }

    /** The value as it is shown to people: a secret is masked. */
    public String shown() {
        return key.place() == Key.KeyPlace.SECRET && !text().isEmpty() ? "••••" : text();
    }
}
