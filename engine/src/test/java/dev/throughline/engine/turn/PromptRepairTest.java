package dev.throughline.engine.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import dev.throughline.wire.Reply;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A prompt that the provider refuses as too long is made smaller, within limits, without the client noticing. */
final class PromptRepairTest {
    private static final String ASKED = ChatReplies.request(ChatReplies.user("One"));

    private final TurnFixture fixture = new TurnFixture();

    private TurnEvent.Finished finished() {
        assertEquals(1, fixture.events(TurnEvent.Finished.class).size());
        return fixture.events(TurnEvent.Finished.class).getFirst();
    }

    /** A conversation whose tool results fill most of the window. */
    private static String longConversation() {
        String results = IntStream.range(0, 40)
                .mapToObj(i -> "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"call_" + i
                        + "\",\"type\":\"function\",\"function\":{\"name\":\"Bash\",\"arguments\":\"{}\"}}]},"
                        + "{\"role\":\"tool\",\"tool_call_id\":\"call_" + i + "\",\"content\":\""
                        + ("line " + i + " of the output\\n").repeat(100) + "\"}")
                .collect(Collectors.joining(","));
        return ChatReplies.request(ChatReplies.user("One"), results);
    }

    @Test
    void a_prompt_that_is_too_long_is_made_smaller_and_sent_again() {
        fixture.willReply(400, ChatReplies.TOO_LONG).willReply(200, ChatReplies.HELLO);
        TurnFixture.Client client = fixture.ask(longConversation());
        assertEquals(200, client.status);
        assertTrue(client.body.toString().contains("Hello.") && client.hasEnded);
        assertEquals(2, fixture.sent.size());
        assertTrue(
                fixture.sent.get(1).body().length() < fixture.sent.get(0).body().length());
        assertEquals(
                List.of(1, 2),
                fixture.events(TurnEvent.RequestSent.class).stream()
                        .map(TurnEvent.RequestSent::number)
                        .toList());
        List<Long> sizes = fixture.events(TurnEvent.PromptDecided.class).stream()
                .flatMap(edited -> edited.prompt().stream())
                .map(prompt -> prompt.weight().tokens())
                .toList();
        assertTrue(sizes.get(1) < sizes.get(0), sizes.toString());
        assertEquals(Reply.Ending.COMPLETE, fixture.closings().getFirst().ending());
        assertEquals(1, fixture.closings().size());
    }

    @Test
    void a_prompt_is_repaired_at_most_as_often_as_set_and_then_the_refusal_is_relayed() {
        fixture.rounds = 2;
        for (int i = 0; i < 3; i++) {
            fixture.willReply(400, ChatReplies.TOO_LONG);
        }
        TurnFixture.Client client = fixture.ask(longConversation());
        assertEquals(3, fixture.sent.size(), "once, and two repairs");
        assertEquals(400, client.status);
        assertEquals(ChatReplies.TOO_LONG, client.body.toString());
        assertEquals(400, fixture.closings().getFirst().status());
        assertEquals(400, finished().status());
    }

    @Test
    void a_repair_that_fails_leaves_the_refusal_to_the_client() {
        fixture.willReply(400, ChatReplies.TOO_LONG);
        fixture.watched.before = method -> {
            if (method.equals("lease")
                    && fixture.sent.size() == 1
                    && fixture.events(TurnEvent.Recorded.class).isEmpty()) {
                throw new ProxyException(ProxyException.Kind.STORE, "store_full", "The disk is full.");
            }
        };
        TurnFixture.Client client = fixture.ask(longConversation());
        assertEquals(1, fixture.sent.size());
        assertEquals(ChatReplies.TOO_LONG, client.body.toString());
        assertTrue(client.hasEnded);
        finished();
    }

    @Test
    void another_refusal_is_relayed_as_it_is() {
        String refusal = "{\"error\":{\"message\":\"No such model.\"}}";
        fixture.willReply(404, refusal);
        TurnFixture.Client client = fixture.ask(ASKED);
        assertEquals(refusal, client.body.toString());
        assertEquals(1, fixture.sent.size());
        assertEquals(404, fixture.closings().getFirst().status());
    }
}
