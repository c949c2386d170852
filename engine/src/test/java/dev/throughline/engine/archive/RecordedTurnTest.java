package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class RecordedTurnTest {
    private final TestArchive fixture = new TestArchive();

    @Test
    void the_fresh_elements_are_those_at_the_end_that_were_never_sent() {
        assertEquals(2, fixture.record("system: Be brief.", "user: One").freshElements());
        assertEquals(0, fixture.record("system: Be brief.", "user: One").freshElements());
        assertEquals(
                1, fixture.record("system: Be brief.", "user: One", "user: Two").freshElements());
        assertEquals(0, fixture.record("system: Be brief.").freshElements(), "a rewind sends nothing new");
        assertEquals(
                3,
                fixture.record("system: Be brief.", "user: Other", "assistant: So.", "user: Three")
                        .freshElements(),
                "a branch is new from where it begins");
    }

    @Test
    void a_side_request_outside_of_the_conversation_has_no_elements_that_count() {
        fixture.record("user: One");
        RecordedTurn side = fixture.archive.record(
                fixture.card, fixture.turn(Purpose.SIDE_REQUEST, TestArchive.body("", "user: Title?")));
        assertEquals(0, side.freshElements());
    }

    @Test
    void tokens_are_estimated_from_the_whole_body() {
        RecordedTurn turn = fixture.record("user: One");
        int bytes = TestArchive.body("", "user: One").length();
        assertEquals(TestArchive.WIRE.profile().tokens(bytes), turn.tokens());
    }
}
