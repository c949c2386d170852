package dev.throughline.engine.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SessionHistoryTest {
    private static final Duration TWO_HOURS = Duration.ofHours(2);

    static Stream<Arguments> chats() {
        return Stream.of("chat", "messages", "responses")
                .flatMap(dialect -> Stream.of(HistoryHolder.values()).map(holder -> Arguments.of(dialect, holder)));
    }

    private static List<Entry> entries(ChatFixture chat, SessionRef session) {
        return chat.store.entries(session, 0, 1_000).items().stream()
                .map(ArchivedEntry::entry)
                .toList();
    }

    private static String archived(ChatFixture chat, SessionRef session) {
        StringBuilder text = new StringBuilder();
        entries(chat, session)
                .forEach(entry -> text.append(
                        entry instanceof Entry.Source source ? source.bytes().utf8() + "\n" : ""));
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("chats")
    void without_a_reset_the_model_sees_the_whole_conversation(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        chat.say("one", "answer 1");
        chat.say("two", "answer 2");
        chat.say("three", "answer 3");
        assertEquals(List.of("one", "answer 1", "two", "answer 2", "three"), chat.texts());
        if (holder == HistoryHolder.CLIENT) {
            assertEquals(
                    chat.turn(chat.remembered.subList(0, 5)).request().body().utf8(), chat.forwarded.utf8());
        }
    }

    @ParameterizedTest
    @MethodSource("chats")
    void after_a_word_for_a_reset_the_model_sees_only_the_rest(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        chat.say("one", "answer 1");
        SessionCard first = chat.card();
        chat.say("/new two", "answer 2");
        assertEquals(List.of("two"), chat.texts());
        assertNotEquals(first.ref(), chat.card().ref());
        assertTrue(archived(chat, chat.card().ref()).contains("/new two"), "the client's own words are archived");
        chat.say("three", "answer 3");
        assertEquals(List.of("two", "answer 2", "three"), chat.texts());
        assertEquals(2, chat.card().turns());
    }

    @ParameterizedTest
    @MethodSource("chats")
    void a_command_and_its_answer_are_not_sent(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        chat.say("one", "answer 1");
        chat.command("/new");
        chat.command("/new");
        chat.say("two", "answer 2");
        assertEquals(List.of("two"), chat.texts());
        chat.command("/status");
        chat.say("three", "answer 3");
        assertEquals(List.of("two", "answer 2", "three"), chat.texts());
    }

    @ParameterizedTest
    @MethodSource("chats")
    void words_of_a_command_that_the_model_answered_stay(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        chat.command("/status");
        chat.say("/status", "answer 1"); // Of a person who may not give commands.
        chat.command("/status");
        chat.say("two", "answer 2");
        assertEquals(List.of("/status", "answer 1", "two"), chat.texts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void what_an_agent_adds_after_a_command_is_sent(String dialect) {
        ChatFixture chat = new ChatFixture(dialect, HistoryHolder.CLIENT);
        chat.say("one", "answer 1");
        chat.command("/status");
        chat.remembered.add(Bytes.of("{\"role\":\"system\",\"content\":\"Bob joined.\"}"));
        chat.say("two", "answer 2");
        assertEquals(List.of("one", "answer 1", "two"), chat.texts());
        assertTrue(chat.forwarded.utf8().contains("Bob joined."), chat.forwarded::utf8);
    }

    @ParameterizedTest
    @MethodSource("chats")
    void an_undone_reset_brings_everything_back(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        chat.say("one", "answer 1");
        SessionCard first = chat.card();
        chat.command("/new");
        chat.say("two", "answer 2");
        chat.pass(TWO_HOURS);
        chat.undo();
        assertEquals(first.ref(), chat.card().ref());
        chat.say("three", "answer 3");
        assertEquals(first.ref(), chat.card().ref(), "the session starts anew when its reset is undone");
        assertEquals(
                holder == HistoryHolder.CLIENT
                        ? List.of("one", "answer 1", "two", "answer 2", "three")
                        : List.of("one", "answer 1", "three"),
                chat.texts());
    }

    @ParameterizedTest
    @MethodSource("chats")
    void after_idle_time_a_message_begins_a_new_session(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        chat.say("one", "answer 1");
        chat.pass(TWO_HOURS);
        chat.say("two", "answer 2");
        chat.pass(TWO_HOURS);
        chat.say("three", "answer 3");
        chat.say("four", "answer 4");
        assertEquals(List.of("three", "answer 3", "four"), chat.texts());
    }

    @ParameterizedTest
    @MethodSource("chats")
    void the_same_history_has_the_same_bytes_also_after_a_restart(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        ChatFixture restarted = new ChatFixture(dialect, holder);
        List<Bytes> before = List.of();
        for (String message : List.of("one", "two", "/new three", "four", "/new", "five", "one", "six")) {
            boolean isCommand = message.equals("/new");
            for (ChatFixture each : List.of(chat, restarted)) {
                if (isCommand) {
                    each.command(message);
                } else {
                    each.say(message, "answer to " + message);
                }
            }
            restarted.restart();
            assertEquals(chat.forwarded.utf8(), restarted.forwarded.utf8());
            List<Bytes> now = chat.elements();
            if (!message.startsWith("/new") && !message.equals("five")) {
                assertEquals(before, now.subList(0, before.size()), "the prefix stays: " + message);
            }
            before = now;
        }
        assertEquals(List.of("five", "answer to five", "one", "answer to one", "six"), chat.texts());
    }

    @ParameterizedTest
    @MethodSource("chats")
    void a_repeated_request_does_not_begin_another_session(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        chat.say("one", "answer 1");
        chat.send(List.of(chat.user("/new two"))); // got no answer
        SessionCard second = chat.card();
        chat.remembered.removeLast();
        Bytes first = chat.forwarded;
        chat.say("/new two", "answer 2");
        assertEquals(second.ref(), chat.card().ref());
        assertEquals(first.utf8(), chat.forwarded.utf8());
        chat.say("three", "answer 3");
        chat.say("/new two", "answer 4");
        assertNotEquals(second.ref(), chat.card().ref(), "the person asks again");
        assertEquals(List.of("two"), chat.texts());
    }

    @ParameterizedTest
    @MethodSource("chats")
    void work_with_tools_is_not_interrupted(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        chat.say("one", "answer 1");
        chat.pass(TWO_HOURS);
        RecordedTurn asked = chat.send(List.of(chat.user("two")));
        SessionCard second = chat.card();
        chat.answer(asked, List.of(chat.call("a1")));
        chat.pass(TWO_HOURS);
        RecordedTurn called = chat.send(List.of(chat.result("a1")));
        assertEquals(second.ref(), chat.card().ref());
        assertTrue(chat.texts().containsAll(List.of("two", "result of a1")), chat.texts()::toString);
        chat.answer(called, List.of(chat.assistant("done")));
        chat.say("three", "answer 3");
        assertNotEquals(second.ref(), chat.card().ref(), "only the message of a person moves the clock");
        assertEquals(List.of("three"), chat.texts());
    }

    @ParameterizedTest
    @MethodSource("chats")
    void a_call_without_a_result_is_left_out_if_the_gateway_holds_the_history(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, HistoryHolder.GATEWAY);
        chat.say("one", "answer 1");
        chat.answer(chat.send(List.of(chat.user("two"))), List.of(chat.call("a1")));
        chat.say("three", "answer 3");
        assertFalse(chat.forwarded.utf8().contains("\"a1\""), chat.forwarded::utf8);
        assertTrue(chat.texts().containsAll(List.of("one", "answer 1", "two", "three")), chat.texts()::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void what_the_client_has_rewritten_is_archived_and_not_sent(String dialect) {
        ChatFixture chat = new ChatFixture(dialect, HistoryHolder.CLIENT);
        chat.say("one", "answer 1");
        chat.say("two", "answer 2");
        chat.say("/new three", "answer 3");
        chat.remembered.set(0, chat.user("one, rewritten"));
        chat.say("four", "answer 4");
        assertEquals(List.of("three", "answer 3", "four"), chat.texts());
        assertTrue(archived(chat, chat.card().ref()).contains("one, rewritten"));
        assertFalse(archived(chat, chat.card().ref()).contains("answer 1"), "what is archived is not archived again");
        long size = entries(chat, chat.card().ref()).size();
        chat.restart();
        chat.history.archive(
                chat.card(),
                chat.history.adapt(chat.card(), chat.turn(chat.remembered), chat.holder),
                chat.turn(List.of()).id());
        assertEquals(size, entries(chat, chat.card().ref()).size(), "archived once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void a_client_may_compact_its_history_after_a_reset(String dialect) {
        ChatFixture chat = new ChatFixture(dialect, HistoryHolder.CLIENT);
        chat.say("one", "answer 1");
        chat.say("/new two", "answer 2");
        chat.say("three", "answer 3");
        List<Bytes> tail = new ArrayList<>(chat.remembered.subList(4, 6));
        chat.remembered.clear();
        chat.remembered.add(chat.user("This session is being continued from a previous conversation. Summary."));
        chat.remembered.addAll(tail);
        chat.say("four", "answer 4");
        assertEquals("four", chat.texts().getLast());
        assertTrue(chat.texts().getFirst().startsWith("This session is being continued"), chat.texts()::toString);
        chat.say("five", "answer 5");
        assertTrue(chat.texts().getFirst().startsWith("This session is being continued"), chat.texts()::toString);
    }

    @ParameterizedTest
    @MethodSource("chats")
    void what_was_said_before_a_reset_stays_out_after_the_earlier_sessions_are_deleted(
            String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        chat.say("one", "answer 1");
        SessionRef first = chat.card().ref();
        chat.say("/new two", "answer 2");
        SessionRef second = chat.card().ref();
        chat.say("/new three", "answer 3");
        chat.delete(first);
        chat.say("four", "answer 4");
        assertEquals(List.of("three", "answer 3", "four"), chat.texts());
        chat.delete(second);
        chat.say("five", "answer 5");
        chat.restart();
        chat.say("six", "answer 6");
        assertEquals(
                List.of("three", "answer 3", "four", "answer 4", "five", "answer 5", "six"),
                chat.texts().stream().filter(text -> !text.startsWith("/")).toList());
        assertFalse(archived(chat, chat.card().ref()).contains("answer 1"), "what was deleted is not archived again");
        if (holder == HistoryHolder.CLIENT) {
            chat.remembered.set(4, chat.user("three, rewritten"));
            chat.say("seven", "answer 7");
            assertEquals("three, rewritten", chat.texts().getFirst());
        }
    }

    @ParameterizedTest
    @MethodSource("chats")
    void a_session_whose_predecessor_is_deleted_begins_with_its_first_message(String dialect, HistoryHolder holder) {
        ChatFixture chat = new ChatFixture(dialect, holder);
        chat.say("one", "answer 1");
        SessionRef first = chat.card().ref();
        chat.command("/new");
        chat.delete(first);
        chat.say("two", "answer 2");
        assertEquals(List.of("two"), chat.texts());
        chat.restart();
        chat.say("three", "answer 3");
        assertEquals(List.of("two", "answer 2", "three"), chat.texts());
    }

    @Test
    void cache_markers_do_not_accumulate() {
        ChatFixture chat = new ChatFixture("messages", HistoryHolder.GATEWAY);
        for (int i = 0; i < 8; i++) {
            Bytes marked = Bytes.of("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"message " + i
                    + "\",\"cache_control\":{\"type\":\"ephemeral\"}}]}");
            chat.answer(chat.send(List.of(marked)), List.of(chat.assistant("answer")));
        }
        assertEquals(1, chat.forwarded.utf8().split("cache_control", -1).length - 1, chat.forwarded::utf8);
        assertEquals(15, chat.texts().size());
    }

    @Test
    void a_session_without_a_named_origin_is_left_alone() {
        ChatFixture chat = new ChatFixture("chat", HistoryHolder.CLIENT);
        chat.origin = Optional.empty();
        chat.say("one", "answer 1");
        chat.pass(TWO_HOURS);
        chat.say("/new two", "answer 2");
        assertEquals(List.of("one", "answer 1", "/new two"), chat.texts());
    }
}
