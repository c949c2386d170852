package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RecallArgumentsTest {
    private static final RecallArguments NOTHING =
            new RecallArguments(Optional.empty(), Optional.empty(), 0, Optional.empty(), false);

    @Test
    void what_is_missing_null_or_empty_is_not_asked_for() {
        assertEquals(NOTHING, of("{}"));
        assertEquals(NOTHING, of(""));
        assertEquals(NOTHING, of("{\"id\":null,\"query\":\" \",\"offset\":\"\",\"limit\":0}"));
    }

    @Test
    void a_number_may_come_as_a_text() {
        assertEquals(
                new RecallArguments(Optional.empty(), Optional.of("port"), 3, Optional.of(5L), false),
                of("{\"query\":\"port\",\"offset\":\"3\",\"limit\":5.0}"));
    }

    @Test
    void what_cannot_be_meant_is_a_sentence() {
        for (String wrong : new String[] {"[]", "nonsense", "{\"id\":7}", "{\"offset\":-1}", "{\"limit\":[]}"}) {
            String said = String.valueOf(assertThrows(IllegalArgumentException.class, () -> of(wrong))
                    .getMessage());
            assertTrue(said.startsWith("expected "), said);
        }
    }

    private static RecallArguments of(String json) {
        return RecallArguments.of(Bytes.of(json));
    }
}
