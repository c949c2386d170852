package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.json.RawObject;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FoundCallTest {
    private static final RawObject RAW = RawObject.of(Bytes.of("{}")).orElseThrow();

    @Test
    void a_call_needs_an_id_and_arguments() {
        Optional<Bytes> arguments = Optional.of(Bytes.of("{}"));

        assertEquals(
                Optional.of(new LocalCall("c", "recall", Bytes.of("{}"), RAW.raw())),
                new FoundCall(RAW, "recall", Optional.of("c"), arguments).local());
        assertEquals(Optional.empty(), new FoundCall(RAW, "recall", Optional.empty(), arguments).local());
        assertEquals(Optional.empty(), new FoundCall(RAW, "recall", Optional.of("c"), Optional.empty()).local());
    }
}
