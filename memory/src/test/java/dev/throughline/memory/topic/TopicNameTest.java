package dev.throughline.memory.topic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TopicNameTest {
    @Test
    void a_topic_is_named_after_its_first_important_words() {
        assertEquals("releases cut thursdays", TopicName.of("Please remember that releases are cut on Thursdays."));
        assertEquals("british spelling", TopicName.of("please use the british spelling :)"));
        assertEquals("deploy script region eu-west-1", TopicName.of("The deploy script needs region eu-west-1 set."));
        assertEquals("tests spaces statt", TopicName.of("Bitte immer Tests mit Spaces statt"));
        assertEquals("note", TopicName.of("do it!"));
    }

    @Test
    void a_text_with_the_same_words_belongs_to_the_topic() {
        List<String> names = List.of("british spelling", "releases cut thursdays");
        assertEquals(Optional.of("releases cut thursdays"), TopicName.among("Releases are cut on Fridays now.", names));
        assertEquals(Optional.empty(), TopicName.among("Releases need two reviews.", names));
        assertEquals(Optional.empty(), TopicName.among("Anything", List.of("note 2", "")));
    }
}
