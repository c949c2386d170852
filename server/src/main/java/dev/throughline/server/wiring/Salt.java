package dev.throughline.server.wiring;

import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The salt of an installation: 32 random bytes in hex, in the file {@code salt} of its home. Whatever is derived from a
 * credential is hashed together with it, so that nobody can find the credential by trying.
 */
final class Salt {
    private static final Logger LOG = LoggerFactory.getLogger(Salt.class);
    private static final int BYTES = 32;
    private static final Pattern SALT = Pattern.compile("[0-9a-f]{" + 2 * BYTES + "}");

    private Salt() {}

    /** The salt of a home, made on first use; one that cannot be a salt is set aside and made anew. */
    static String of(Path home) {
        Path file = home.resolve("salt");
        try {
            if (Files.exists(file)) {
                String known = Files.readString(file).strip();
                if (SALT.matcher(known).matches()) {
                    return known;
                }
                Path aside = home.resolve("salt.damaged");
                Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
                LOG.warn(
                        "The file {} does not hold {} hexadecimal digits. It was moved to {}, and a new one was made."
                                + " Sessions that were found by their credentials start anew.",
                        file,
                        2 * BYTES,
                        aside);
            }
            return make(home, file);
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "home_unwritable",
                    "expected to read or make " + file + ", found: " + Cause.words(e)
                            + "; make the home writable, or name another",
                    e);
        }
    }

    /** Written as a whole: a crash leaves a whole salt or none. */
    private static String make(Path home, Path file) throws IOException {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        String salt = HexFormat.of().formatHex(bytes);
        Path fresh = home.resolve("salt.new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, salt);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        return salt;
    }
}
