package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CopiedPlaceholdersTest {
    private final TurnFixture fixture = new TurnFixture();

    /**
     * How many calls are counted.
     *
     * @param tokens what was sent instead of 100 tokens
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "50  | [output cut: 120 lines, recall s2:0a1b2c3d] | 1",
                "50  | a plain text                                | 0",
                "100 | [output cut: 120 lines, recall s2:0a1b2c3d] | 0"
            })
    void a_placeholder_in_a_call_is_counted_if_the_prompt_had_some(long tokens, String argument, int expected) {
        AtomicInteger counted = new AtomicInteger();
        CopiedPlaceholders listener = new CopiedPlaceholders(counted::incrementAndGet);
        TurnEvent.Finished finished = finished(tokens, argument);
        listener.on(new TurnEvent.Arrived(finished.inbound()));
        assertEquals(0, counted.get(), "only the end of a turn counts");
        listener.on(finished);
        assertEquals(expected, counted.get());
    }

    private TurnEvent.Finished finished(long tokens, String argument) {
        Inbound inbound = fixture.inbound(ChatReplies.request(ChatReplies.user("One")));
        TurnReader.ReadRequest reading =
                new TurnReader(fixture.handler(), inbound).read().orElseThrow();
        Bytes element = Bytes.of("{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\",\"type\":"
                + "\"function\",\"function\":{\"name\":\"Write\",\"arguments\":\"{\\\"content\\\":\\\"" + argument
                + "\\\"}\"}}]}");
        Reply reply = new Reply(
                Reply.Ending.COMPLETE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(element),
                List.of(),
                Optional.empty());
        return new TurnEvent.Finished(
                inbound,
                Optional.of(reading.record(reading.open(0))),
                Optional.empty(),
                200,
                Optional.of(reply),
                Optional.of(new Entry.Sent(tokens, 100, Usage.NONE)),
                Exchange.Outcome.COMPLETE,
                Duration.ZERO,
                Duration.ZERO);
    }
}
