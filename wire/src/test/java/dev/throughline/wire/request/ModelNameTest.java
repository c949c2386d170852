package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ModelNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"input\":[{\"model\":\"inner\"}],\"model\":\"qwen3\"} | qwen3",
                "{\"model\":\"a\",\"model\":\"b\"} | b",
                "{\"model\":\"cut off\",\"input\":[ | cut off",
                "{\"model\":7} | ''",
                "[\"model\"] | ''",
                "nonsense | ''"
            })
    void the_top_level_model_is_found_even_in_a_malformed_body(String body, String model) {
        assertEquals(model, ModelName.of(Bytes.of(body)));
    }
}
