package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AnswerSchemaTest {
    private static final String SCHEMA = """
        {"type":"object","required":["name","tags"],"properties":{
          "name":{"type":"string","maxLength":5},
          "sort":{"type":"string","enum":["a","b"]},
          "count":{"type":"integer"},
          "size":{"type":"number"},
          "isGood":{"type":"boolean"},
          "tags":{"type":"array","items":{"type":"string"}}}}\
        """;

    private static List<String> problems(String value) {
        return new AnswerSchema(Bytes.of(SCHEMA)).problems(Json.parse(Bytes.of(value)));
    }

    @Test
    void a_matching_value_has_no_problems() {
        assertEquals(
                List.of(),
                problems("{\"name\":\"abc\",\"sort\":\"b\",\"count\":-3,\"size\":1.5,\"isGood\":true,\"tags\":[\"x\"],"
                        + "\"more\":null}"));
    }

    @Test
    void each_problem_is_reported_with_its_path() {
        assertEquals(List.of("$: expected object"), problems("[]"));
        assertEquals(List.of("$: 'tags' is missing"), problems("{\"name\":\"abc\"}"));
        assertEquals(
                List.of("$.name: expected at most 5 characters, found 6"),
                problems("{\"name\":\"abcdef\",\"tags\":[]}"));
        assertEquals(
                List.of("$.sort: expected one of the listed values", "$.count: expected integer"),
                problems("{\"name\":\"a\",\"sort\":\"c\",\"count\":1.5,\"tags\":[]}"));
        assertEquals(List.of("$.tags[1]: expected string"), problems("{\"name\":\"a\",\"tags\":[\"x\",1]}"));
        assertEquals(List.of("$.isGood: expected boolean"), problems("{\"name\":\"a\",\"tags\":[],\"isGood\":null}"));
    }

    @Test
    void at_most_eight_problems_are_reported() {
        assertEquals(
                8, problems("{\"name\":\"a\",\"tags\":[1,2,3,4,5,6,7,8,9,10]}").size());
    }

    @Test
    void a_schema_must_be_an_object() {
        assertThrows(IllegalArgumentException.class, () -> new AnswerSchema(Bytes.of("[]")));
    }
}
