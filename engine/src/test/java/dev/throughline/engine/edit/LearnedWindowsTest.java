package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.edit.LearnedWindows.Learned;
import dev.throughline.wire.Overflow;
import dev.throughline.workingset.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LearnedWindowsTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private final List<List<Learned>> saved = new ArrayList<>();
    private final LearnedWindows windows = new LearnedWindows(List.of(), Duration.ofDays(7), saved::add);

    private void learn(String upstream, long tokens, Instant at) {
        windows.learn(new Learned(upstream, "gpt-9", tokens, at));
    }

    private OptionalLong known(String upstream, Instant at) {
        return windows.of(upstream, "gpt-9", at);
    }

    @Test
    void a_window_is_that_of_one_model_at_one_upstream() {
        learn("https://a", 50_000, NOON);
        assertEquals(OptionalLong.of(50_000), known("https://a", NOON));
        assertEquals(OptionalLong.empty(), known("https://b", NOON));
        assertEquals(OptionalLong.empty(), windows.of("https://a", "gpt-8", NOON));
    }

    @Test
    void a_window_that_is_not_reported_again_expires() {
        learn("https://a", 50_000, NOON);
        learn("https://a", 50_000, NOON.plus(Duration.ofDays(5)));
        assertEquals(OptionalLong.of(50_000), known("https://a", NOON.plus(Duration.ofDays(11))));
        Instant later = NOON.plus(Duration.ofDays(13));
        assertEquals(OptionalLong.empty(), known("https://a", later));
        assertEquals(List.of(), windows.all(later));
        learn("https://a", 90_000, later);
        assertEquals(OptionalLong.of(90_000), known("https://a", later));
    }

    @Test
    void reading_a_window_does_not_wait_for_a_save() {
        List<LearnedWindows> slow = new ArrayList<>();
        List<OptionalLong> asked = new ArrayList<>();
        slow.add(new LearnedWindows(List.of(), Duration.ZERO, _ -> {
            LearnedWindows meanwhile = slow.getFirst();
            asked.add(CompletableFuture.supplyAsync(() -> meanwhile.of("https://a", "gpt-9", NOON))
                    .orTimeout(10, TimeUnit.SECONDS)
                    .join());
        }));
        slow.getFirst().learn(new Learned("https://a", "gpt-9", 50_000, NOON));
        assertEquals(List.of(OptionalLong.of(50_000)), asked);
    }

    @Test
    void the_smallest_window_applies_and_each_smaller_one_is_saved() {
        learn("https://a", 50_000, NOON);
        learn("https://a", 60_000, NOON.plusSeconds(1));
        learn("https://a", 40_000, NOON.plusSeconds(2));
        Learned smallest = new Learned("https://a", "gpt-9", 40_000, NOON.plusSeconds(2));
        assertEquals(List.of(List.of(new Learned("https://a", "gpt-9", 50_000, NOON)), List.of(smallest)), saved);
        assertEquals(
                OptionalLong.of(40_000),
                new LearnedWindows(saved.getLast(), Duration.ZERO, _ -> {})
                        .of("https://a", "gpt-9", NOON.plus(Duration.ofDays(900))));
    }

    @ParameterizedTest
    @CsvSource({
        "     -1,     -1, 0.85,     -1", // The provider named nothing.
        " 90_000,     -1, 0.85,     -1", // Only the size of the prompt.
        "     -1, 50_000, 0.85, 50_000", // Only its window.
        "100_000, 50_000, 0.5,  50_000", // Both: the prompt goes down to the window.
        " 51_000, 50_000, 0.85, 50_000", // A prompt that is hardly too long still gets a good deal smaller.
        " 90_000,     20, 0.85,     -1", // No model has such a window.
    })
    void a_refusal_determines_the_window_and_how_much_of_the_prompt_may_fit(
            String tokens, String window, double part, String learnt) {
        Turn turn = new EditFixture(Policy.NO_CHANGE, 1_000)
                .user("Build it.")
                .record(Purpose.CONVERSATION)
                .turn();
        assertEquals(part, windows.learnFromRefusal(turn, new Overflow(number(tokens), number(window))), 0.001);
        assertEquals(number(learnt), windows.of(turn.upstream(), turn.request().model(), turn.at()));
    }

    private static OptionalLong number(String text) {
        long number = Long.parseLong(text.replace("_", "").strip());
        return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
    }
}
