package dev.throughline.simulator.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Usage;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.Prompt.CacheMarker;
import dev.throughline.simulator.prompt.PromptCache.Reading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class PromptCacheTest {
    /** An item with exactly this number of tokens. */
    private static PromptItem item(String start, int tokens) {
        return PromptItem.of(start + "x".repeat(tokens * 4 - start.length()));
    }

    /** A prompt whose first {@code cacheable} items may be cached. */
    private static Prompt prompt(List<PromptItem> items, int cacheable) {
        return cacheable == items.size()
                ? new Prompt(items, new TreeMap<>(), /* cachesAll= */ true, List.of())
                : new Prompt(
                        items,
                        new TreeMap<>(cacheable == 0 ? Map.of() : Map.of(cacheable - 1, CacheMarker.SHORT)),
                        /* cachesAll= */ false,
                        List.of());
    }

    private static PromptCharge charge(
            PromptCache cache, List<PromptItem> items, int cacheable, double now, String family) {
        return cache.charge(prompt(items, cacheable), Reading.ITEMS, now, family);
    }

    private static List<PromptItem> plus(List<PromptItem> items, PromptItem more) {
        List<PromptItem> all = new ArrayList<>(items);
        all.add(more);
        return all;
    }

    @Test
    void a_repeated_prefix_is_read_and_the_rest_is_written() {
        PromptCache cache = new PromptCache(300);
        List<PromptItem> first = List.of(item("a", 1000), item("b", 1000));
        assertEquals(new PromptCharge(2000, 0, 0, 2000), charge(cache, first, 2, 0, ""));
        assertEquals(new PromptCharge(2500, 0, 2000, 500), charge(cache, plus(first, item("c", 500)), 3, 10, ""));
    }

    @Test
    void a_prompt_below_the_minimum_is_not_cached() {
        PromptCache cache = new PromptCache(300);
        List<PromptItem> small = List.of(item("a", 1023));
        assertEquals(new PromptCharge(1023, 1023, 0, 0), charge(cache, small, 1, 0, ""));
        assertEquals(new PromptCharge(1023, 1023, 0, 0), charge(cache, small, 1, 1, ""));
        List<PromptItem> enough = List.of(item("a", 1024));
        charge(cache, enough, 1, 2, "");
        assertEquals(new PromptCharge(1024, 0, 1024, 0), charge(cache, enough, 1, 3, ""));
    }

    @Test
    void a_shared_prefix_below_the_minimum_is_written_again() {
        PromptCache cache = new PromptCache(300);
        PromptItem shared = item("a", 1000);
        charge(cache, List.of(shared, item("b", 1000)), 2, 0, "");
        assertEquals(new PromptCharge(2000, 0, 0, 2000), charge(cache, List.of(shared, item("c", 1000)), 2, 1, ""));
    }

    @Test
    void an_entry_expires_after_its_idle_time_and_each_use_renews_it() {
        PromptCache cache = new PromptCache(300);
        List<PromptItem> items = List.of(item("a", 2000));
        charge(cache, items, 1, 0, "");
        assertEquals(2000, charge(cache, items, 1, 300, "").read());
        assertEquals(2000, charge(cache, items, 1, 600, "").read());
        assertEquals(0, charge(cache, items, 1, 900.001, "").read());
        assertEquals(2000, new PromptCacheTest().readWithoutExpiry());
    }

    private double readWithoutExpiry() {
        PromptCache cache = new PromptCache(Double.POSITIVE_INFINITY);
        List<PromptItem> items = List.of(item("a", 2000));
        charge(cache, items, 1, 0, "");
        return charge(cache, items, 1, 1e9, "").read();
    }

    @Test
    void a_changed_item_is_read_up_to_the_last_full_step_of_the_common_prefix() {
        PromptCache cache = new PromptCache(300);
        PromptItem head = item("h", 1024);
        String same = "s".repeat(1300);
        charge(cache, List.of(head, item(same + "A", 1000)), 2, 0, "");
        PromptCharge billed = charge(cache, List.of(head, item(same + "B", 1000)), 2, 1, "");
        assertEquals(new PromptCharge(2024, 0, 1024 + 256, 744), billed);
    }

    @Test
    void a_common_prefix_shorter_than_a_step_is_not_read() {
        PromptCache cache = new PromptCache(300);
        PromptItem head = item("h", 1024);
        charge(cache, List.of(head, item("s".repeat(500) + "A", 1000)), 2, 0, "");
        assertEquals(
                1024,
                charge(cache, List.of(head, item("s".repeat(500) + "B", 1000)), 2, 1, "")
                        .read());
    }

    @Test
    void the_longest_common_prefix_with_an_unexpired_entry_is_read() {
        PromptCache cache = new PromptCache(300);
        PromptItem head = item("h", 1024);
        charge(cache, List.of(head, item("s".repeat(2000) + "A", 1000)), 2, 0, "");
        charge(cache, List.of(head, item("s".repeat(600) + "B", 1000)), 2, 400, "");
        assertEquals(
                0,
                charge(cache, List.of(head, item("s".repeat(2000) + "C", 1000)), 2, 800, "")
                        .read());
        charge(cache, List.of(head, item("s".repeat(1100) + "D", 1000)), 2, 900, "");
        assertEquals(
                1024 + 256,
                charge(cache, List.of(head, item("s".repeat(2000) + "E", 1000)), 2, 1150, "")
                        .read());
    }

    @Test
    void only_items_up_to_the_marker_are_cached() {
        PromptCache cache = new PromptCache(300);
        List<PromptItem> items = List.of(item("a", 1500), item("b", 500));
        assertEquals(new PromptCharge(2000, 500, 0, 1500), charge(cache, items, 1, 0, ""));
        assertEquals(new PromptCharge(2000, 500, 1500, 0), charge(cache, items, 1, 1, ""));
        assertEquals(new PromptCharge(2000, 2000, 0, 0), charge(cache, items, 0, 2, ""));
    }

    @Test
    void families_do_not_share_entries() {
        PromptCache cache = new PromptCache(300);
        List<PromptItem> items = List.of(item("a", 2000));
        charge(cache, items, 1, 0, "one");
        assertEquals(0, charge(cache, items, 1, 1, "two").read());
    }

    @Test
    void the_cost_of_a_charge_is_the_sum_of_its_classes_at_their_prices() {
        assertEquals(100 + 20 + 250, new PromptCharge(500, 100, 200, 200).cost(new CachePrices(0.1, 1.25)), 1e-9);
    }

    private static final double FIVE_MINUTES = 300;

    private final PromptCache provider = new PromptCache(FIVE_MINUTES);
    private double now;

    /** What OpenAI bills for items, each given as a letter to repeat and a number of tokens. */
    private Usage automatic(Object... lettersAndTokens) {
        List<PromptItem> items = new ArrayList<>();
        for (int i = 0; i < lettersAndTokens.length; i += 2) {
            items.add(letters((String) lettersAndTokens[i], (Integer) lettersAndTokens[i + 1]));
        }
        return provider.charge(prompt(items, items.size()), Reading.of(SimulatedDialect.RESPONSES), now, "me")
                .usage(SimulatedDialect.RESPONSES);
    }

    private static PromptItem letters(String letter, int tokens) {
        return PromptItem.of(letter.repeat(tokens * 4));
    }

    /** An item, and the marker on it. */
    private record Marked(PromptItem item, Optional<CacheMarker> marker) {}

    private static Marked plain(String letter, int tokens) {
        return new Marked(letters(letter, tokens), Optional.empty());
    }

    private static Marked marked(String letter, int tokens) {
        return new Marked(letters(letter, tokens), Optional.of(CacheMarker.SHORT));
    }

    /** What Anthropic bills. */
    private Usage anthropic(Marked... items) {
        NavigableMap<Integer, CacheMarker> markers = new TreeMap<>();
        for (int i = 0; i < items.length; i++) {
            int index = i;
            items[i].marker().ifPresent(marker -> markers.put(index, marker));
        }
        List<PromptItem> all = Arrays.stream(items).map(Marked::item).toList();
        return provider.charge(
                        new Prompt(all, markers, /* cachesAll= */ false, List.of()),
                        Reading.of(SimulatedDialect.MESSAGES),
                        now,
                        "me")
                .usage(SimulatedDialect.MESSAGES);
    }

    @Test
    void openai_reads_the_common_prefix_in_steps() {
        assertEquals(new Usage(1_500, 0, 0, 0), automatic("a", 1_500));
        assertEquals(new Usage(592, 1_408, 0, 0), automatic("a", 1_500, "b", 500));
        assertEquals(new Usage(80, 1_920, 0, 0), automatic("a", 1_500, "b", 500));
        assertEquals(new Usage(1_500, 0, 0, 0), automatic("c", 1_500));
    }

    @Test
    void openai_reads_inside_the_first_item_that_differs() {
        automatic("a", 1_100, "b", 500);
        assertEquals(new Usage(448, 1_152, 0, 0), automatic("a", 1_100, "b".repeat(250) + "c".repeat(250), 1));
    }

    @Test
    void openai_caches_nothing_below_the_minimum() {
        automatic("a", 1_000);
        assertEquals(new Usage(1_000, 0, 0, 0), automatic("a", 1_000));
        automatic("a", 1_200);
        assertEquals(new Usage(2_000, 0, 0, 0), automatic("a", 1_000, "b", 1_000));
    }

    @Test
    void an_unused_openai_entry_expires_and_reading_renews_it() {
        automatic("a", 2_048);
        now += 240;
        assertEquals(2_048, automatic("a", 2_048).cacheRead());
        now += 240;
        assertEquals(2_048, automatic("a", 2_048).cacheRead());
        now += FIVE_MINUTES + 1;
        assertEquals(0, automatic("a", 2_048).cacheRead());
    }

    @Test
    void anthropic_writes_up_to_the_last_marker_and_reads_it_again() {
        assertEquals(new Usage(50, 0, 2_100, 0), anthropic(marked("s", 1_100), marked("a", 1_000), plain("b", 50)));
        assertEquals(
                new Usage(0, 2_100, 150, 0),
                anthropic(marked("s", 1_100), plain("a", 1_000), plain("b", 50), marked("c", 100)));
        assertEquals(new Usage(0, 1_100, 1_000, 0), anthropic(marked("s", 1_100), marked("x", 1_000)));
    }

    @Test
    void anthropic_caches_nothing_without_a_marker_or_below_the_minimum() {
        assertEquals(new Usage(5_000, 0, 0, 0), anthropic(plain("a", 5_000)));
        assertEquals(new Usage(5_000, 0, 0, 0), anthropic(plain("a", 5_000)));
        assertEquals(new Usage(1_000, 0, 0, 0), anthropic(marked("b", 1_000)));
        assertEquals(new Usage(1_000, 0, 0, 0), anthropic(marked("b", 1_000)));
    }

    @Test
    void anthropic_looks_back_a_limited_number_of_blocks() {
        anthropic(marked("a", 2_000));
        List<Marked> longer = new ArrayList<>(List.of(plain("a", 2_000)));
        for (int i = 0; i < PromptCache.LOOK_BACK; i++) {
            longer.add(plain("b", 1));
        }
        longer.add(marked("c", 1));
        assertEquals(0, anthropic(longer.toArray(Marked[]::new)).cacheRead());
        List<Marked> near = new ArrayList<>(longer);
        near.remove(1);
        assertEquals(2_000, anthropic(near.toArray(Marked[]::new)).cacheRead());
    }

    @Test
    void a_one_hour_marker_keeps_an_entry_for_an_hour() {
        Marked hour = new Marked(letters("a", 2_000), Optional.of(CacheMarker.HOUR));
        anthropic(hour);
        now += 59 * 60;
        assertEquals(2_000, anthropic(hour).cacheRead());
        now += 6 * 60;
        assertEquals(2_000, anthropic(marked("a", 2_000)).cacheRead());
    }
}
