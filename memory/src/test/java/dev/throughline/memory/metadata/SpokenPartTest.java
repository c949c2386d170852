package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.model.Hash;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SpokenPartTest {
    private final MemoryStore store = new MemoryStore();
    private final SpokenSession session = new SpokenSession(store, 1);

    private Conversation spoken() {
        return SpokenSession.reader(store)
                .cache()
                .read(
                        session.card().ref(),
                        recall -> SpokenPart.of(session.card().ref(), recall, ScaffoldFilter.BUILT_IN));
    }

    private int after(Optional<Hash> last) {
        return SpokenSession.reader(store)
                .cache()
                .read(
                        session.card().ref(),
                        recall -> SpokenPart.messagesAfter(last, recall, ScaffoldFilter.BUILT_IN, 100));
    }

    private static List<String> texts(Conversation conversation) {
        return conversation.items().stream().map(ConversationItem::text).toList();
    }

    @Test
    void only_what_the_person_and_the_agent_said_is_read() {
        session.say("Move the parser.").call("a result").ask("A title?").say("[Request interrupted by user]");
        assertEquals(List.of("Move the parser.", "I did it.", "I see.", "I did it."), texts(spoken()));
    }

    @Test
    void of_a_long_session_the_middle_is_not_read() {
        for (int i = 0; i < 60; i++) {
            session.say("Message " + i + " " + "x".repeat(10_000));
        }
        List<String> texts = texts(spoken());
        assertTrue(texts.getFirst().startsWith("Message 0 "));
        assertTrue(texts.size() < 100, texts.size() + " texts");
        assertTrue(texts.get(texts.size() - 2).startsWith("Message 59 "));
    }

    @Test
    void a_long_first_message_is_read_with_what_follows() {
        session.say("Move the parser. " + "x".repeat(300_000)).say("Then the lexer.");
        List<String> texts = texts(spoken());
        assertEquals(4, texts.size());
        assertTrue(texts.getFirst().startsWith("Move the parser. "));
        assertEquals("Then the lexer.", texts.get(2));
    }

    @Test
    void a_picture_in_the_last_message_does_not_hide_what_was_said() {
        for (int i = 0; i < 20; i++) {
            session.say("Message " + i + " " + "x".repeat(8_000));
        }
        session.say(List.of(
                "{\"type\":\"text\",\"text\":\"Make it look like this.\"}",
                "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\""
                        + "A".repeat(400_000) + "\"}}"));
        List<String> texts = texts(spoken());
        assertTrue(texts.contains("Make it look like this."), texts.getLast());
        assertTrue(texts.stream().anyMatch(text -> text.startsWith("Message 19 ")));
    }

    @Test
    void the_texts_of_one_message_count_as_one() {
        String text = "{\"type\":\"text\",\"text\":\"Part %d of the message.\"}";
        session.say(Stream.of(1, 2, 3, 4, 5).map(text::formatted).toList());
        assertEquals(1, after(Optional.empty()));
        session.say("Yes.").say("Yes.");
        assertEquals(3, after(Optional.empty()));
    }

    @Test
    void messages_are_counted_after_a_node_of_the_current_branch() {
        session.say("one").say("two");
        Hash last = spoken().last().orElseThrow().node();
        session.call("a result").say("three");
        assertEquals(3, after(Optional.empty()));
        assertEquals(1, after(Optional.of(last)));
        session.rewind(3).say("other");
        assertEquals(2, after(Optional.of(last)), "the node is on another branch");
    }
}
