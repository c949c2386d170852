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

    /** Savings in whose home the session has saved much by its archive. */
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
    void nothing_saved_pays_for_nothing() throws IOException {
        assertFalse(savings().hasFunds(SESSION));
        assertFalse(savings().reserve(SESSION, MODEL, new Usage(1, 0, 0, 0)));
        assertFalse(saved("saved -500.0\nhelped 0.0\n").hasFunds(SESSION), "editing may have cost something");
    }

    @Test
    void a_share_of_what_was_saved_can_be_spent_and_no_more() throws IOException {
        SavingsFunds savings = saved("saved 10000.0\nhelped 0.0\n");
        assertFalse(savings.reserve(SESSION, MODEL, new Usage(501, 0, 0, 100)));
        Usage most = new Usage(500, 0, 0, 100);
        assertTrue(savings.reserve(SESSION, MODEL, most));
        assertFalse(savings.hasFunds(SESSION), "while it is under way");
        assertEquals("saved 10000.0\nhelped 1000.0\n", written(), "a crash now does not make it free");
        savings.settle(SESSION, MODEL, most, new Usage(500, 0, 0, 80));
        assertEquals("saved 10000.0\nhelped 900.0\n", written());
        assertFalse(savings().reserve(SESSION, MODEL, new Usage(101, 0, 0, 0)), "after a restart too");
        assertTrue(savings().reserve(SESSION, MODEL, HUNDRED));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("savings"))));
    }

    @Test
    void a_session_spends_what_it_has_saved_itself_and_no_more() throws IOException {
        SavingsFunds savings = saved("saved 1000000.0\nhelped 0.0\n");
        SessionRef poor = session(2);
        assertFalse(savings.hasFunds(poor), "others have saved, this one has not");
        assertFalse(savings.reserve(poor, MODEL, new Usage(1, 0, 0, 0)));
        savings.add(poor, 150);
        assertTrue(savings.reserve(poor, MODEL, HUNDRED));
        assertFalse(savings.reserve(poor, MODEL, HUNDRED), "50 are left");
        savings.settle(poor, MODEL, HUNDRED, new Usage(40, 0, 0, 0));
        assertTrue(savings.reserve(poor, MODEL, HUNDRED), "110 are left");
        assertFalse(savings.reserve(poor, MODEL, HUNDRED));
        savings.add(poor, -500);
        savings.settle(poor, MODEL, HUNDRED, Usage.NONE);
        assertFalse(savings.hasFunds(poor), "a turn of it cost more than it would have untouched");
        assertTrue(savings.hasFunds(SESSION));
    }

    @Test
    void a_turn_counts_once_whether_it_is_read_in_the_archive_or_told() throws IOException {
        double[] archive = {0};
        Files.writeString(home.resolve("savings"), "saved 1000000.0\nhelped 0.0\n");
        SavingsFunds savings = new SavingsFunds(home, new PriceTable(Map.of()), 10, _ -> archive[0]);
        archive[0] = 100;
        savings.add(SESSION, 100);
        assertTrue(savings.reserve(SESSION, MODEL, HUNDRED), "it is read when somebody asks first");
        assertFalse(savings.hasFunds(SESSION));
        archive[0] = 200;
        savings.add(SESSION, 100);
        assertTrue(savings.reserve(SESSION, MODEL, HUNDRED), "it is told afterwards");
        assertFalse(savings.hasFunds(SESSION));
    }

    @Test
    void what_pays_for_itself_is_limited_by_the_share_alone_and_billed_to_its_session() throws IOException {
        SavingsFunds savings = saved("saved 10000.0\nhelped 0.0\n");
        SessionRef poor = session(2);
        assertTrue(savings.withoutSessionLimit().hasFunds(poor));
        assertTrue(savings.withoutSessionLimit().reserve(poor, MODEL, HUNDRED));
        savings.withoutSessionLimit().settle(poor, MODEL, HUNDRED, new Usage(80, 0, 0, 0));
        assertEquals("saved 10000.0\nhelped 80.0\n", written());
        savings.add(poor, 80);
        assertFalse(savings.hasFunds(poor), "it has paid for that first");
        assertFalse(savings.withoutSessionLimit().reserve(poor, MODEL, new Usage(929, 0, 0, 0)), "the share");
    }

    @Test
    void what_cost_more_than_was_reserved_has_to_be_saved_first() throws IOException {
        SavingsFunds savings = saved("saved 10000.0\nhelped 0.0\n");
        assertTrue(savings.reserve(SESSION, MODEL, HUNDRED));
        savings.settle(SESSION, MODEL, HUNDRED, new Usage(1_500, 0, 0, 0));
        assertFalse(savings.hasFunds(SESSION));
    }

    @Test
    void many_at_once_do_not_spend_the_same_savings() throws IOException {
        SavingsFunds savings = saved("saved 10000.0\nhelped 0.0\n");
        long paid = IntStream.range(0, 64)
                .parallel()
                .filter(_ -> savings.reserve(SESSION, MODEL, HUNDRED))
                .count();
        assertEquals(10, paid);
    }

    @Test
    void a_file_that_cannot_be_read_is_nothing_saved() throws IOException {
        assertFalse(saved("saved much\n").hasFunds(SESSION));
    }

    @Test
    void what_cannot_be_written_down_is_not_spent() throws IOException {
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
