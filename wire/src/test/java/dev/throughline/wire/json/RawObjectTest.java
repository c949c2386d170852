package dev.throughline.wire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RawObjectTest {
    @Test
    void values_are_exact_slices_of_the_text() {
        String json = " {\"a\" : 1e5 ,\"b\":-0,\"c\":[ 1 , {\"x\":\",\"} ]\t,\n"
                + "\"d\":\"\\u00e9,\\\" \", \"e\":{},\"f\":true,\"ü\":null,\"a\":2.50 } ";
        assertEquals(
                List.of(
                        member("a", "1e5"),
                        member("b", "-0"),
                        member("c", "[ 1 , {\"x\":\",\"} ]"),
                        member("d", "\"\\u00e9,\\\" \""),
                        member("e", "{}"),
                        member("f", "true"),
                        member("ü", "null"),
                        member("a", "2.50")),
                members(RawObject.of(Bytes.of(json)).orElseThrow()));
    }

    @Test
    void a_slice_of_a_larger_array_is_read() {
        Bytes inside = Bytes.of("##{\"a\":[1,2]}##").slice(new Span(2, 13));
        assertEquals(List.of(member("a", "[1,2]")), members(RawObject.of(inside).orElseThrow()));
        assertEquals(
                Optional.of(List.of(Bytes.of("1"), Bytes.of("2"))),
                RawObject.of(inside).orElseThrow().array("a"));
    }

    @Test
    void members_are_read_by_name_and_type() {
        RawObject members = RawObject.of(
                        Bytes.of(
                                "{\"t\":\"a\\n"
                                    + "\\ud83d\\ude00\",\"n\":7,\"o\":{\"x\":1},\"z\":null,\"big\":99999999999999999999,\"f\":1.5}"))
                .orElseThrow();
        assertEquals(Optional.of("a\n😀"), members.text("t"));
        assertEquals(Optional.of(Bytes.of("a\\n\\ud83d\\ude00")), members.inner("t"));
        assertEquals(Optional.empty(), members.text("n"));
        assertEquals(OptionalLong.of(7), members.number("n"));
        assertEquals(OptionalLong.empty(), members.number("big"));
        assertEquals(OptionalLong.empty(), members.number("f"));
        assertEquals(0, members.tokens("missing"));
        assertEquals(Optional.of(List.of(member("x", "1"))), members.object("o").map(RawObjectTest::members));
        assertEquals(Optional.empty(), members.raw("z"));
        assertEquals(Optional.empty(), members.array("o"));
    }

    @Test
    void text_that_is_no_object_is_rejected() {
        for (String json :
                List.of("", " ", "{", "[]", "7", "\"a\"", "{\"a\":}", "{\"a\":1} x", "{\"a\":1}{}", "{a:1}", "nul")) {
            assertTrue(RawObject.of(Bytes.of(json)).isEmpty(), json);
        }
        assertTrue(RawObject.of(Bytes.of("{\"a\":1}".getBytes(StandardCharsets.UTF_16LE)))
                .isEmpty());
        assertTrue(RawObject.of(Bytes.of("{\"a\":1}".getBytes(StandardCharsets.UTF_16BE)))
                .isEmpty());
        assertTrue(RawObject.of(Bytes.of("[".repeat(100_000))).isEmpty());
        assertTrue(RawObject.of(Bytes.of("{\"a\":".repeat(100_000))).isEmpty());
    }

    @Test
    void text_is_read_from_strings_only() {
        assertEquals(Optional.of(""), RawObject.text(Bytes.of("\"\"")));
        assertEquals(Optional.empty(), RawObject.text(Bytes.of("\"a")));
        assertEquals(Optional.empty(), RawObject.text(Bytes.of("\"a\"b")));
        assertEquals(Optional.empty(), RawObject.text(Bytes.of("12")));
    }

    private static List<String> members(RawObject object) {
        return object.members().stream()
                .map(member -> member(member.name(), member.raw().utf8()))
                .toList();
    }

    private static String member(String name, String raw) {
        return name + " = " + raw;
    }
}
