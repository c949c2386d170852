package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.WatchedStore;
import dev.throughline.engine.command.ChatCommands;
import dev.throughline.engine.command.CommandRule;
import dev.throughline.engine.command.CommandWords;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.send.SendPolicy;
import dev.throughline.engine.send.SendRule;
import dev.throughline.model.ProxyException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WithheldReplyTest {
    private static final String ASKED = ChatReplies.request(ChatReplies.user("One"));
    private static final String STREAMED = ASKED.replace("{\"model\"", "{\"stream\":true,\"model\"");

    private final TurnFixture fixture = new TurnFixture();

    @BeforeEach
    void denyAllAnswers() {
        fixture.chat = Optional.of((store, purposes) -> new TurnHandler.ChatServices(
                new ChatCommands(
                        new CommandRule(CommandRule.CommandScope.OFF, Set.of()),
                        new CommandWords(Map.of()),
                        purposes,
                        _ -> false,
                        Map.of()),
                new SendPolicy(List.of(SendRule.parse("key=one")), store.notes())));
    }

    /** From the time when the provider has answered this number of requests, the store fails. */
    private void storeFailsAfter(int requests) {
        fixture.watched.before = method -> {
            if (method.equals("lease") && fixture.sent.size() == requests) {
                throw new ProxyException(ProxyException.Kind.STORE, "store_full", "full at " + method);
            }
        };
    }

    @Test
    void an_answer_that_is_archived_is_not_sent() {
        fixture.willReply(200, ChatReplies.HELLO);
        assertFalse(fixture.ask(ASKED).body.toString().contains("Hello."));
    }

    @Test
    void an_answer_that_cannot_be_archived_is_sent() {
        fixture.willReply(200, ChatReplies.HELLO);
        storeFailsAfter(1);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(ChatReplies.HELLO, client.body.toString());
        assertTrue(client.hasEnded);
        assertEquals(
                List.of("reply_not_kept"),
                fixture.events(TurnEvent.Bypassed.class).stream()
                        .map(TurnEvent.Bypassed::reason)
                        .toList());
    }

    @Test
    void an_answer_that_could_not_be_written_is_sent() {
        fixture.willReply(200, ChatReplies.HELLO);
        answerIsWritten(CompletableFuture.failedFuture(new IllegalStateException("broken on purpose")));
        assertEquals(ChatReplies.HELLO, fixture.ask(ASKED).body.toString());
    }

    @Test
    void an_answer_that_a_slow_store_may_still_write_is_not_sent() {
        fixture.willReply(200, ChatReplies.HELLO);
        answerIsWritten(new WatchedStore.Never());
        TurnFixture.Client client = fixture.ask(ASKED);
        assertFalse(client.body.toString().contains("Hello."), client.body::toString);
        assertTrue(client.hasEnded);
    }

    /** Whether the answer of the model is written; the request is. */
    private void answerIsWritten(CompletableFuture<Void> written) {
        fixture.watched.receipts = receipt ->
                fixture.sent.isEmpty() ? receipt : new Receipt(receipt.lastSequence(), written, receipt.durable());
    }

    @Test
    void a_stream_of_several_requests_that_cannot_be_archived_is_sent_as_one() {
        fixture.willStream(ChatReplies.streamedCall("A"), Exchange.Outcome.COMPLETE)
                .willStream(ChatReplies.stream("B"), Exchange.Outcome.COMPLETE);
        storeFailsAfter(2);
        TurnFixture.Client client = fixture.ask(STREAMED);
        assertTrue(client.body.toString().matches("(?s).*\"A\".*\"B\".*data: \\[DONE]\n\n"), client.body::toString);
        assertTrue(client.hasEnded);
    }

    @Test
    void an_answer_that_can_be_neither_archived_nor_kept_ends_with_an_error() {
        String most = "x".repeat(ReplyRelay.MAX_BODY_BYTES);
        fixture.willStream(ChatReplies.stream(most), Exchange.Outcome.COMPLETE);
        storeFailsAfter(1);
        TurnFixture.Client client = fixture.ask(STREAMED);
        assertTrue(client.body.toString().contains("\"code\":\"reply_not_kept\""), () -> "no error was sent");
        assertFalse(client.body.toString().contains("xxx"), () -> "a part of the answer was sent");
    }
}
