package dev.throughline.engine.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Reply.Ending;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fixture checks that a provider would accept each request. */
final class HeldHistoryTest {
    private static final int REFUSED = 400;
    private static final int OVERLOADED = 529;

    private static ChatFixture chat(String dialect) {
        return new ChatFixture(dialect, HistoryHolder.GATEWAY);
    }

    /** What the model sees, without the texts beside calls. */
    private static List<String> talk(ChatFixture chat) {
        return chat.texts().stream().filter(text -> !text.startsWith("Running")).toList();
    }

    /** The person writes a message, and the model calls a tool. */
    private static void call(ChatFixture chat, String message, String id) {
        chat.answer(chat.send(List.of(chat.user(message))), List.of(chat.call(id)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_client_that_sends_its_message_and_the_calls_with_the_result_keeps_the_earlier_talk(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.say("one", "answer 1");
        call(chat, "two", "c1");
        RecordedTurn used = chat.send(List.of(chat.user("two"), chat.call("c1"), chat.result("c1")));
        assertEquals(List.of("one", "answer 1", "two", "result of c1"), talk(chat));
        chat.answer(used, List.of(chat.assistant("answer 2")));
        chat.say("three", "answer 3");
        assertEquals(List.of("one", "answer 1", "two", "result of c1", "answer 2", "three"), talk(chat));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_client_that_sends_the_whole_conversation_gets_nothing_inserted(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.say("one", "answer 1");
        chat.say("two", "answer 2");
        chat.send(List.of(chat.user("one"), chat.assistant("answer 1"), chat.user("other")));
        assertEquals(List.of("one", "answer 1", "other"), chat.texts());
        chat.say("three", "answer 3");
        assertEquals(List.of("one", "answer 1", "other", "three"), chat.texts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_client_that_summarises_the_beginning_gets_nothing_inserted(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.say("one", "answer 1");
        chat.say("two", "answer 2");
        Bytes summary = chat.user("a summary");
        RecordedTurn three =
                chat.send(List.of(summary, chat.user("two"), chat.assistant("answer 2"), chat.user("three")));
        assertEquals(List.of("a summary", "two", "answer 2", "three"), chat.texts());
        chat.answer(three, List.of(chat.assistant("answer 3")));
        chat.send(List.of(
                summary,
                chat.user("two"),
                chat.assistant("answer 2"),
                chat.user("three"),
                chat.assistant("answer 3"),
                chat.user("four")));
        assertEquals(List.of("a summary", "two", "answer 2", "three", "answer 3", "four"), chat.texts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_client_that_changes_the_first_answer_gets_nothing_inserted(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.say("one", "answer 1");
        chat.say("two", "answer 2");
        chat.send(List.of(
                chat.user("one"),
                chat.assistant("changed"),
                chat.user("two"),
                chat.assistant("answer 2"),
                chat.user("three")));
        assertEquals(List.of("one", "changed", "two", "answer 2", "three"), chat.texts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_client_that_changes_its_message_beside_the_calls_keeps_the_earlier_talk(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.say("one", "answer 1");
        call(chat, "two", "c1");
        chat.send(List.of(chat.user("two, at noon"), chat.call("c1"), chat.result("c1")));
        assertEquals(List.of("one", "answer 1", "two", "two, at noon", "result of c1"), talk(chat));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_client_that_sends_the_end_of_the_conversation_gets_what_precedes_it(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.say("one", "answer 1");
        chat.say("two", "answer 2");
        chat.send(
                List.of(chat.assistant("answer 1"), chat.user("two"), chat.assistant("answer 2"), chat.user("three")));
        assertEquals(List.of("one", "answer 1", "two", "answer 2", "three"), chat.texts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_message_that_the_provider_refuses_is_not_sent_again(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.say("one", "answer 1");
        chat.end(chat.send(List.of(chat.user("not reached"))), OVERLOADED, Ending.FAILED, List.of());
        chat.end(chat.send(List.of(chat.user("broken"))), REFUSED, Ending.FAILED, List.of());
        chat.restart();
        chat.say("two", "answer 2");
        assertEquals(List.of("one", "answer 1", "two"), chat.texts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_result_that_the_provider_refuses_is_not_sent_again(String dialect) {
        ChatFixture chat = chat(dialect);
        call(chat, "one", "c1");
        chat.end(chat.send(List.of(chat.result("c1"))), OVERLOADED, Ending.FAILED, List.of());
        chat.end(chat.send(List.of(chat.result("c1"))), REFUSED, Ending.FAILED, List.of());
        chat.say("two", "answer 2");
        assertEquals(List.of("one", "two"), talk(chat));
        call(chat, "three", "c2");
        List<Bytes> all = List.of(chat.user("three"), chat.call("c2"), chat.result("c2"));
        chat.end(chat.send(all), REFUSED, Ending.FAILED, List.of());
        chat.say("four", "answer 4");
        assertEquals(List.of("one", "two", "answer 2", "three", "four"), talk(chat));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_result_that_is_refused_after_another_message_is_not_sent_again(String dialect) {
        ChatFixture chat = chat(dialect);
        call(chat, "one", "c1");
        chat.end(chat.send(List.of(chat.result("c1"))), OVERLOADED, Ending.FAILED, List.of());
        chat.say("two", "answer 2");
        chat.end(chat.send(List.of(chat.result("c1"))), REFUSED, Ending.FAILED, List.of());
        chat.say("three", "answer 3");
        assertEquals(List.of("one", "two", "answer 2", "three"), talk(chat));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_message_stays_if_the_provider_could_not_be_reached(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.end(chat.send(List.of(chat.user("one"))), OVERLOADED, Ending.FAILED, List.of());
        chat.say("one", "answer 1");
        assertEquals(List.of("one"), chat.texts(), "the client sent it again");
        chat.end(chat.send(List.of(chat.user("two"))), OVERLOADED, Ending.FAILED, List.of());
        chat.say("three", "answer 3");
        assertEquals(List.of("one", "answer 1", "two", "three"), chat.texts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void of_an_answer_that_was_cut_the_text_stays(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.end(chat.send(List.of(chat.user("one"))), 200, Ending.CUT, List.of(chat.assistant("answ")));
        chat.say("two", "answer 2");
        assertEquals(List.of("one", "answ", "two"), chat.texts());
        chat.end(chat.send(List.of(chat.user("three"))), 200, Ending.CUT, List.of(chat.call("c1")));
        chat.send(List.of(chat.user("three")));
        assertEquals(List.of("one", "answ", "two", "answer 2", "three"), talk(chat), "the client sent it again");
    }

    @Test
    void incomplete_reasoning_is_not_sent_back() {
        ChatFixture chat = chat("messages");
        String thinking = "{\"type\":\"thinking\",\"thinking\":\"well\",\"signature\":\"\"}";
        Bytes cut = Bytes.of("{\"role\":\"assistant\",\"content\":[" + thinking + "]}");
        chat.end(chat.send(List.of(chat.user("one"))), 200, Ending.CUT, List.of(cut));
        chat.end(chat.send(List.of(chat.user("two"))), 200, Ending.INCOMPLETE, List.of(cut));
        Bytes empty = Bytes.of("{\"role\":\"assistant\",\"content\":[]}");
        chat.answer(chat.send(List.of(chat.user("three"))), List.of(empty));
        chat.answer(chat.send(List.of(chat.user("four"))), List.of(cut)); // Against the rules.
        chat.send(List.of(chat.user("five")));
        assertEquals(List.of("one", "two", "three", "four", "five"), chat.texts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void messages_that_arrive_while_the_model_answers_keep_their_answers(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.say("zero", "answer 0");
        RecordedTurn one = chat.send(List.of(chat.user("one")));
        RecordedTurn two = chat.send(List.of(chat.user("two")));
        assertEquals(List.of("zero", "answer 0", "one", "two"), chat.texts());
        chat.answer(two, List.of(chat.assistant("answer 2")));
        chat.answer(one, List.of(chat.assistant("answer 1")));
        chat.restart();
        chat.say("three", "answer 3");
        assertEquals(List.of("zero", "answer 0", "one", "answer 1", "two", "answer 2", "three"), chat.texts());
        chat.say("four", "answer 4");
        assertEquals("answer 3", chat.texts().get(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_message_that_arrives_while_a_tool_runs_does_not_interrupt_the_work(String dialect) {
        ChatFixture chat = chat(dialect);
        call(chat, "one", "c1");
        chat.say("two", "answer 2");
        assertEquals(List.of("one", "two"), talk(chat));
        RecordedTurn used = chat.send(List.of(chat.result("c1")));
        assertEquals(List.of("one", "result of c1"), talk(chat));
        chat.answer(used, List.of(chat.assistant("answer 1")));
        chat.say("three", "answer 3");
        assertEquals(List.of("one", "result of c1", "answer 1", "two", "answer 2", "three"), talk(chat));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void results_that_are_sent_again_are_in_the_request_once(String dialect) {
        ChatFixture chat = chat(dialect);
        List<Bytes> results = chat.results("c1", "c2");
        chat.answer(chat.send(List.of(chat.user("one"))), chat.calls("c1", "c2"));
        chat.end(chat.send(results), OVERLOADED, Ending.FAILED, List.of());
        RecordedTurn used = chat.send(results);
        assertEquals(List.of("one", "result of c1", "result of c2"), talk(chat));
        chat.answer(used, List.of(chat.assistant("answer 1")));
        chat.send(results); // The client did not get the answer.
        assertEquals(List.of("one", "result of c1", "result of c2"), talk(chat));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_result_that_arrives_after_a_reset_keeps_its_call(String dialect) {
        ChatFixture chat = chat(dialect);
        chat.say("zero", "answer 0");
        call(chat, "one", "c1");
        SessionRef first = chat.card().ref();
        chat.command("/new");
        RecordedTurn used = chat.send(List.of(chat.result("c1")));
        assertNotEquals(first, chat.card().ref());
        assertEquals(List.of("one", "result of c1"), talk(chat));
        chat.answer(used, List.of(chat.assistant("answer 1")));
        chat.say("two", "answer 2");
        assertEquals(List.of("one", "result of c1", "answer 1", "two"), talk(chat));
        assertTrue(chat.forwarded.utf8().contains("\"c1\""), chat.forwarded::utf8);
    }
}
