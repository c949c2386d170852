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

final class LongConversationTest {
    @ParameterizedTest
    @EnumSource(DialectText.class)
    void each_turn_adds_five_items_to_a_megabyte(DialectText dialectText) {
        LongConversation conversation =
                new LongConversation(ToolTexts.madeUp(1), dialectText.dialect(), "a session", 200);
        Wire wire = Dialects.of(dialectText.dialect());
        Bytes first = conversation.ask(0);
        Bytes second = conversation.ask(1);
        assertTrue(first.length() > 900_000 && first.length() < 1_400_000, "bytes: " + first.length());
        assertEquals(LongConversation.NEW_ITEMS, items(wire, second) - items(wire, first));
        assertEquals(List.of(), wire.validate(wire.decode(second)));
    }

    private static int items(Wire wire, Bytes body) {
        Request request = wire.decode(body);
        return request.history().stream()
                .mapToInt(element -> wire.itemise(body, element).size())
                .sum();
    }

    @Test
    void the_same_session_always_has_the_same_bytes() {
        ToolTexts one = ToolTexts.madeUp(1);
        ToolTexts other = ToolTexts.madeUp(1);
        one.moveTo(3);
        other.moveTo(3);
        assertEquals(
                new LongConversation(one, DialectText.CHAT.dialect(), "a session", 100).ask(2),
                new LongConversation(other, DialectText.CHAT.dialect(), "a session", 100).ask(2));
    }
}
