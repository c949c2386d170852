package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SaltTest {
    @TempDir
    Path home;

    @Test
    void a_salt_is_created_once_and_private() throws IOException {
        String salt = Salt.of(home);
        assertTrue(salt.matches("[0-9a-f]{64}"), salt);
        assertEquals(salt, Salt.of(home));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("salt"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "abc", "0123456789abcdef"})
    void a_damaged_salt_is_moved_away_and_replaced(String tooShort) throws IOException {
        Files.writeString(home.resolve("salt"), tooShort);
        String salt = Salt.of(home);
        assertNotEquals(tooShort.strip(), salt);
        assertTrue(salt.matches("[0-9a-f]{64}"), salt);
        assertEquals(tooShort, Files.readString(home.resolve("salt.damaged")));
        assertEquals(salt, Salt.of(home));
    }
}
