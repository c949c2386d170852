package dev.throughline.model;

/** The owner of a set of sessions. A tenant never sees the sessions of another. */
public record Tenant(String name) {
    private static final int MOST = 64;

    /** The tenant of a gateway that one person runs for themselves. */
    public static final Tenant LOCAL = new Tenant("local");

    public Tenant {
        if (name.isEmpty() || name.length() > MOST || !name.matches("[a-z0-9][a-z0-9_-]*")) {
            throw new IllegalArgumentException(
                    "expected a tenant of 1 to " + MOST + " letters a-z, digits, - or _, found '" + name + "'");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
