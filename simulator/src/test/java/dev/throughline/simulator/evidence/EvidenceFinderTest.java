package dev.throughline.simulator.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.evidence.EvidenceToken.Kind;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.RecordedMessage.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class EvidenceFinderTest {
    private static final OptionalDouble NO_TIME = OptionalDouble.empty();

    private static RecordedMessage user(String text) {
        return RecordedMessage.text(Role.USER, text, NO_TIME);
    }

    private static RecordedMessage answer(String text) {
        return RecordedMessage.answer(text, List.of(), NO_TIME);
    }

    @Test
    void a_token_of_an_answer_that_was_seen_before_is_evidence_with_its_age_in_turns() {
        List<RecordedMessage> messages = new ArrayList<>(List.of(user("look at orderTotal")));
        for (int i = 0; i < 10; i++) {
            messages.add(answer("working"));
            messages.add(user("go on"));
        }
        messages.add(answer("orderTotal is wrong"));
        Evidence found = EvidenceFinder.of(messages).getOrDefault(21, List.of()).getFirst();
        assertEquals(new Evidence(new EvidenceToken(Kind.IDENT, "orderTotal"), List.of(0), 10), found);
        assertEquals(true, found.isOld());
    }

    @Test
    void a_token_that_only_the_model_wrote_is_no_evidence() {
        Map<Integer, List<Evidence>> found = EvidenceFinder.of(
                List.of(user("go"), answer("I call it newName1"), user("yes"), answer("newName1 works")));
        assertEquals(List.of(), found.get(3));
    }

    @Test
    void a_frequent_token_is_no_evidence() {
        List<RecordedMessage> messages = List.of(
                user("rowCount1"),
                user("rowCount1"),
                user("rowCount1"),
                answer("rowCount1"),
                user("x"),
                answer("rowCount1"));
        Map<Integer, List<Evidence>> found = EvidenceFinder.of(messages);
        assertEquals(
                List.of(0, 1, 2), found.getOrDefault(3, List.of()).getFirst().sources());
        assertEquals(List.of(), found.get(5));
    }

    @Test
    void evidence_is_found_in_unescaped_arguments() {
        RecordedCall edit = new RecordedCall("c", "Edit", "{\"old\":\"int a = 1;\\nint total = a + b;\"}");
        Map<Integer, List<Evidence>> found = EvidenceFinder.of(
                List.of(user("1\tint total = a + b;"), RecordedMessage.answer("", List.of(edit), NO_TIME)));
        assertEquals(
                List.of(new Evidence(new EvidenceToken(Kind.LINE, "int total = a + b;"), List.of(0), 0)), found.get(1));
    }

    @Test
    void the_tokens_of_a_message_are_counted_from_its_characters_and_a_frame() {
        assertEquals(
                4 + 2.5,
                EvidenceFinder.tokens(
                        RecordedMessage.answer("four", List.of(new RecordedCall("id", "Read", "{}")), NO_TIME)));
    }
}
