package dev.throughline.testkit.model.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Dialect;
import dev.throughline.model.Usage;
import dev.throughline.testkit.model.cache.Prompt.Marker;
import dev.throughline.testkit.model.cache.Prompt.Piece;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptCacheTest {
    /** A clock that a test moves by hand. */
    private static final class Hands extends Clock {
        private Instant now = Instant.EPOCH;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private final Hands clock = new Hands();
    private final PromptCache cache = new PromptCache(clock, Duration.ofMinutes(5));

    /** A piece of so many tokens, all of the same letter. */
    private static Piece piece(char letter, int tokens, Marker marker) {
        return new Piece(String.valueOf(letter).repeat(tokens * Prompt.CHARS_PER_TOKEN), marker);
    }

    private static Piece piece(char letter, int tokens) {
        return piece(letter, tokens, Marker.NONE);
    }

    private Usage automatic(Piece... pieces) {
        return cache.charge("me", Dialect.RESPONSES, new Prompt(List.of(pieces)));
    }

    private Usage marked(Piece... pieces) {
        return cache.charge("me", Dialect.MESSAGES, new Prompt(List.of(pieces)));
    }

    @Test
    void openai_reads_the_common_prefix_in_steps() {
        assertEquals(new Usage(1_500, 0, 0, 0), automatic(piece('a', 1_500)));
        assertEquals(new Usage(592, 1_408, 0, 0), automatic(piece('a', 1_500), piece('b', 500)));
        assertEquals(new Usage(80, 1_920, 0, 0), automatic(piece('a', 1_500), piece('b', 500)));
        assertEquals(new Usage(1_500, 0, 0, 0), automatic(piece('c', 1_500)));
    }

    @Test
    void openai_caches_nothing_below_the_least() {
        automatic(piece('a', 1_000));
        assertEquals(new Usage(1_000, 0, 0, 0), automatic(piece('a', 1_000)));
        automatic(piece('a', 1_200));
        assertEquals(new Usage(2_000, 0, 0, 0), automatic(piece('a', 1_000), piece('b', 1_000)));
    }

    @Test
    void what_nobody_reads_is_forgotten_and_reading_renews() {
        automatic(piece('a', 2_048));
        clock.now = clock.now.plus(Duration.ofMinutes(4));
        assertEquals(2_048, automatic(piece('a', 2_048)).cacheRead());
        clock.now = clock.now.plus(Duration.ofMinutes(4));
        assertEquals(2_048, automatic(piece('a', 2_048)).cacheRead());
        clock.now = clock.now.plus(Duration.ofMinutes(5));
        assertEquals(0, automatic(piece('a', 2_048)).cacheRead());
    }

    @Test
    void nobody_reads_what_another_wrote() {
        automatic(piece('a', 2_048));
        Usage other = cache.charge("you", Dialect.RESPONSES, new Prompt(List.of(piece('a', 2_048))));
        assertEquals(0, other.cacheRead());
    }

    @Test
    void anthropic_writes_up_to_the_last_marker_and_reads_it_again() {
        Piece system = piece('s', 1_100, Marker.SHORT);
        assertEquals(new Usage(50, 0, 2_100, 0), marked(system, piece('a', 1_000, Marker.SHORT), piece('b', 50)));
        assertEquals(
                new Usage(0, 2_100, 150, 0),
                marked(system, piece('a', 1_000), piece('b', 50), piece('c', 100, Marker.SHORT)));
        assertEquals(new Usage(0, 1_100, 1_000, 0), marked(system, piece('x', 1_000, Marker.SHORT)));
    }

    @Test
    void anthropic_caches_nothing_without_a_marker_or_below_the_least() {
        assertEquals(new Usage(5_000, 0, 0, 0), marked(piece('a', 5_000)));
        assertEquals(new Usage(5_000, 0, 0, 0), marked(piece('a', 5_000)));
        assertEquals(new Usage(1_000, 0, 0, 0), marked(piece('b', 1_000, Marker.SHORT)));
        assertEquals(new Usage(1_000, 0, 0, 0), marked(piece('b', 1_000, Marker.SHORT)));
    }

    @Test
    void anthropic_looks_back_only_so_far() {
        marked(piece('a', 2_000, Marker.SHORT));
        List<Piece> longer = new ArrayList<>(List.of(piece('a', 2_000)));
        for (int i = 0; i < PromptCache.LOOK_BACK; i++) {
            longer.add(piece('b', 1));
        }
        longer.add(piece('c', 1, Marker.SHORT));
        assertEquals(0, marked(longer.toArray(Piece[]::new)).cacheRead());
        List<Piece> near = new ArrayList<>(longer);
        near.remove(1);
        assertEquals(2_000, marked(near.toArray(Piece[]::new)).cacheRead());
    }

    @Test
    void a_marker_for_an_hour_keeps_an_hour() {
        marked(piece('a', 2_000, Marker.HOUR));
        clock.now = clock.now.plus(Duration.ofMinutes(59));
        assertEquals(2_000, marked(piece('a', 2_000, Marker.HOUR)).cacheRead());
    }
}
