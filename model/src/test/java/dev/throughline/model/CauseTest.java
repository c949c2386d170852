package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

final class CauseTest {
    @Test
    void exceptions_of_libraries_are_described_in_words() {
        assertEquals("/a/b is not there", Cause.words(new NoSuchFileException("/a/b")));
        assertEquals("/a may not be read or written by you", Cause.words(new AccessDeniedException("/a")));
        assertEquals("a file holds bytes that are no text", Cause.words(new MalformedInputException(1)));
        assertEquals("nothing answers there", Cause.words(new UncheckedIOException(new ConnectException())));
        assertEquals("No space left on device", Cause.words(new IOException("No space left on device")));
        assertEquals("something unknown went wrong", Cause.words(new IllegalStateException()));
        assertEquals("something unknown went wrong", Cause.words(null));
    }
}
