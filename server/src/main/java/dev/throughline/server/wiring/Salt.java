package dev.throughline.server.wiring;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The salt of an installation: 32 random bytes in hex, in the file {@code salt} of its home. Hashes of
 * credentials include it, so that nobody can find a credential by trying candidates.
 */
final class Salt {
    private static final Logger LOG = LoggerFactory.getLogger(Salt.class);
    private static final int BYTES = 32;
    private static final Pattern SALT = Pattern.compile("[0-9a-f]{" + 2 * BYTES + "}");

    private Salt() {}

    /** The salt of a home, created on first use. A damaged one is moved away and replaced. */
    static String of(Path home) {
        Path file = home.resolve("salt");
        try {
            if (Files.exists(file)) {
                String known = Files.readString(file).strip();
                if (SALT.matcher(known).matches()) {
                    return known;
                }
                Path damaged = home.resolve("salt.damaged");
                Files.move(file, damaged, StandardCopyOption.REPLACE_EXISTING);
                LOG.warn(
                        "The file {} does not contain {} hexadecimal digits. It was moved to {}, and a new one was"
                                + " created. Sessions that were identified by their credentials start again.",
                        file,
                        2 * BYTES,
                        damaged);
            }
            return create(file);
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "home_unwritable",
                    "cannot read or create " + file + ": " + Cause.words(e)
                            + "; make the home writable, or pass another --home",
                    e);
        }
    }

    private static String create(Path file) throws IOException {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        String salt = HexFormat.of().formatHex(bytes);
        PrivateFiles.replace(file, salt.getBytes(StandardCharsets.US_ASCII));
        return salt;
    }
}
