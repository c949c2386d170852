package dev.throughline.search.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VectorCacheTest {
    @TempDir
    Path folder;

    @Test
    void vectors_survive_a_restart_and_a_truncated_last_record() throws IOException {
        Path file = folder.resolve("v");
        try (VectorCache cache = new VectorCache(file, 10)) {
            cache.keep("a:m", "one", new float[] {1, 2});
            cache.keep("a:m", "two", new float[] {3, 4});
        }
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 3));
        try (VectorCache cache = new VectorCache(file, 10)) {
            assertArrayEquals(new float[] {1, 2}, cache.find("a:m", "one").orElseThrow());
            assertTrue(cache.find("a:m", "two").isEmpty());
            assertTrue(cache.find("b:m", "one").isEmpty());
            cache.keep("a:m", "two", new float[] {5});
            assertArrayEquals(new float[] {5}, cache.find("a:m", "two").orElseThrow());
        }
    }

    @Test
    void the_file_is_read_at_the_first_lookup() throws IOException {
        Path file = folder.resolve("v");
        Files.write(file, new byte[100]);
        try (VectorCache cache = new VectorCache(file, 10)) {
            assertEquals(100, Files.size(file), "opening must not remove the invalid record");
            assertTrue(cache.find("a:m", "one").isEmpty());
            assertEquals(0, Files.size(file));
        }
    }

    @Test
    void a_corrupt_record_is_skipped_and_the_others_are_found() throws IOException {
        Path file = folder.resolve("v");
        try (VectorCache cache = new VectorCache(file, 10)) {
            cache.keep("a:m", "one", new float[] {1, 2});
            cache.keep("a:m", "two", new float[] {3, 4});
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[40]++;
        Files.write(file, bytes);
        try (VectorCache cache = new VectorCache(file, 10)) {
            assertTrue(cache.find("a:m", "one").isEmpty());
            assertArrayEquals(new float[] {3, 4}, cache.find("a:m", "two").orElseThrow());
        }
    }

    @Test
    void the_oldest_vectors_are_removed_and_the_file_size_is_limited() throws IOException {
        Path file = folder.resolve("v");
        try (VectorCache cache = new VectorCache(file, 10)) {
            for (int i = 0; i < 100; i++) {
                cache.keep("a:m", "text " + i, new float[] {i});
            }
            assertEquals(10, cache.size());
            assertTrue(cache.find("a:m", "text 89").isEmpty());
            assertArrayEquals(new float[] {99}, cache.find("a:m", "text 99").orElseThrow());
            assertTrue(Files.size(file) <= 21 * 47);
        }
    }
}
