package dev.throughline.server.wiring;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this program, which the build writes to a resource. */
public final class Version {
    private Version() {}

    public static String text() {
        try (InputStream resource = Version.class.getResourceAsStream("version.txt")) {
            if (resource == null) {
                throw new IllegalStateException("expected version.txt beside Version.class, found none");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
