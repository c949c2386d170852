package dev.throughline.wire;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.MutationTest.Reading;
import dev.throughline.wire.dialects.Dialects;

/**
 * Whatever bytes arrive, they are a request or they are unreadable. The ordinary build runs the saved inputs only; with
 * {@code JAZZER_FUZZ=1} in the environment, the fuzzer looks for new ones.
 */
class RequestFuzzTest {
    @FuzzTest(maxDuration = "1m")
    void any_bytes_give_a_request_or_an_unreadable_body(byte[] bytes) {
        for (Dialect dialect : Dialects.names()) {
            Reading.isWhole(Dialects.of(dialect), Bytes.of(bytes));
        }
    }
}
