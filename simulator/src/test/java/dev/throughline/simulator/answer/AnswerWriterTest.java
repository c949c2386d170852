package dev.throughline.simulator.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Headers;
import dev.throughline.model.Usage;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.ProviderError;
import dev.throughline.simulator.validation.RequestValidator;
import dev.throughline.simulator.validation.ValueSigner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AnswerWriterTest {
    private static final ValueSigner SIGNER = new ValueSigner("secret");
    private static final AnswerPart[] ALL = {
        new AnswerPart.Reasoning("hm"),
        new AnswerPart.Text("hello"),
        new AnswerPart.Call("ls", "{\"path\":\".\"}"),
        new AnswerPart.Call("pwd", "{}")
    };

    private static AnsweredRequest answered(String request) {
        return AnsweredRequest.of(
                "seed", JsonNodes.read(request.replace('\'', '"')), new Usage(10, 20, 30, 40), Instant.EPOCH, SIGNER);
    }

    private static List<String> events(SimulatedDialect dialect, Answer answer, AnsweredRequest answered) {
        List<String> events = new ArrayList<>();
        if (answer instanceof Answer.Said said) {
            AnswerWriter.of(dialect).stream(said, answered, events::add);
        } else if (answer instanceof Answer.Broken broken) {
            AnswerWriter.of(dialect).streamBroken(broken.parts(), broken.error(), answered, events::add);
        }
        return events;
    }

    private static JsonNode data(String event) {
        return JsonNodes.read(event.substring(event.indexOf("data: ") + "data: ".length()));
    }

    private static String types(List<String> events) {
        return events.stream().map(event -> JsonNodes.text(data(event), "type")).collect(Collectors.joining(" "));
    }

    private static JsonNode whole(SimulatedDialect dialect, Answer answer, AnsweredRequest answered) {
        return AnswerWriter.of(dialect).whole((Answer.Said) answer, answered);
    }

    @Test
    void responses_streams_numbered_events_in_order() {
        List<String> events = events(
                SimulatedDialect.RESPONSES,
                Answer.said(ALL),
                answered("{'model':'m','include':['reasoning.encrypted_content']}"));
        assertEquals("""
            response.created response.in_progress \
            response.output_item.added response.reasoning_summary_part.added response.reasoning_summary_text.delta \
            response.reasoning_summary_text.done response.reasoning_summary_part.done response.output_item.done \
            response.output_item.added response.content_part.added response.output_text.delta \
            response.output_text.done response.content_part.done response.output_item.done \
            response.output_item.added response.function_call_arguments.delta \
            response.function_call_arguments.done response.output_item.done \
            response.output_item.added response.function_call_arguments.delta \
            response.function_call_arguments.done response.output_item.done \
            response.completed\
            """, types(events));
        for (int i = 0; i < events.size(); i++) {
            assertEquals(i, data(events.get(i)).path("sequence_number").intValue());
            assertTrue(events.get(i).startsWith("event: " + JsonNodes.text(data(events.get(i)), "type") + "\ndata: "));
        }
    }

    @Test
    void the_responses_stream_ends_with_the_same_response_as_the_unstreamed_reply_and_passes_validation() {
        AnsweredRequest answered = answered("{'model':'m','include':['reasoning.encrypted_content']}");
        Answer answer = Answer.said(ALL);
        List<String> events = events(SimulatedDialect.RESPONSES, answer, answered);
        JsonNode completed = data(events.getLast()).path("response");
        assertEquals(JsonNodes.write(whole(SimulatedDialect.RESPONSES, answer, answered)), JsonNodes.write(completed));
        assertEquals(4, completed.path("output").size());
        assertEquals(
                "{\"input_tokens\":60,\"input_tokens_details\":{\"cached_tokens\":20},\"output_tokens\":40,"
                        + "\"output_tokens_details\":{\"reasoning_tokens\":1},\"total_tokens\":100}",
                JsonNodes.write(completed.path("usage")));
        String items = JsonNodes.write(completed.path("output"));
        String outputs = completed
                .path("output")
                .valueStream()
                .filter(item -> item.has("call_id"))
                .map(item -> ",{\"type\":\"function_call_output\",\"output\":\"ok\",\"call_id\":\""
                        + JsonNodes.text(item, "call_id") + "\"}")
                .collect(Collectors.joining());
        String next =
                "{\"model\":\"m\",\"store\":false,\"input\":" + items.substring(0, items.length() - 1) + outputs + "]}";
        RequestValidator.of(SimulatedDialect.RESPONSES, SIGNER).check(JsonNodes.read(next), Headers.NONE);
    }

    @Test
    void responses_writes_failures_refusals_and_incomplete_replies() {
        AnsweredRequest answered = answered("{'model':'m'}");
        ProviderError error = ProviderError.of(500, "server_error", "Sorry.").withCode("server_is_overloaded");
        JsonNode failed = data(events(SimulatedDialect.RESPONSES, Answer.broken(error), answered)
                .getLast());
        assertEquals("response.failed", JsonNodes.text(failed, "type"));
        assertEquals(
                "{\"code\":\"server_is_overloaded\",\"message\":\"Sorry.\"}",
                JsonNodes.write(failed.path("response").path("error")));
        JsonNode stopped = data(events(SimulatedDialect.RESPONSES, Answer.incomplete("he"), answered)
                .getLast());
        assertEquals("response.incomplete", JsonNodes.text(stopped, "type"));
        assertEquals(
                "{\"reason\":\"max_output_tokens\"}",
                JsonNodes.write(stopped.path("response").path("incomplete_details")));
        assertTrue(types(events(SimulatedDialect.RESPONSES, Answer.refusal("no"), answered))
                .contains("response.refusal.done"));
    }

    @Test
    void responses_writes_custom_calls_and_compactions() {
        AnsweredRequest answered = answered("{'model':'m'}");
        List<String> custom = events(
                SimulatedDialect.RESPONSES,
                Answer.said(new AnswerPart.CustomCall("apply_patch", "*** Begin")),
                answered);
        assertTrue(types(custom).contains("response.custom_tool_call_input.delta"));
        List<String> compaction = events(SimulatedDialect.RESPONSES, Answer.compaction("all"), answered);
        JsonNode item = data(compaction.get(3)).path("item");
        assertEquals("compaction", JsonNodes.text(item, "type"));
        assertEquals(
                ValueSigner.Verdict.OURS,
                SIGNER.check(RequestValidator.COMPACTION, JsonNodes.text(item, "encrypted_content")));
    }

    @Test
    void messages_streams_every_event_in_order() {
        List<String> events = events(SimulatedDialect.MESSAGES, Answer.said(ALL), answered("{'model':'m'}"));
        assertEquals("""
            message_start \
            content_block_start ping content_block_delta content_block_delta content_block_stop \
            content_block_start content_block_delta content_block_stop \
            content_block_start content_block_delta content_block_delta content_block_stop \
            content_block_start content_block_delta content_block_delta content_block_stop \
            message_delta message_stop\
            """, types(events));
        assertEquals(
                "{\"stop_reason\":\"tool_use\",\"stop_sequence\":null}",
                JsonNodes.write(data(events.get(events.size() - 2)).path("delta")));
        JsonNode usage = data(events.getFirst()).path("message").path("usage");
        assertEquals(10, usage.path("input_tokens").intValue());
        assertEquals(20, usage.path("cache_read_input_tokens").intValue());
        assertEquals(30, usage.path("cache_creation_input_tokens").intValue());
    }

    @Test
    void messages_omits_the_thinking_text_if_the_client_asks_for_that() {
        AnsweredRequest answered = answered("{'model':'m','thinking':{'type':'adaptive','display':'omitted'}}");
        JsonNode block = whole(SimulatedDialect.MESSAGES, Answer.said(ALL), answered)
                .path("content")
                .path(0);
        assertEquals("", JsonNodes.text(block, "thinking"));
        assertEquals(
                ValueSigner.Verdict.OURS, SIGNER.check(RequestValidator.THINKING, JsonNodes.text(block, "signature")));
    }

    @Test
    void messages_writes_failures_refusals_and_incomplete_replies() {
        AnsweredRequest answered = answered("{'model':'m'}");
        Answer broken =
                Answer.broken(ProviderError.of(529, "overloaded_error", "Overloaded"), new AnswerPart.Text("he"));
        String last = events(SimulatedDialect.MESSAGES, broken, answered).getLast();
        assertTrue(
                last.startsWith("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
                        + "\"message\":\"Overloaded\"}"),
                last);
        assertEquals(
                "max_tokens",
                JsonNodes.text(whole(SimulatedDialect.MESSAGES, Answer.incomplete("he"), answered), "stop_reason"));
        assertEquals(
                "refusal",
                JsonNodes.text(whole(SimulatedDialect.MESSAGES, Answer.refusal("no"), answered), "stop_reason"));
    }

    @Test
    void chat_streams_chunks_the_usage_if_requested_and_done() {
        AnsweredRequest withUsage = answered("{'model':'m','stream':true,'stream_options':{'include_usage':true}}");
        List<String> events = events(SimulatedDialect.CHAT, Answer.said(ALL), withUsage);
        assertEquals("data: [DONE]\n\n", events.getLast());
        JsonNode usageChunk = data(events.get(events.size() - 2));
        assertEquals(0, usageChunk.path("choices").size());
        assertEquals(60, usageChunk.path("usage").path("prompt_tokens").intValue());
        JsonNode end = data(events.get(events.size() - 3)).path("choices").path(0);
        assertEquals("tool_calls", JsonNodes.text(end, "finish_reason"));
        JsonNode second = data(events.get(5))
                .path("choices")
                .path(0)
                .path("delta")
                .path("tool_calls")
                .path(0);
        assertEquals(1, second.path("index").intValue());
        assertEquals("pwd", JsonNodes.text(second.path("function"), "name"));
        List<String> withoutUsage = events(SimulatedDialect.CHAT, Answer.text("hello"), answered("{'model':'m'}"));
        assertEquals(4, withoutUsage.size());
    }

    @Test
    void chat_writes_an_unstreamed_reply() {
        JsonNode message = whole(SimulatedDialect.CHAT, Answer.said(ALL), answered("{'model':'m'}"))
                .path("choices")
                .path(0)
                .path("message");
        assertEquals("hello", JsonNodes.text(message, "content"));
        assertEquals("hm", JsonNodes.text(message, "reasoning_content"));
        assertEquals(2, message.path("tool_calls").size());
    }

    @Test
    void chat_reports_an_error_as_data() {
        ProviderError error = ProviderError.of(500, "server_error", "Sorry.");
        assertEquals(
                "data: {\"error\":{\"message\":\"Sorry.\",\"type\":\"server_error\",\"param\":null,\"code\":null}}\n\n",
                events(SimulatedDialect.CHAT, Answer.broken(error), answered("{'model':'m'}"))
                        .getLast());
    }

    @Test
    void deltas_add_up_to_the_text_and_split_no_surrogate_pair() {
        String text = "🦉 wörds ".repeat(500);
        String sum = answered("{}").pieces(new AnswerPart.Text(text)).collect(Collectors.joining());
        assertEquals(text, sum);
        assertTrue(answered("{}")
                .pieces(new AnswerPart.Text(text))
                .noneMatch(piece -> Character.isLowSurrogate(piece.charAt(0))));
    }
}
