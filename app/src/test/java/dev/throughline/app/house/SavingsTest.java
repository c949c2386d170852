package dev.throughline.app.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Usage;
import dev.throughline.workingset.price.PriceTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SavingsTest {
    private static final String MODEL = "claude-x";
    private static final Usage HUNDRED = new Usage(100, 0, 0, 0);

    @TempDir
    Path home;

    private Savings savings() {
        return new Savings(home, new PriceTable(Map.of()), 10);
    }

    private Savings saved(String text) throws IOException {
        Files.writeString(home.resolve("savings"), text);
        return savings();
    }

    private String written() throws IOException {
        return Files.readString(home.resolve("savings"));
    }

    @Test
    void nothing_saved_pays_for_nothing() throws IOException {
        assertFalse(savings().isLeft());
        assertFalse(savings().reserve(MODEL, new Usage(1, 0, 0, 0)));
        assertFalse(saved("saved -500.0\nhelped 0.0\n").isLeft(), "editing may have cost something");
    }

    @Test
    void a_share_of_what_was_saved_can_be_spent_and_no_more() throws IOException {
        Savings savings = saved("saved 10000.0\nhelped 0.0\n");
        assertFalse(savings.reserve(MODEL, new Usage(501, 0, 0, 100)));
        Usage most = new Usage(500, 0, 0, 100);
        assertTrue(savings.reserve(MODEL, most));
        assertFalse(savings.isLeft(), "while it is under way");
        assertEquals("saved 10000.0\nhelped 1000.0\n", written(), "a crash now does not make it free");
        savings.settle(MODEL, most, new Usage(500, 0, 0, 80));
        assertEquals("saved 10000.0\nhelped 900.0\n", written());
        assertFalse(savings().reserve(MODEL, new Usage(101, 0, 0, 0)), "after a restart too");
        assertTrue(savings().reserve(MODEL, HUNDRED));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("savings"))));
    }

    @Test
    void what_cost_more_than_was_reserved_has_to_be_saved_first() throws IOException {
        Savings savings = saved("saved 10000.0\nhelped 0.0\n");
        assertTrue(savings.reserve(MODEL, HUNDRED));
        savings.settle(MODEL, HUNDRED, new Usage(1_500, 0, 0, 0));
        assertFalse(savings.isLeft());
    }

    @Test
    void many_at_once_do_not_spend_the_same_savings() throws IOException {
        Savings savings = saved("saved 10000.0\nhelped 0.0\n");
        long paid = IntStream.range(0, 64)
                .parallel()
                .filter(_ -> savings.reserve(MODEL, HUNDRED))
                .count();
        assertEquals(10, paid);
    }

    @Test
    void a_file_that_cannot_be_read_is_nothing_saved() throws IOException {
        assertFalse(saved("saved much\n").isLeft());
    }

    @Test
    void what_cannot_be_written_down_is_not_spent() throws IOException {
        Savings savings = saved("saved 10000.0\nhelped 0.0\n");
        Files.createDirectories(home.resolve("savings.new/in the way"));
        assertFalse(savings.reserve(MODEL, HUNDRED));
        assertFalse(savings.isLeft());
    }
}
