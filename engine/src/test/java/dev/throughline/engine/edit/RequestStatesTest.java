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
    private final List<RequestState> moments = new ArrayList<>();
    private final EditingStand stand = new EditingStand(
            scene -> {
                moments.add(scene.state());
                return Trim.afterRefusal(Retention.DEFAULT).decide(scene);
            },
            100_000);

    @Test
    void an_error_that_names_an_odd_window_squeezes_nobody() {
        refuse(20);
        assertTrue(hard() > 90_000);
        refuse(50_000);
        assertTrue(hard() < 50_000);
    }

    private void refuse(long window) {
        RecordedTurn recorded = stand.user("Build it.").record(Purpose.CONVERSATION);
        PromptToSend outgoing = stand.editing().edit(recorded).orElseThrow();
        Overflow overflow = new Overflow(OptionalLong.of(90_000), OptionalLong.of(window));
        PromptToSend repaired = stand.editing().repair(recorded, outgoing, overflow);
        assertTrue(repaired.weight().tokens() <= outgoing.weight().tokens());
    }

    private long hard() {
        stand.user("Go on.").ask();
        return moments.getLast().budget().promptLimit();
    }

    @Test
    void a_prompt_is_cold_when_the_provider_has_forgotten_it() {
        assertFalse(isColdAfter("", 4));
        assertTrue(isColdAfter("", 6));
        assertFalse(isColdAfter("\"prompt_cache_retention\":\"24h\",", 6));
    }

    private boolean isColdAfter(String asked, int minutes) {
        stand.head = asked;
        stand.user("Build it.").ask();
        stand.now = stand.now.plus(Duration.ofMinutes(minutes));
        stand.user("Go on.").ask();
        return moments.getLast().isCold();
    }
}
