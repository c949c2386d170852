package dev.throughline.app.house;

import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The salt of an installation: 32 random bytes in hex, in the file {@code salt} of its home. Whatever is derived from a
 * credential is hashed together with it, so that nobody can find the credential by trying.
 */
final class Salt {
    private static final int BYTES = 32;

    private Salt() {}

    /** The salt of a home, made on first use. */
    static String of(Path home) {
        Path file = home.resolve("salt");
        try {
            if (Files.notExists(file)) {
                byte[] bytes = new byte[BYTES];
                new SecureRandom().nextBytes(bytes);
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(file, HexFormat.of().formatHex(bytes));
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "home_unwritable",
                    "expected to read or make " + file + ", found: " + Cause.words(e)
                            + "; make the home writable, or name another",
                    e);
        }
    }
}
