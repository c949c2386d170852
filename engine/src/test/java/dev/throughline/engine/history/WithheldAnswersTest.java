package dev.throughline.engine.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.model.Bytes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WithheldAnswersTest {
    private ChatFixture chat = new ChatFixture("chat", HistoryHolder.CLIENT);

    /** What a client got that shows an answer without content. */
    private List<Bytes> blank() {
        String content =
                switch (chat.wire.dialect().name()) {
                    case "messages" -> "[]";
                    case "responses" -> "[{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[]}]";
                    default -> "\"\"";
                };
        String type = chat.wire.dialect().name().equals("responses") ? "\"type\":\"message\"," : "";
        return List.of(Bytes.of("{" + type + "\"role\":\"assistant\",\"content\":" + content + "}"));
    }

    /** The forwarded texts, after a person has written another message. */
    private List<String> after(String message) {
        var _ = chat.send(List.of(chat.user(message)));
        return chat.texts();
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void answers_are_put_back_where_the_client_has_nothing_or_an_empty_message(String dialect) {
        chat = new ChatFixture(dialect, HistoryHolder.CLIENT);
        chat.withhold("one", chat.assistant("first"), List.of());
        chat.withhold("two", chat.assistant("second"), blank());
        assertEquals(List.of("one", "first", "two", "second", "three"), after("three"));
        Bytes before = chat.forwarded;
        chat.restart();
        chat.handle(chat.turn(chat.remembered));
        assertEquals(before, chat.forwarded, "the same bytes after a restart");
    }

    @Test
    void system_texts_of_the_agent_may_change() {
        chat.system = "Today is Monday.";
        chat.withhold("one", chat.assistant("first"), blank());
        chat.system = "Today is Tuesday.";
        assertEquals(List.of("one", "first", "two"), after("two"));
    }

    @Test
    void the_volatile_last_message_of_openclaw_does_not_count() {
        Bytes first = chat.user("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>> 18:41");
        chat.remembered.add(chat.user("one"));
        chat.withhold("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>> 18:41", chat.assistant("first"), blank());
        chat.remembered.remove(first);
        assertEquals(List.of("one", "first", "two"), after("two"));
    }

    @Test
    void an_answer_stays_after_the_context_that_it_followed() {
        chat.remembered.add(chat.user("one"));
        chat.withhold("<system-reminder>Monday</system-reminder>", chat.assistant("first"), List.of());
        assertEquals(List.of("one", "<system-reminder>Monday</system-reminder>", "first", "two"), after("two"));
    }

    @Test
    void the_beginning_of_the_history_may_be_missing() {
        chat.say("zero", "nothing");
        chat.withhold("one", chat.assistant("first"), blank());
        chat.remembered.subList(0, 2).clear();
        assertEquals(List.of("one", "first", "two"), after("two"));
    }

    @Test
    void if_messages_have_changed_the_newest_one_decides() {
        chat.say("zero", "nothing");
        chat.withhold("one", chat.assistant("first"), blank());
        chat.remembered.set(0, chat.user("changed"));
        assertEquals(List.of("changed", "nothing", "one", "first", "two"), after("two"));
    }

    @Test
    void equal_messages_get_their_own_answers() {
        chat.withhold("go on", chat.assistant("first"), List.of());
        chat.say("go on", "second");
        chat.withhold("go on", chat.assistant("third"), blank());
        var _ = chat.send(List.of(chat.user("go on"))); // No answer.
        assertEquals(List.of("go on", "first", "go on", "second", "go on", "third", "go on", "stop"), after("stop"));
    }

    @Test
    void a_message_that_is_sent_again_is_not_followed_by_its_answer() {
        chat.withhold("one", chat.assistant("first"), List.of());
        chat.handle(chat.turn(chat.remembered));
        assertEquals(List.of("one"), chat.texts());
    }

    @Test
    void an_answer_that_is_in_the_history_is_not_added_again() {
        chat.withhold("one", chat.assistant("first"), List.of(chat.assistant("first")));
        assertEquals(List.of("one", "first", "two"), after("two"));
        chat = new ChatFixture("chat", HistoryHolder.GATEWAY);
        chat.withhold("one", chat.assistant("first"), List.of());
        assertEquals(List.of("one", "first", "two"), after("two"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_client_that_sends_the_conversation_to_a_gateway_that_holds_it_gets_the_answers_once(String dialect) {
        for (boolean showsBlank : List.of(true, false)) {
            chat = new ChatFixture(dialect, HistoryHolder.GATEWAY);
            List<Bytes> shown = showsBlank ? blank() : List.of();
            chat.withhold("one", chat.assistant("first"), shown);
            sendAll("two", "second", shown);
            assertEquals(List.of("one", "first", "two"), chat.texts());
            int nodes = chat.store.entries(chat.card().ref(), 0, 1_000).items().size();
            sendAll("three", "third", shown);
            assertEquals(List.of("one", "first", "two", "second", "three"), chat.texts());
            int added = chat.store.entries(chat.card().ref(), 0, 1_000).items().size() - nodes;
            sendAll("four", "fourth", shown);
            assertEquals(List.of("one", "first", "two", "second", "three", "third", "four"), chat.texts());
            assertEquals(
                    added,
                    chat.store.entries(chat.card().ref(), 0, 1_000).items().size() - nodes - added,
                    "each turn adds the same number of entries");
        }
    }

    @Test
    void a_client_that_sends_the_end_of_the_conversation_gets_the_answers_and_what_precedes_them() {
        chat = new ChatFixture("messages", HistoryHolder.GATEWAY);
        chat.say("zero", "nothing");
        chat.withhold("one", chat.assistant("first"), blank());
        chat.remembered.subList(0, 2).clear();
        sendAll("two", "second", blank());
        assertEquals(List.of("zero", "nothing", "one", "first", "two"), chat.texts());
    }

    /** The client sends all that it remembers, and the answer is withheld. */
    private void sendAll(String message, String answer, List<Bytes> shown) {
        List<Bytes> before = List.copyOf(chat.remembered);
        chat.remembered.clear();
        chat.withhold(
                Stream.concat(before.stream(), Stream.of(chat.user(message))).toList(), chat.assistant(answer), shown);
    }

    @Test
    void an_answer_with_calls_is_not_put_back_but_the_message_without_content_is_left_out() {
        chat.withhold("one", chat.call("c"), blank());
        assertEquals(List.of("one", "two"), after("two"));
    }

    @Test
    void messages_without_content_are_left_out_also_if_their_answer_is_not_found() {
        chat = new ChatFixture("messages", HistoryHolder.CLIENT);
        chat.withhold("one", chat.assistant("first"), blank());
        chat.remembered.set(0, chat.user("changed"));
        assertEquals(List.of("changed", "two"), after("two"));
    }

    @Test
    void a_history_without_withheld_answers_stays_as_it_is() {
        chat.say("one", "first");
        chat.remembered.addAll(List.of(chat.user("two"), blank().getFirst(), chat.user("three")));
        assertFalse(chat.history
                .adapt(chat.card(), chat.turn(chat.remembered), HistoryHolder.CLIENT)
                .isChanged());
    }
}
