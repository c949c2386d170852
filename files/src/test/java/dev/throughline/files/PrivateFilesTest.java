package dev.throughline.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PrivateFilesTest {
    @TempDir
    Path folder;

    @Test
    void a_replaced_file_has_the_new_content_and_only_its_owner_can_read_it() throws IOException {
        Path file = folder.resolve("state.json");
        Files.writeString(file, "a longer text than the new one");

        PrivateFiles.replace(file, "new".getBytes(UTF_8));

        assertEquals("new", Files.readString(file));
        assertEquals("rw-------", permissions(file));
        assertFalse(Files.exists(folder.resolve("state.json.new")));
    }

    @Test
    void a_writer_that_fails_leaves_the_old_content() throws IOException {
        Path file = folder.resolve("state.json");
        PrivateFiles.replaceForced(file, "old".getBytes(UTF_8));

        assertThrows(
                IOException.class,
                () -> PrivateFiles.replaceForced(file, out -> {
                    out.write("half of the n".getBytes(UTF_8));
                    throw new IOException("disk full");
                }));

        assertEquals("old", Files.readString(file));
    }

    @Test
    void what_a_crashed_writer_left_is_overwritten() throws IOException {
        Path file = folder.resolve("state.json");
        Files.writeString(folder.resolve("state.json.new"), "left by a crash, and longer than what follows");

        PrivateFiles.replaceForced(file, "whole".getBytes(UTF_8));

        assertEquals("whole", Files.readString(file));
    }

    @Test
    void directories_are_private_from_the_first_missing_one_down() throws IOException {
        Path inner = folder.resolve("a/b");

        PrivateFiles.createDirectories(inner);
        PrivateFiles.createDirectories(inner);

        assertEquals("rwx------", permissions(folder.resolve("a")));
        assertEquals("rwx------", permissions(inner));
    }

    @Test
    void an_opened_file_keeps_what_it_holds() throws IOException {
        Path file = folder.resolve("journal");
        try (RandomAccessFile created = PrivateFiles.open(file)) {
            created.write("first".getBytes(UTF_8));
        }
        try (RandomAccessFile again = PrivateFiles.open(file)) {
            assertEquals(5, again.length());
        }
        assertEquals("rw-------", permissions(file));
    }

    @Test
    void an_interrupted_thread_still_flushes_names_and_stays_interrupted() throws IOException {
        Thread.currentThread().interrupt();

        PrivateFiles.forceDirectory(folder);

        assertTrue(Thread.interrupted());
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
