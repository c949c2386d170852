package dev.throughline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LongTalkTest {
    @ParameterizedTest
    @EnumSource(Tongue.class)
    void each_turn_brings_five_items_more_to_a_megabyte(Tongue tongue) {
        LongTalk talk = new LongTalk(Material.madeUp(1), tongue.dialect(), "a session", 200);
        Wire wire = Dialects.of(tongue.dialect());
        Bytes first = talk.ask(0);
        Bytes second = talk.ask(1);
        assertTrue(first.length() > 900_000 && first.length() < 1_400_000, "bytes: " + first.length());
        assertEquals(LongTalk.NEW_ITEMS, items(wire, second) - items(wire, first));
        assertEquals(List.of(), wire.validate(wire.decode(second)));
    }

    private static int items(Wire wire, Bytes body) {
        Request request = wire.decode(body);
        return request.history().stream()
                .mapToInt(element -> wire.itemise(body, element).size())
                .sum();
    }

    @Test
    void the_same_session_is_written_twice_alike() {
        Material one = Material.madeUp(1);
        Material other = Material.madeUp(1);
        one.moveTo(3);
        other.moveTo(3);
        assertEquals(
                new LongTalk(one, Tongue.CHAT.dialect(), "a session", 100).ask(2),
                new LongTalk(other, Tongue.CHAT.dialect(), "a session", 100).ask(2));
    }
}
