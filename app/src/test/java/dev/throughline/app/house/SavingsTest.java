package dev.throughline.app.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.workingset.price.PriceTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SavingsTest {
    private static final String MODEL = "claude-x";
    private static final SessionRef SESSION = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 1)));
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

    /** Ten thousand were saved in all, four of them by the session. */
    private Savings saved() throws IOException {
        Savings savings = saved("saved 6000.0\nhelped 0.0\n");
        savings.add(SESSION, 4_000);
        return savings;
    }

    private String written() throws IOException {
        return Files.readString(home.resolve("savings"));
    }

    @Test
    void nothing_saved_pays_for_nothing() throws IOException {
        assertFalse(savings().isLeft());
        assertFalse(savings().reserve(SESSION, MODEL, new Usage(1, 0, 0, 0)));
        assertFalse(saved("saved -500.0\nhelped 0.0\n").isLeft(), "editing may have cost something");
    }

    @Test
    void a_share_of_what_was_saved_can_be_spent_and_no_more() throws IOException {
        Savings savings = saved();
        assertFalse(savings.reserve(SESSION, MODEL, new Usage(501, 0, 0, 100)));
        Usage most = new Usage(500, 0, 0, 100);
        assertTrue(savings.reserve(SESSION, MODEL, most));
        assertFalse(savings.isLeft(), "while it is under way");
        assertEquals("saved 10000.0\nhelped 1000.0\n", written(), "a crash now does not make it free");
        savings.settle(SESSION, MODEL, most, new Usage(500, 0, 0, 80));
        assertEquals("saved 10000.0\nhelped 900.0\n", written());
        Savings restarted = savings();
        assertFalse(restarted.reserve(SESSION, MODEL, HUNDRED), "the session has saved nothing since the restart");
        restarted.add(SESSION, 1_000);
        assertFalse(restarted.reserve(SESSION, MODEL, new Usage(201, 0, 0, 0)), "what was spent before counts");
        assertTrue(restarted.reserve(SESSION, MODEL, new Usage(200, 0, 0, 0)));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("savings"))));
    }

    @Test
    void a_session_pays_no_more_than_half_of_what_it_has_saved_itself() throws IOException {
        Savings savings = saved("saved 100000.0\nhelped 0.0\n");
        SessionRef other = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 2)));
        savings.add(SESSION, 1_000);
        assertFalse(savings.reserve(other, MODEL, HUNDRED), "what others have saved is not its own");
        assertFalse(savings.reserve(SESSION, MODEL, new Usage(501, 0, 0, 0)));
        assertTrue(savings.reserve(SESSION, MODEL, new Usage(500, 0, 0, 0)));
        assertFalse(savings.reserve(SESSION, MODEL, HUNDRED));
        savings.settle(SESSION, MODEL, new Usage(500, 0, 0, 0), HUNDRED);
        assertTrue(savings.reserve(SESSION, MODEL, HUNDRED));
    }

    @Test
    void what_cost_more_than_was_reserved_has_to_be_saved_first() throws IOException {
        Savings savings = saved();
        assertTrue(savings.reserve(SESSION, MODEL, HUNDRED));
        savings.settle(SESSION, MODEL, HUNDRED, new Usage(1_500, 0, 0, 0));
        assertFalse(savings.isLeft());
    }

    @Test
    void many_at_once_do_not_spend_the_same_savings() throws IOException {
        Savings savings = saved();
        long paid = IntStream.range(0, 64)
                .parallel()
                .filter(_ -> savings.reserve(SESSION, MODEL, HUNDRED))
                .count();
        assertEquals(10, paid);
    }

    @Test
    void a_file_that_cannot_be_read_is_nothing_saved() throws IOException {
        assertFalse(saved("saved much\n").isLeft());
    }

    @Test
    void what_cannot_be_written_down_is_not_spent() throws IOException {
        Savings savings = saved();
        Files.createDirectories(home.resolve("savings.new/in the way"));
        assertFalse(savings.reserve(SESSION, MODEL, HUNDRED));
        assertFalse(savings.isLeft());
    }
}
