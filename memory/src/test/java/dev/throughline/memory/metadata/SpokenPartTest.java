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
