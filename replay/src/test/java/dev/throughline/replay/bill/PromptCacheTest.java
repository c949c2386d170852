package dev.throughline.replay.bill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.replay.prompt.BodyReader;
import dev.throughline.replay.prompt.ItemPool;
import dev.throughline.replay.prompt.PromptItem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PromptCacheTest {
    private final BodyReader reader = new BodyReader(Dialect.CHAT, new ItemPool());

    /** An item of exactly so many tokens; the frame around its text has six characters. */
    private PromptItem item(String start, int tokens) {
        String text = start + "x".repeat(tokens * 4 - 6 - start.length());
        return reader.items(Bytes.of("{\"role\":\"user\",\"content\":\"" + text + "\"}"))
                .getFirst();
    }

    private static List<PromptItem> plus(List<PromptItem> items, PromptItem more) {
        List<PromptItem> all = new ArrayList<>(items);
        all.add(more);
        return all;
    }

    @Test
    void what_was_sent_is_read_and_the_rest_is_written() {
        PromptCache cache = new PromptCache(300);
        List<PromptItem> first = List.of(item("a", 1000), item("b", 1000));
        assertEquals(new Billed(2000, 0, 0, 2000), cache.charge(first, 2, 0, ""));
        assertEquals(new Billed(2500, 0, 2000, 500), cache.charge(plus(first, item("c", 500)), 3, 10, ""));
    }

    @Test
    void a_prompt_below_the_minimum_is_not_cached() {
        PromptCache cache = new PromptCache(300);
        List<PromptItem> small = List.of(item("a", 1023));
        assertEquals(new Billed(1023, 1023, 0, 0), cache.charge(small, 1, 0, ""));
        assertEquals(new Billed(1023, 1023, 0, 0), cache.charge(small, 1, 1, ""));
        List<PromptItem> enough = List.of(item("a", 1024));
        cache.charge(enough, 1, 2, "");
        assertEquals(new Billed(1024, 0, 1024, 0), cache.charge(enough, 1, 3, ""));
    }

    @Test
    void what_is_shared_below_the_minimum_is_written_again() {
        PromptCache cache = new PromptCache(300);
        PromptItem shared = item("a", 1000);
        cache.charge(List.of(shared, item("b", 1000)), 2, 0, "");
        assertEquals(new Billed(2000, 0, 0, 2000), cache.charge(List.of(shared, item("c", 1000)), 2, 1, ""));
    }

    @Test
    void use_keeps_warm_and_idle_time_cools() {
        PromptCache cache = new PromptCache(300);
        List<PromptItem> items = List.of(item("a", 2000));
        cache.charge(items, 1, 0, "");
        assertEquals(2000, cache.charge(items, 1, 300, "").read());
        assertEquals(2000, cache.charge(items, 1, 600, "").read());
        assertEquals(0, cache.charge(items, 1, 900.001, "").read());
        assertEquals(2000, new PromptCacheTest().forEver());
    }

    private double forEver() {
        PromptCache cache = new PromptCache(Double.POSITIVE_INFINITY);
        List<PromptItem> items = List.of(item("a", 2000));
        cache.charge(items, 1, 0, "");
        return cache.charge(items, 1, 1e9, "").read();
    }

    @Test
    void a_changed_item_is_read_up_to_the_last_whole_step_that_is_the_same() {
        PromptCache cache = new PromptCache(300);
        PromptItem head = item("h", 1024);
        String same = "s".repeat(1300 - 6);
        cache.charge(List.of(head, item(same + "A", 1000)), 2, 0, "");
        Billed billed = cache.charge(List.of(head, item(same + "B", 1000)), 2, 1, "");
        assertEquals(new Billed(2024, 0, 1024 + 256, 744), billed);
    }

    @Test
    void a_common_beginning_shorter_than_a_step_is_nothing() {
        PromptCache cache = new PromptCache(300);
        PromptItem head = item("h", 1024);
        cache.charge(List.of(head, item("s".repeat(500) + "A", 1000)), 2, 0, "");
        assertEquals(
                1024,
                cache.charge(List.of(head, item("s".repeat(500) + "B", 1000)), 2, 1, "")
                        .read());
    }

    @Test
    void of_several_siblings_the_longest_warm_one_counts() {
        PromptCache cache = new PromptCache(300);
        PromptItem head = item("h", 1024);
        cache.charge(List.of(head, item("s".repeat(2000) + "A", 1000)), 2, 0, "");
        cache.charge(List.of(head, item("s".repeat(600) + "B", 1000)), 2, 400, "");
        assertEquals(
                0,
                cache.charge(List.of(head, item("s".repeat(2000) + "C", 1000)), 2, 800, "")
                        .read());
        cache.charge(List.of(head, item("s".repeat(1100) + "D", 1000)), 2, 900, "");
        assertEquals(
                1024 + 256,
                cache.charge(List.of(head, item("s".repeat(2000) + "E", 1000)), 2, 1150, "")
                        .read());
    }

    @Test
    void only_what_stands_before_the_marker_is_cached() {
        PromptCache cache = new PromptCache(300);
        List<PromptItem> items = List.of(item("a", 1500), item("b", 500));
        assertEquals(new Billed(2000, 500, 0, 1500), cache.charge(items, 1, 0, ""));
        assertEquals(new Billed(2000, 500, 1500, 0), cache.charge(items, 1, 1, ""));
        assertEquals(new Billed(2000, 2000, 0, 0), cache.charge(items, 0, 2, ""));
    }

    @Test
    void families_share_nothing() {
        PromptCache cache = new PromptCache(300);
        List<PromptItem> items = List.of(item("a", 2000));
        cache.charge(items, 1, 0, "one");
        assertEquals(0, cache.charge(items, 1, 1, "two").read());
    }

    @Test
    void a_bill_adds_up_by_its_prices() {
        assertEquals(100 + 20 + 250, new Billed(500, 100, 200, 200).cost(new Prices(0.1, 1.25)), 1e-9);
    }
}
