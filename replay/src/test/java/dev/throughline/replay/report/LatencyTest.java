package dev.throughline.replay.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.replay.session.Books;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LatencyTest {
    @Test
    void requests_are_put_into_classes_of_size() {
        Books books = new Books("one");
        IntStream.rangeClosed(1, 100).forEach(i -> books.walks().add(new Books.Walk(99_999, i * 1_000_000L, 500)));
        books.walks().add(new Books.Walk(100_000, 7_000_000, -1));
        assertEquals(
                List.of(new Latency("<100 KB", 100, 51, 100, 0.5), new Latency("100 KB-1 MB", 1, 7, 7, -0.001)),
                Latency.of(List.of(books)));
    }
}
