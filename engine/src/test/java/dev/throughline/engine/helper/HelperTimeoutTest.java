package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Questions to a helper model that always takes too long. */
final class HelperTimeoutTest {
    private static final Duration MAX_TIME = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final List<HelperUpstream.HelperRequest> sent = new ArrayList<>();
    private final LimitedHelperModel helper = new LimitedHelperModel(new LimitedHelperModel.HelperServices(
            request -> {
                sent.add(request);
                throw new ProxyException(ProxyException.Kind.UPSTREAM, "upstream_timeout", "no");
            },
            Dialects::of,
            _ -> Optional.of(new SessionCaller(
                    ChatDialect.NAME, "/v1/chat/completions", Headers.of("authorization", "Bearer k"), "m")),
            /* usesSessionModel= */ true,
            new HelperAllowance(clock, 1_000_000, Long.MAX_VALUE),
            Optional.empty(),
            new CircuitBreaker(clock),
            HelperListener.NONE,
            MAX_TIME,
            clock));

    private String ask(Duration timeout) {
        HelperQuestion<String> word = Questions.word();
        HelperAnswer<String> answer = helper.ask(
                Questions.session(1),
                new HelperQuestion<>(
                        word.name(),
                        word.instructions(),
                        word.input(),
                        word.schema(),
                        word.reader(),
                        word.outputTokens(),
                        timeout));
        return ((HelperAnswer.None<String>) answer).reason();
    }

    @Test
    void a_timeout_under_a_short_limit_of_the_caller_does_not_count_as_a_failure() {
        for (int i = 0; i < 5; i++) {
            assertEquals("timeout", ask(MAX_TIME.minusSeconds(1)));
        }
        for (int i = 0; i < CircuitBreaker.MAX_FAILURES; i++) {
            assertEquals("timeout", ask(MAX_TIME));
        }
        assertEquals("breaker", ask(MAX_TIME));
    }

    @Test
    void without_time_nothing_is_sent_and_nothing_failed() {
        for (int i = 0; i < 5; i++) {
            assertEquals(HelperAnswer.NO_TIME, ask(Duration.ZERO));
        }
        assertEquals(List.of(), sent);
        assertEquals("timeout", ask(MAX_TIME), "the circuit breaker is closed");
    }
}
