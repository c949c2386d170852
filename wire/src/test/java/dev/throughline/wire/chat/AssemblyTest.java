package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import org.junit.jupiter.api.Test;

class AssemblyTest {
    @Test
    void strings_grow_names_are_replaced_and_null_changes_nothing() {
        assertEquals(
                "{\"role\":\"assistant\",\"content\":\"ab\",\"id\":\"y\"}",
                together(
                        "{\"role\":\"assistant\",\"content\":null,\"id\":\"x\"}",
                        "{\"role\":\"assistant\",\"content\":\"a\",\"id\":\"y\"}",
                        "{\"role\":\"\",\"content\":\"b\",\"id\":\"\"}",
                        "{\"content\":null}"));
    }

    @Test
    void arrays_grow_and_other_values_are_replaced() {
        assertEquals(
                "{\"list\":[1,{\"a\":2},3],\"n\":2,\"odd\":{\"b\":1}}",
                together(
                        "{\"list\":[1],\"n\":1,\"odd\":{\"a\":1}}",
                        "{\"list\":[],\"n\":2,\"odd\":{\"b\":1}}",
                        "{\"list\":[{\"a\":2},3]}"));
    }

    @Test
    void known_objects_are_put_together() {
        assertEquals(
                "{\"function_call\":{\"name\":\"f\",\"arguments\":\"{}\"}}",
                together(
                        "{\"function_call\":{\"name\":\"f\",\"arguments\":\"\"}}",
                        "{\"function_call\":{\"arguments\":\"{\"}}",
                        "{\"function_call\":{\"arguments\":\"}\"}}"));
    }

    @Test
    void a_member_can_lead() {
        Assembly assembly = new Assembly();
        assertFalse(assembly.hasMoreThan("role"));
        assembly.add(Members.of(Bytes.of("{\"a\":1}")).orElseThrow());
        assertTrue(assembly.hasMoreThan("role"));
        assembly.lead("role", Bytes.of("\"assistant\""));
        assertEquals(Bytes.of("{\"role\":\"assistant\",\"a\":1}"), assembly.toBytes());
    }

    private static String together(String... differences) {
        Assembly assembly = new Assembly();
        for (String difference : differences) {
            assembly.add(Members.of(Bytes.of(difference)).orElseThrow());
        }
        return assembly.toBytes().utf8();
    }
}
