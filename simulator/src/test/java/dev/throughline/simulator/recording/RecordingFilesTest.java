package dev.throughline.simulator.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordingFilesTest {
    private static final String LINE =
            "{\"id\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\",\"ts\":1000},{\"role\":\"assistant\",\"content\":\"hello\",\"tool_calls\":[{\"id\":\"c\",\"name\":\"Read\",\"arguments\":\"{}\"}]},{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"text\",\"is_error\":true}]}\n";

    private static final String CLAUDE = """
        {"type":"queue-operation","operation":"enqueue","sessionId":"c-1"}
        {"type":"user","sessionId":"c-1","message":{"role":"user","content":"do it"},"timestamp":"2026-01-01T00:00:00Z"}
        {"type":"attachment","sessionId":"c-1","rendered":[{"content":"<system-reminder>\\nnote\\n</system-reminder>"}]}
        {"type":"assistant","sessionId":"c-1","message":{"id":"m1","role":"assistant","content":[{"type":"thinking","thinking":""}]}}
        {"type":"assistant","sessionId":"c-1","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"Running."}]}}
        {"type":"assistant","sessionId":"c-1","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}
        {"type":"assistant","sessionId":"c-1","isSidechain":true,"message":{"id":"s1","role":"assistant","content":[{"type":"text","text":"elsewhere"}]}}
        {"type":"user","sessionId":"c-1","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"a.txt"},{"type":"image"}],"is_error":true}]}}
        {"type":"assistant","sessionId":"c-1","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"Done."}]}}
        """;

    private static final String CODEX = """
        {"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"x-1"}}
        {"timestamp":"2026-01-01T00:00:01Z","type":"event_msg","payload":{"type":"task_started"}}
        {"timestamp":"2026-01-01T00:00:01Z","type":"response_item","payload":{"type":"message","role":"developer","content":[{"type":"input_text","text":"rules"}]}}
        {"timestamp":"2026-01-01T00:00:02Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"do it"}]}}
        {"timestamp":"2026-01-01T00:00:03Z","type":"response_item","payload":{"type":"reasoning","encrypted_content":"x"}}
        {"timestamp":"2026-01-01T00:00:03Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Running."}]}}
        {"timestamp":"2026-01-01T00:00:03Z","type":"response_item","payload":{"type":"function_call","name":"exec","arguments":"{}","call_id":"f1"}}
        {"timestamp":"2026-01-01T00:00:03Z","type":"response_item","payload":{"type":"custom_tool_call","name":"patch","input":"*** go","call_id":"f2"}}
        {"timestamp":"2026-01-01T00:00:04Z","type":"response_item","payload":{"type":"function_call_output","call_id":"f1","output":"out"}}
        {"timestamp":"2026-01-01T00:00:04Z","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"f2","output":[{"type":"input_text","text":"patched"}]}}
        {"timestamp":"2026-01-01T00:00:05Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}}
        """;

    @TempDir
    private Path folder = Path.of("");

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<String> described(Trajectory trajectory) {
        return trajectory.messages().stream()
                .map(message -> message.role().name().toLowerCase(java.util.Locale.ROOT) + " " + message.content()
                        + message.calls() + message.callId())
                .toList();
    }

    @Test
    void each_line_of_a_trajectory_file_is_a_session() throws IOException {
        Path file = file("t.jsonl", LINE.formatted("one") + "\n" + LINE.formatted("two"));
        List<String> names =
                RecordingFiles.of(file, 0).stream().map(each -> each.get().id()).toList();
        assertEquals(List.of("one", "two"), names);
        assertEquals(1, RecordingFiles.of(file, 1).size());
        Trajectory first = RecordingFiles.of(file, 0).getFirst().get();
        assertEquals(
                List.of("user hi[]", "assistant hello[RecordedCall[id=c, name=Read, arguments={}]]", "tool text[]c"),
                described(first));
        assertEquals(true, first.messages().get(2).isError());
        assertEquals(List.of(1.0), first.times());
    }

    @Test
    void a_gzipped_file_is_recognised_by_its_content() throws IOException {
        Path file = folder.resolve("any.name");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(LINE.formatted("zipped").getBytes(StandardCharsets.UTF_8));
        }
        assertEquals("zipped", RecordingFiles.of(file, 0).getFirst().get().id());
    }

    @Test
    void a_claude_code_transcript_is_one_session() throws IOException {
        Trajectory session =
                RecordingFiles.of(file("c.jsonl", CLAUDE), 0).getFirst().get();
        assertEquals("c-1", session.id());
        assertEquals(
                List.of(
                        "user do it[]",
                        "user <system-reminder>\nnote\n</system-reminder>[]",
                        "assistant Running.[RecordedCall[id=t1, name=Bash, arguments={\"command\":\"ls\"}]]",
                        "tool a.txt\n[image][]t1",
                        "assistant Done.[]"),
                described(session));
    }

    @Test
    void a_codex_rollout_is_one_session_and_consecutive_items_are_one_answer() throws IOException {
        Trajectory session =
                RecordingFiles.of(file("x.jsonl", CODEX), 0).getFirst().get();
        assertEquals("x-1", session.id());
        assertEquals(
                List.of(
                        "system rules[]",
                        "user do it[]",
                        "assistant Running.[RecordedCall[id=f1, name=exec, arguments={}], RecordedCall[id=f2,"
                                + " name=patch, arguments=*** go]]",
                        "tool out[]f1",
                        "tool patched[]f2",
                        "assistant Done.[]"),
                described(session));
        assertEquals(2, session.turns().size());
    }

    @Test
    void another_file_has_no_sessions() throws IOException {
        assertEquals(List.of(), RecordingFiles.of(file("o.jsonl", "{\"a\":1}\n"), 0));
        assertEquals(List.of(), RecordingFiles.of(file("empty.jsonl", ""), 0));
    }

    @Test
    void an_incomplete_last_line_is_ignored() throws IOException {
        Path running = file("c.jsonl", CLAUDE + "{\"type\":\"assistant\",\"sess");
        assertEquals(
                5, RecordingFiles.of(running, 0).getFirst().get().messages().size());
    }

    @Test
    void the_error_for_an_unreadable_line_contains_its_number() throws IOException {
        Path words = file("README.md", "\n# Title\n");
        String message = assertThrows(ProxyException.class, () -> RecordingFiles.of(words, 0))
                .sentence();
        assertTrue(message.startsWith(words + ", line 2: expected JSON: Unexpected character"), message);
        Path list = file("l.jsonl", LINE.formatted("one") + "[1]\n");
        List<Supplier<Trajectory>> sessions = RecordingFiles.of(list, 0);
        message = assertThrows(ProxyException.class, () -> sessions.getLast().get())
                .sentence();
        assertEquals(list + ", line 2: expected a JSON object, found another value", message);
    }
}
