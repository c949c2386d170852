package dev.throughline.workingset.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Usage;
import dev.throughline.workingset.price.Counterfactual.Before;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class CounterfactualTest {
    /** Tools and system text, a user message, a stub, an answer, and a new result. */
    private static final long[] OWN = {9_000, 50, 6_000, 80, 700};

    private static final long[] SENT = {9_400, 50, 120, 80, 700};
    private static final int NONE = 5;

    private static Usage untouched(Before before, Usage billed) {
        return new Counterfactual(OWN, SENT, before).untouched(billed);
    }

    @Test
    void what_was_sent_as_it_came_costs_what_was_billed() {
        Usage billed = new Usage(7, 3_001, 12_822, 44);
        assertEquals(billed, new Counterfactual(OWN, OWN, new Before(3, NONE, true)).untouched(billed));
        assertEquals(billed, new Counterfactual(OWN, OWN, new Before(0, NONE, false)).untouched(billed));
    }

    @Test
    void as_far_as_the_provider_read_it_would_have_read_the_clients_own() {
        Usage billed = new Usage(0, 9_570, 780, 44);
        assertEquals(new Usage(0, 15_050, 780, 44), untouched(new Before(3, NONE, true), billed));
        assertEquals(new Usage(0, 15_050, 780, 44), untouched(new Before(0, NONE, false), billed), "not by a guess");
    }

    @Test
    void no_reads_reported_means_no_cache() {
        Usage billed = new Usage(10_350, 0, 0, 44);
        assertEquals(new Usage(15_830, 0, 0, 44), untouched(new Before(3, NONE, true), billed));
        assertEquals(new Usage(15_830, 0, 0, 44), untouched(new Before(4, NONE, false), billed));
    }

    @Test
    void a_cache_that_was_lost_half_way_would_have_been_lost_there() {
        Usage billed = new Usage(0, 4_700, 5_650, 44);
        assertEquals(new Usage(0, 4_500, 11_330, 44), untouched(new Before(3, NONE, true), billed));
    }

    @Test
    void a_few_tokens_less_than_all_are_as_many_less() {
        Usage billed = new Usage(0, 9_472, 878, 44);
        assertEquals(new Usage(0, 14_952, 878, 44), untouched(new Before(3, NONE, true), billed));
    }

    @Test
    void what_a_rewrite_lost_would_have_been_read() {
        Usage billed = new Usage(0, 9_400, 950, 44);
        assertEquals(new Usage(0, 15_050, 780, 44), untouched(new Before(3, 2, true), billed));
        Usage nothing = new Usage(0, 0, 10_350, 44);
        assertEquals(new Usage(0, 15_050, 780, 44), untouched(new Before(3, 2, true), nothing), "it was warm before");
    }

    @Test
    void a_rewrite_of_what_the_provider_forgot_lost_nothing() {
        Usage billed = new Usage(0, 0, 10_350, 44);
        assertEquals(new Usage(0, 0, 15_830, 44), untouched(new Before(3, 2, false), billed));
        Usage head = new Usage(0, 9_400, 950, 44);
        assertEquals(new Usage(0, 9_000, 6_830, 44), untouched(new Before(3, 2, false), head), "others keep it warm");
    }

    @Test
    void a_provider_that_remembers_longer_than_thought_would_have_read_the_clients_own() {
        Usage billed = new Usage(0, 9_450, 900, 44);
        assertEquals(new Usage(0, 15_050, 780, 44), untouched(new Before(3, 2, false), billed));
    }

    @Test
    void tokens_are_the_providers() {
        Usage billed = new Usage(0, 2 * 9_570, 2 * 780, 44);
        assertEquals(new Usage(0, 30_100, 1_560, 44), untouched(new Before(3, NONE, true), billed));
    }

    @Test
    void what_is_uncached_or_written_is_so_in_both() {
        Usage billed = new Usage(195, 9_570, 585, 44);
        assertEquals(new Usage(195, 15_050, 585, 44), untouched(new Before(3, NONE, true), billed));
    }

    @Test
    void nothing_reported_is_nothing_known() {
        assertEquals(Usage.NONE, untouched(new Before(3, NONE, true), Usage.NONE));
        long[] none = {};
        Usage billed = new Usage(5, 0, 0, 1);
        assertEquals(billed, new Counterfactual(none, none, new Before(0, 0, false)).untouched(billed));
        assertThrows(
                IllegalArgumentException.class, () -> new Counterfactual(OWN, none, new Before(0, 0, false)).own());
    }

    @Test
    void a_request_that_was_not_edited_would_have_been_billed_the_same() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            long[] parts = random.longs(1 + random.nextInt(8), 100, 5_000).toArray();
            long total = LongStream.of(parts).sum();
            long read = random.nextLong(total + 1);
            long written = random.nextLong(total - read + 1);
            Usage billed = new Usage(total - read - written, read, written, random.nextLong(500));
            Counterfactual.Before before =
                    new Counterfactual.Before(random.nextInt(parts.length + 1), parts.length, random.nextBoolean());
            Usage untouched = new Counterfactual(parts, parts, before).untouched(billed);
            assertEquals(billed.prompt(), untouched.prompt(), "seed " + seed);
            assertEquals(billed.output(), untouched.output(), "seed " + seed);
            assertEquals((double) billed.cacheRead(), (double) untouched.cacheRead(), 1, "seed " + seed);
        }
    }

    @Test
    void whatever_was_edited_the_estimate_is_the_clients_prompt_in_the_providers_tokens() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(8);
            long[] own = random.longs(count, 100, 5_000).toArray();
            long[] sent = random.longs(count, 1, 5_000).toArray();
            long total = LongStream.of(sent).sum();
            double scale = 0.5 + random.nextInt(4);
            long read = Math.round(random.nextLong(total + 1) * scale);
            Usage billed = new Usage(Math.round(total * scale) - read, read, 0, 7);
            Counterfactual counterfactual = new Counterfactual(
                    own,
                    sent,
                    new Counterfactual.Before(
                            random.nextInt(count + 1), random.nextInt(count + 1), random.nextBoolean()));
            Usage untouched = counterfactual.untouched(billed);
            assertEquals(
                    counterfactual.own() * scale,
                    (double) untouched.prompt(),
                    1 + 0.001 * untouched.prompt(),
                    "seed " + seed);
            assertTrue(untouched.cacheRead() >= 0 && untouched.cacheRead() <= untouched.prompt(), "seed " + seed);
            assertEquals(0, untouched.cacheWrite(), "seed " + seed);
        }
    }

    @Test
    void parts_of_different_numbers_are_refused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Counterfactual(new long[2], new long[3], new Counterfactual.Before(0, 0, true)));
    }
}
