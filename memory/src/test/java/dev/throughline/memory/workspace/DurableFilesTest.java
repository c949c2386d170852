package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DurableFilesTest {
    @TempDir
    Path folder;

    private final DurableFiles disk = new DurableFiles();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void files_and_folders_are_readable_by_the_owner_only() throws IOException {
        Path deep = folder.resolve("a/b");
        disk.createFolders(deep);
        disk.createFolders(deep);
        disk.write(deep.resolve("x.md"), bytes("x"));
        disk.append(deep.resolve("y.md"), bytes("y"));
        assertEquals("rwx------ rwx------", mode(folder.resolve("a")) + " " + mode(deep));
        assertEquals("rw------- rw-------", mode(deep.resolve("x.md")) + " " + mode(deep.resolve("y.md")));
    }

    @Test
    void a_write_replaces_and_an_append_extends() throws IOException {
        Path file = folder.resolve("x.md");
        disk.write(file, bytes("a long first text"));
        disk.write(file, bytes("short"));
        disk.append(file, bytes(" and more"));
        assertEquals("short and more", Files.readString(file));
    }

    @Test
    void a_move_replaces_a_file_and_keeps_the_mode_that_it_had() throws IOException {
        Path old = Files.writeString(folder.resolve("old.md"), "old");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-r--r--"));
        disk.write(folder.resolve("new.md"), bytes("new"));
        disk.move(folder.resolve("new.md"), old);
        assertEquals("new", Files.readString(old));
        assertEquals("rw-r--r--", mode(old));
        assertFalse(Files.exists(folder.resolve("new.md")));
    }

    @Test
    void deleting_a_missing_file_does_nothing() throws IOException {
        disk.write(folder.resolve("x.md"), bytes("x"));
        disk.delete(folder.resolve("x.md"));
        disk.delete(folder.resolve("x.md"));
        disk.sync(folder);
        assertFalse(Files.exists(folder.resolve("x.md")));
    }

    @Test
    void it_does_not_write_through_links(@TempDir Path outside) throws IOException {
        Path target = Files.writeString(outside.resolve("target"), "as it was");
        Path link = Files.createSymbolicLink(folder.resolve("x.md"), target);
        assertThrows(IOException.class, () -> disk.write(link, bytes("x")));
        assertThrows(IOException.class, () -> disk.append(link, bytes("x")));
        assertEquals("as it was", Files.readString(target));
    }
}
