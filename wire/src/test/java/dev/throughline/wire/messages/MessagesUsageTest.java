package dev.throughline.wire.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Members;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MessagesUsageTest {
    @Test
    void later_numbers_replace_earlier_ones_and_silence_changes_nothing() {
        MessagesUsage usage = new MessagesUsage();
        assertEquals(Optional.empty(), usage.said());
        usage.add(
                Members.of(
                        Bytes.of(
                                "{\"input_tokens\":10,\"cache_creation_input_tokens\":3,\"cache_read_input_tokens\":null,\"output_tokens\":1}")));
        usage.add(Optional.empty());
        usage.add(Members.of(Bytes.of("{\"cache_read_input_tokens\":7,\"output_tokens\":25}")));
        assertEquals(Optional.of(new Usage(10, 7, 3, 25)), usage.said());
    }
}
