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
    void missing_null_and_empty_arguments_are_ignored() {
        assertEquals(NOTHING, of("{}"));
        assertEquals(NOTHING, of(""));
        assertEquals(NOTHING, of("{\"id\":null,\"query\":\" \",\"offset\":\"\",\"limit\":0}"));
    }

    @Test
    void a_number_may_be_written_as_a_string() {
        assertEquals(
                new RecallArguments(Optional.empty(), Optional.of("port"), 3, Optional.of(5L), false),
                of("{\"query\":\"port\",\"offset\":\"3\",\"limit\":5.0}"));
    }

    @Test
    void an_invalid_argument_is_reported_with_what_was_expected() {
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
