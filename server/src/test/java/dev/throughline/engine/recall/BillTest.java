package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.testkit.store.SampleSession;
import dev.throughline.workingset.price.PriceTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BillTest {
    private static final SessionRef SESSION = new SessionRef(Tenant.LOCAL, SampleSession.ID);

    private static Transcript transcript(Store store) {
        return Transcript.read(after -> store.entries(SESSION, after, 100));
    }

    @Test
    void a_bill_compares_the_cost_with_the_cost_without_edits() {
        MemoryStore store = new MemoryStore();
        SampleSession.in(store);
        PriceTable prices = new PriceTable(Map.of());
        Bill bill = Bill.of(transcript(store), prices);
        assertEquals(
                new Bill(1, 1, new Usage(600, 0, 0, 20), Usage.NONE, new Usage(0, 0, 800, 20), 600, 0, 1000), bill);
        assertEquals(-0.4, bill.change(), 1e-9);
        assertEquals(
                new Bill(2, 2, new Usage(1200, 0, 0, 40), Usage.NONE, new Usage(0, 0, 1600, 40), 1200, 0, 2000),
                bill.plus(bill));
        try (Store.Lease lease = store.lease(SESSION, Duration.ofSeconds(30))) {
            Usage asked = new Usage(100, 0, 0, 20);
            store.append(lease, List.of(new Entry.HelperCall(Instant.EPOCH, "flush", "claude-x", asked)));
        }
        Bill helped = Bill.of(transcript(store), prices);
        assertEquals(200, helped.helpedUnits(), "an answer costs five times its tokens");
        assertEquals(-0.2, helped.change(), 1e-9, "the helper is on the bill");
        assertEquals(200, helped.saved(), 1e-9, "400 before it was asked");
        Instant later = Instant.EPOCH.plusSeconds(1);
        assertEquals(bill, Bill.of(transcript(store), prices, _ -> true, later));
        assertEquals(0, Bill.NONE.change());
        assertEquals(Bill.NONE, Bill.of(transcript(store), prices, _ -> false, Instant.MAX));
    }
}
