package dev.throughline.store.file;

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

final class SavingsFundsTest {
    private static final String MODEL = "claude-x";
    private static final Usage HUNDRED = new Usage(100, 0, 0, 0);
    private static final SessionRef SESSION = session(1);

    @TempDir
    Path home;

    private static SessionRef session(long number) {
        return new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0x7000, number)));
    }

    /** Savings of a home in which the archive says that {@link #SESSION} has saved a lot. */
    private SavingsFunds savings() {
        return new SavingsFunds(home, new PriceTable(Map.of()), 10, session -> session.equals(SESSION) ? 100_000 : 0);
    }

    private SavingsFunds saved(String text) throws IOException {
        Files.writeString(home.resolve("savings"), text);
        return savings();
    }

    private String written() throws IOException {
        return Files.readString(home.resolve("savings"));
    }

    @Test
    void without_savings_nothing_can_be_reserved() throws IOException {
        assertFalse(savings().hasFunds(SESSION));
        assertFalse(savings().reserve(SESSION, MODEL, new Usage(1, 0, 0, 0)));
        assertFalse(saved("saved -500.0\nhelped 0.0\n").hasFunds(SESSION), "savings may be negative");
    }

    @Test
    void only_a_share_of_the_savings_can_be_spent() throws IOException {
        SavingsFunds savings = saved("saved 10000.0\nhelped 0.0\n");
        assertFalse(savings.reserve(SESSION, MODEL, new Usage(501, 0, 0, 100)));
        Usage reserved = new Usage(500, 0, 0, 100);
        assertTrue(savings.reserve(SESSION, MODEL, reserved));
        assertFalse(savings.hasFunds(SESSION), "while the reservation is open");
        assertEquals("saved 10000.0\nhelped 1000.0\n", written(), "the reservation survives a crash");
        savings.settle(SESSION, MODEL, reserved, new Usage(500, 0, 0, 80));
        assertEquals("saved 10000.0\nhelped 900.0\n", written());
        assertFalse(savings().reserve(SESSION, MODEL, new Usage(101, 0, 0, 0)), "after a restart too");
        assertTrue(savings().reserve(SESSION, MODEL, HUNDRED));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("savings"))));
    }

    @Test
    void a_session_can_spend_only_what_it_has_saved_itself() throws IOException {
        SavingsFunds savings = saved("saved 1000000.0\nhelped 0.0\n");
        SessionRef withoutSavings = session(2);
        assertFalse(savings.hasFunds(withoutSavings), "only other sessions have saved");
        assertFalse(savings.reserve(withoutSavings, MODEL, new Usage(1, 0, 0, 0)));
        savings.add(withoutSavings, 150);
        assertTrue(savings.reserve(withoutSavings, MODEL, HUNDRED));
        assertFalse(savings.reserve(withoutSavings, MODEL, HUNDRED), "50 are left");
        savings.settle(withoutSavings, MODEL, HUNDRED, new Usage(40, 0, 0, 0));
        assertTrue(savings.reserve(withoutSavings, MODEL, HUNDRED), "110 are left");
        assertFalse(savings.reserve(withoutSavings, MODEL, HUNDRED));
        savings.add(withoutSavings, -500);
        savings.settle(withoutSavings, MODEL, HUNDRED, Usage.NONE);
        assertFalse(savings.hasFunds(withoutSavings), "one of its turns cost more than it would have without edits");
        assertTrue(savings.hasFunds(SESSION));
    }

    @Test
    void a_turn_counts_once_if_it_is_both_archived_and_added() throws IOException {
        double[] archive = {0};
        Files.writeString(home.resolve("savings"), "saved 1000000.0\nhelped 0.0\n");
        SavingsFunds savings = new SavingsFunds(home, new PriceTable(Map.of()), 10, _ -> archive[0]);
        archive[0] = 100;
        savings.add(SESSION, 100);
        assertTrue(savings.reserve(SESSION, MODEL, HUNDRED), "the archive is read at the first reservation");
        assertFalse(savings.hasFunds(SESSION));
        archive[0] = 200;
        savings.add(SESSION, 100);
        assertTrue(savings.reserve(SESSION, MODEL, HUNDRED), "later turns are added");
        assertFalse(savings.hasFunds(SESSION));
    }

    @Test
    void without_the_session_limit_only_the_share_limits_and_the_session_is_still_charged() throws IOException {
        SavingsFunds savings = saved("saved 10000.0\nhelped 0.0\n");
        SessionRef withoutSavings = session(2);
        assertTrue(savings.withoutSessionLimit().hasFunds(withoutSavings));
        assertTrue(savings.withoutSessionLimit().reserve(withoutSavings, MODEL, HUNDRED));
        savings.withoutSessionLimit().settle(withoutSavings, MODEL, HUNDRED, new Usage(80, 0, 0, 0));
        assertEquals("saved 10000.0\nhelped 80.0\n", written());
        savings.add(withoutSavings, 80);
        assertFalse(savings.hasFunds(withoutSavings), "its savings cover what it already spent");
        assertFalse(savings.withoutSessionLimit().reserve(withoutSavings, MODEL, new Usage(929, 0, 0, 0)), "the share");
    }

    @Test
    void a_cost_above_the_reservation_uses_up_the_savings() throws IOException {
        SavingsFunds savings = saved("saved 10000.0\nhelped 0.0\n");
        assertTrue(savings.reserve(SESSION, MODEL, HUNDRED));
        savings.settle(SESSION, MODEL, HUNDRED, new Usage(1_500, 0, 0, 0));
        assertFalse(savings.hasFunds(SESSION));
    }

    @Test
    void concurrent_reservations_do_not_spend_the_same_savings() throws IOException {
        SavingsFunds savings = saved("saved 10000.0\nhelped 0.0\n");
        long paid = IntStream.range(0, 64)
                .parallel()
                .filter(_ -> savings.reserve(SESSION, MODEL, HUNDRED))
                .count();
        assertEquals(10, paid);
    }

    @Test
    void an_unreadable_file_counts_as_no_savings() throws IOException {
        assertFalse(saved("saved much\n").hasFunds(SESSION));
    }

    @Test
    void a_reservation_that_cannot_be_written_is_rejected() throws IOException {
        SavingsFunds savings = saved("saved 10000.0\nhelped 0.0\n");
        Files.createDirectories(home.resolve("savings.new/in the way"));
        assertFalse(savings.reserve(SESSION, MODEL, HUNDRED));
        assertFalse(savings.hasFunds(SESSION));
        Files.delete(home.resolve("savings.new/in the way"));
        Files.delete(home.resolve("savings.new"));
        savings.add(SESSION, 1);
        assertEquals("saved 10001.0\nhelped 0.0\n", written());
    }
}
