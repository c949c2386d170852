package dev.throughline.importer.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.importer.ImportTest;
import dev.throughline.importer.SampleFiles;
import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.responses.ResponsesDialect;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sessions that are both recorded by the gateway and imported from a file. */
final class SessionImportTest extends ImportTest {
    private static final String BASE =
            "{\"type\":\"message\",\"role\":\"developer\",\"content\":[{\"type\":\"input_text\",\"text\":\"Base.\"}]}";
    private static final String ROLLED_BACK =
            SampleFiles.codex("10:00:00", "event_msg", "{'type':'thread_rolled_back','num_turns':1}");
    private static final Instant LATER = Instant.parse("2026-03-01T12:00:00Z");

    private final Ids ids = new Ids(new SplittableRandom(1));
    private final Archive archive = new Archive(store, (_, _) -> false, 1 << 20);

    /** The elements of a request in the lines of a rollout. */
    private static List<String> elements(List<String> lines) {
        List<String> elements = new ArrayList<>();
        for (String line : lines) {
            RawObject object = RawObject.of(Bytes.of(SampleFiles.json(line))).orElseThrow();
            if (object.type().equals("response_item")) {
                elements.add(object.raw("payload").orElseThrow().utf8());
            }
        }
        return elements;
    }

    private RecordedTurn record(List<String> elements) {
        return record(CODEX_KEY, LATER, elements);
    }

    private RecordedTurn record(String key, Instant at, List<String> elements) {
        SessionCard card = store.open(
                Tenant.LOCAL,
                new SessionKey(key),
                () -> new Store.Opening(ids.session(at), Optional.empty(), "codex", at));
        Bytes body =
                Bytes.of("{\"model\":\"gpt-5.5\",\"stream\":true,\"tools\":[{\"type\":\"function\",\"name\":\"f\"}],"
                        + "\"input\":[" + String.join(",", elements) + "]}");
        return archive.record(
                card,
                new Turn(
                        ids.turn(at),
                        at,
                        Purpose.CONVERSATION,
                        "codex",
                        Optional.empty(),
                        ResponsesDialect.WIRE,
                        ResponsesDialect.WIRE.decode(body),
                        ""));
    }

    private static List<String> withBase(List<String> elements) {
        List<String> all = new ArrayList<>(List.of(BASE));
        all.addAll(elements);
        return all;
    }

    @Test
    void a_recorded_session_is_not_doubled_by_its_file() throws IOException {
        record(withBase(elements(SampleFiles.CODEX)));
        int before = entries(CODEX_KEY).size();

        assertEquals(0, importFile(codex()).items());
        assertEquals(before, entries(CODEX_KEY).size());
    }

    @Test
    void what_a_recorded_session_lacks_follows_the_recorded_items() throws IOException {
        record(withBase(elements(SampleFiles.CODEX)));
        Path file = codex();
        SampleFiles.append(file, SampleFiles.CODEX_LATER);

        assertEquals(2, importFile(file).items());

        List<String> conversation = conversation(CODEX_KEY);
        assertEquals(10, conversation.size());
        assertEquals("system: Base.", conversation.getFirst());
        assertEquals("assistant: Written.", conversation.getLast());
        assertEquals(0, importFile(file).items());
    }

    @Test
    void an_item_that_was_not_recorded_does_not_shorten_the_conversation() throws IOException {
        List<String> recorded = elements(SampleFiles.CODEX);
        recorded.remove(3); // The reasoning.
        record(withBase(recorded));
        Path file = codex();

        assertEquals(1, importFile(file).items());
        assertEquals(7, conversation(CODEX_KEY).size());
        assertEquals("assistant: The parser is fixed.", conversation(CODEX_KEY).getLast());
        assertEquals(0, importFile(file).items());
    }

    @Test
    void a_file_that_ends_before_the_recorded_session_does_not_shorten_it() throws IOException {
        List<String> all = elements(SampleFiles.CODEX);
        all.addAll(elements(SampleFiles.CODEX_LATER));
        all.remove(3);
        record(withBase(all));

        importFile(codex());

        assertEquals("assistant: Written.", conversation(CODEX_KEY).getLast());
    }

    @Test
    void an_imported_session_that_is_resumed_continues_its_items() throws IOException {
        Path file = codex();
        importFile(file);
        List<String> resumed = elements(SampleFiles.CODEX);
        resumed.add(elements(SampleFiles.CODEX_LATER).getFirst());

        RecordedTurn recorded = record(resumed);

        assertEquals(1, recorded.fresh().size());
        assertEquals(8, conversation(CODEX_KEY).size());
        SampleFiles.append(file, SampleFiles.CODEX_LATER);
        assertEquals(1, importFile(file).items(), "only the answer is not recorded yet");
        assertEquals("assistant: Written.", conversation(CODEX_KEY).getLast());
    }

    @Test
    void an_imported_session_that_is_resumed_with_other_system_texts_stays_one_session() throws IOException {
        Path file = codex();
        importFile(file);
        List<String> resumed = elements(SampleFiles.CODEX);
        resumed.addAll(elements(SampleFiles.CODEX_LATER));

        RecordedTurn recorded = record(withBase(resumed));

        assertEquals(card(CODEX_KEY).ref(), recorded.card().ref());
        assertEquals(10, conversation(CODEX_KEY).size());
        assertEquals(7, recall(card(CODEX_KEY)).transcript().branches().size());
        SampleFiles.append(file, SampleFiles.CODEX_LATER);
        assertEquals(0, importFile(file).items());
        assertEquals(
                1, store.sessions(Tenant.LOCAL, Optional.empty(), 10).items().size());
        assertTrue(conversation(CODEX_KEY).contains("assistant: Written."));
    }

    private static String user(String text) {
        return message("user", "input_text", text);
    }

    private static String assistant(String text) {
        return message("assistant", "output_text", text);
    }

    private static String message(String role, String type, String text) {
        return "{'type':'message','role':'" + role + "','content':[{'type':'" + type + "','text':'" + text + "'}]}";
    }

    private static String line(String element) {
        return SampleFiles.codex("10:00:00", "response_item", element);
    }

    @Test
    void a_conversation_that_is_newer_than_a_file_with_its_key_stays_as_it_is() throws IOException {
        Path sessions = folder.resolve(".openclaw/agents/main/sessions");
        Path file = SampleFiles.write(sessions.resolve(SampleFiles.PI + ".jsonl"), SampleFiles.PI_LINES);
        SampleFiles.write(
                sessions.resolve("sessions.json"),
                List.of("{'agent:main:main':{'sessionId':'" + SampleFiles.PI + "'}}"));
        String live = SampleFiles.json(user("What is new?"));
        record("agent:main:main", Instant.parse("2026-03-05T12:00:00Z"), withBase(List.of(live)));

        assertEquals(8, importFile(file).items());

        assertEquals(List.of("system: Base.", "user: What is new?"), conversation("agent:main:main"));
        assertEquals("gpt-5.5", card("agent:main:main").model());
        assertEquals(0, importFile(file).items());
        SampleFiles.append(
                file,
                List.of("{'type':'message','id':'p7','parentId':'p6','timestamp':'2026-03-04T08:00:00.000Z',"
                        + "'message':{'role':'user','content':'And seals?'}}"));
        assertEquals(1, importFile(file).items());
        assertEquals("user: What is new?", conversation("agent:main:main").getLast());
    }

    @Test
    void a_recorded_prompt_that_was_sent_twice_is_one_item() throws IOException {
        List<String> lines = new ArrayList<>(SampleFiles.CODEX.subList(0, 2));
        lines.addAll(List.of(
                line(user("Go")), line(assistant("Half")), ROLLED_BACK, line(user("Go")), line(assistant("Done"))));
        Path file = SampleFiles.write(folder.resolve("rollout.jsonl"), lines);
        record(withBase(List.of(SampleFiles.json(user("Go")), SampleFiles.json(assistant("Done")))));

        assertEquals(1, importFile(file).items(), "only the interrupted answer is new");
        assertEquals(0, importFile(file).items());
        assertEquals(List.of("system: Base.", "user: Go", "assistant: Done"), conversation(CODEX_KEY));
    }

    @Test
    void a_second_import_adds_nothing_whatever_was_recorded() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String thread = "019a0000-0000-7000-8000-" + String.format(Locale.ROOT, "%012d", seed);
            List<String> lines = new ArrayList<>();
            lines.add(SampleFiles.CODEX.getFirst().replace(SampleFiles.THREAD, thread));
            Deque<Integer> turns = new ArrayDeque<>();
            List<String> path = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                if (random.nextInt(4) == 0 && !turns.isEmpty()) {
                    lines.add(ROLLED_BACK);
                    path.subList(turns.pop(), path.size()).clear();
                } else {
                    boolean isUser = random.nextBoolean();
                    String text = "word " + random.nextInt(2);
                    if (isUser) {
                        turns.push(path.size());
                    }
                    String element = isUser ? user(text) : assistant(text);
                    lines.add(line(element));
                    path.add(SampleFiles.json(element));
                }
                if (random.nextInt(4) == 0 && !path.isEmpty()) {
                    List<String> sent = new ArrayList<>(path);
                    sent.removeIf(_ -> random.nextInt(6) == 0);
                    record("codex:" + thread, LATER.plusSeconds(i), withBase(sent));
                }
            }
            Path file = SampleFiles.write(folder.resolve("rollout-" + thread + ".jsonl"), lines);

            importFile(file);
            List<String> conversation = conversation("codex:" + thread);

            assertEquals(0, importFile(file).items(), "seed " + seed);
            assertEquals(conversation, conversation("codex:" + thread), "seed " + seed);
        }
    }

    @Test
    void what_was_said_before_a_reset_is_not_added_to_the_session_after_it() throws IOException {
        Path file = codex();
        importFile(file);
        SessionCard first = card(CODEX_KEY);
        Instant reset = Instant.parse("2026-03-01T10:30:00Z");
        SessionCard second = store.replace(
                Tenant.LOCAL,
                first.key(),
                first.ref().id(),
                new Store.Opening(ids.session(reset), Optional.empty(), "codex", reset));

        assertEquals(0, importFile(file).items());
        SampleFiles.append(file, SampleFiles.CODEX_LATER);
        assertEquals(2, importFile(file).items());

        assertEquals(second.ref(), card(CODEX_KEY).ref());
        assertEquals(List.of("user: Now write the tests", "assistant: Written."), conversation(CODEX_KEY));
        assertEquals(0, importFile(file).items());
    }
}
