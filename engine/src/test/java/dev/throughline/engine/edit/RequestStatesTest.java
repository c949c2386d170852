package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.wire.Overflow;
import dev.throughline.workingset.policy.RequestState;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class RequestStatesTest {
    private final List<RequestState> states = new ArrayList<>();
    private final EditFixture fixture = new EditFixture(
            input -> {
                states.add(input.state());
                return Trim.afterRefusal(Retention.DEFAULT).decide(input);
            },
            100_000);

    @Test
    void an_error_that_names_an_impossible_window_is_ignored() {
        refuse(20);
        assertTrue(promptLimit() > 90_000);
        refuse(50_000);
        assertTrue(promptLimit() < 50_000);
    }

    private void refuse(long window) {
        RecordedTurn recorded = fixture.user("Build it.").record(Purpose.CONVERSATION);
        PromptToSend outgoing = fixture.editor().edit(recorded).orElseThrow();
        Overflow overflow = new Overflow(OptionalLong.of(90_000), OptionalLong.of(window));
        PromptToSend repaired = fixture.editor().repair(recorded, outgoing, overflow);
        assertTrue(repaired.weight().tokens() <= outgoing.weight().tokens());
    }

    private long promptLimit() {
        fixture.user("Go on.").ask();
        return states.getLast().budget().promptLimit();
    }

    @Test
    void a_prompt_is_cold_when_the_provider_has_forgotten_it() {
        assertFalse(isColdAfter("", 4));
        assertTrue(isColdAfter("", 6));
        assertFalse(isColdAfter("\"prompt_cache_retention\":\"24h\",", 6));
    }

    private boolean isColdAfter(String asked, int minutes) {
        fixture.head = asked;
        fixture.user("Build it.").ask();
        fixture.now = fixture.now.plus(Duration.ofMinutes(minutes));
        fixture.user("Go on.").ask();
        return states.getLast().isCold();
    }
}
