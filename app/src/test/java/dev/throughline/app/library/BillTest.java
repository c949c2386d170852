package dev.throughline.app.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.app.command.sight.KeptSession;
import dev.throughline.model.Usage;
import dev.throughline.testkit.store.MemoryStore;
import dev.throughline.workingset.price.PriceTable;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BillTest {
    @Test
    void a_bill_sets_what_was_billed_against_what_would_have_been() {
        MemoryStore store = new MemoryStore();
        KeptSession.in(store);
        PriceTable prices = new PriceTable(Map.of());
        Bill bill = Bill.of(Library.local(store, prices).transcript(KeptSession.ID), prices, _ -> true);
        assertEquals(new Bill(1, new Usage(600, 0, 0, 20), new Usage(0, 0, 800, 0), 600, 1000), bill);
        assertEquals(-0.4, bill.change(), 1e-9);
        assertEquals(new Bill(2, new Usage(1200, 0, 0, 40), new Usage(0, 0, 1600, 0), 1200, 2000), bill.plus(bill));
        assertEquals(0, Bill.NONE.change());
        assertEquals(Bill.NONE, Bill.of(Library.local(store, prices).transcript(KeptSession.ID), prices, _ -> false));
    }
}
