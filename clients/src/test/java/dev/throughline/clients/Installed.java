package dev.throughline.clients;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The agents and SDKs that {@code clients/install} has installed. A test fails with a message if its own is missing.
 */
final class Installed {
    /** The folder of this module; Maven runs a module's tests there. */
    static final Path MODULE = Path.of("").toAbsolutePath();

    /** The root of the checkout. */
    static final Path ROOT = Objects.requireNonNull(MODULE.getParent());

    private Installed() {}

    /** The folder that holds {@code node_modules}. */
    static Path folder() {
        String chosen = System.getenv("THROUGHLINE_CLIENTS");
        return chosen == null || chosen.isBlank() ? MODULE : Path.of(chosen).toAbsolutePath();
    }

    static Path program(String name) {
        return installed(folder().resolve("node_modules/.bin"), name);
    }

    /** OpenClaw, which has a folder of its own. */
    static Path openClaw() {
        return installed(folder().resolve("openclaw/node_modules/.bin"), "openclaw");
    }

    private static Path installed(Path folder, String name) {
        Path program = folder.resolve(name);
        if (!Files.isExecutable(program)) {
            throw new AssertionError("expected " + name + " at " + program + ", found nothing; run clients/install");
        }
        return program;
    }

    /** A search path on which the programs, and the Node they were made for, come first. */
    static String path() {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin");
        return Objects.requireNonNull(program("node").getParent()) + File.pathSeparator + path;
    }

    /** What a user starts. */
    static Path launcher() {
        return ROOT.resolve("throughline");
    }
}
