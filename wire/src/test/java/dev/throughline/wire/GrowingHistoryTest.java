package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.wire.Fixtures.Fixture;
import dev.throughline.wire.dialects.Dialects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Elements that a client sends again have the same item ids, and so have the elements of a reply. */
class GrowingHistoryTest {
    /** Two requests in a row, of which the second continues the first. */
    static Stream<Arguments> continued() {
        List<Arguments> pairs = new ArrayList<>();
        pairs.add(Arguments.of(Fixtures.named("claude-first-request"), Fixtures.named("claude-tool-roundtrip")));
        Map<String, Fixture> recordings = new HashMap<>();
        Fixtures.withRecordings().forEach(fixture -> recordings.put(fixture.name(), fixture));
        recordings.forEach((name, first) -> {
            Fixture next = recordings.get(name.replace("-1.json", "-2.json"));
            if (name.matches(".*(roundtrip|variety|exec-mp|toolsearch).*-1\\.json") && next != null) {
                pairs.add(Arguments.of(first, next));
            }
        });
        return pairs.stream();
    }

    @ParameterizedTest
    @MethodSource("continued")
    void the_item_ids_of_a_resent_history_do_not_change(Fixture first, Fixture next) {
        List<Hash> before = ids(first);
        List<Hash> after = ids(next);
        int volatileTail = first.name().contains("openclaw/exec-mpanth") ? 1 : 0;
        List<Hash> stable = before.subList(0, before.size() - volatileTail);

        assertFalse(stable.isEmpty());
        assertEquals(stable, after.subList(0, stable.size()));
    }

    @Test
    void a_responses_reply_has_the_item_ids_of_the_resent_element() {
        assertSameItemIds(
                "pi-responses",
                3,
                "{\"id\":\"msg_other\",\"type\":\"message\",\"status\":\"completed\",\"role\":\"assistant\","
                        + "\"content\":"
                        + "[{\"type\":\"output_text\",\"annotations\":[],\"logprobs\":[],\"text\":\"Running.\"}]}");
        assertSameItemIds(
                "openclaw-responses",
                4,
                "{\"id\":\"fc_1\",\"type\":\"function_call\",\"status\":\"completed\",\"arguments\":"
                        + "\"{\\\"command\\\":\\\"echo hello\\\"}\",\"call_id\":\"call_38e4\",\"name\":\"exec\"}");
    }

    @Test
    void a_chat_reply_has_the_item_ids_of_the_resent_element() {
        assertSameItemIds(
                "openclaw-chat",
                2,
                "{\"role\":\"assistant\",\"content\":\"Running.\",\"reasoning_content\":\"run shell\",\"tool_calls\":"
                        + "[{\"index\":0,\"id\":\"call_4f3aa426\",\"type\":\"function\",\"function\":"
                        + "{\"name\":\"exec\",\"arguments\":\"{\\\"command\\\":\\\"echo hello\\\"}\"}}]}");
    }

    @Test
    void a_messages_reply_has_the_item_ids_of_the_resent_element() {
        assertSameItemIds(
                "pi-messages",
                1,
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"signature\":\"EqQB_sig_1\",\"thinking\":"
                        + "\"A command will do.\"},{\"type\":\"text\",\"text\":\"Running.\",\"citations\":null},"
                        + "{\"type\":\"tool_use\",\"id\":\"toolu_ca40\",\"name\":\"bash\",\"input\":"
                        + "{ \"command\": \"echo\\u0020hello\" }}]}");
    }

    private static void assertSameItemIds(String name, int index, String streamed) {
        Fixture fixture = Fixtures.named(name);
        Request request = fixture.wire().decode(fixture.body());
        assertEquals(
                ids(fixture.dialect(), request.raw(request.history().get(index))),
                ids(fixture.dialect(), Bytes.of(streamed)));
    }

    private static List<Hash> ids(Fixture fixture) {
        Request request = fixture.wire().decode(fixture.body());
        List<Hash> ids = new ArrayList<>();
        request.history().forEach(span -> ids.addAll(ids(fixture.dialect(), request.raw(span))));
        return ids;
    }

    private static List<Hash> ids(Dialect dialect, Bytes element) {
        return Dialects.of(dialect).itemise(element, new Span(0, element.length())).stream()
                .map(Item::id)
                .toList();
    }
}
