package dev.throughline.memory.conversation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.memory.Stage;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ConversationTest {
    private static final TurnId TURN = new TurnId(new UUID(0, 1));

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Hash, Bytes> sources = new HashMap<>();
    private Hash leaf = Entry.ROOT;

    private void say(String json) {
        Bytes raw = Bytes.of(json);
        sources.put(raw.hash(), raw);
        for (Item item : MessagesDialect.WIRE.itemise(raw, new Span(0, raw.length()))) {
            Hash id = Hash.node(leaf, item.id());
            entries.add(new Entry.Node(
                    id,
                    leaf,
                    item.id(),
                    item.kind(),
                    item.role(),
                    item.tool(),
                    item.call(),
                    raw.hash(),
                    item.raw(),
                    1,
                    TURN,
                    Stage.NOON));
            leaf = id;
        }
    }

    private Conversation read() {
        return Conversation.of(Stage.SESSION, recall(), ScaffoldFilter.BUILT_IN, _ -> true);
    }

    private Recall recall() {
        entries.add(new Entry.TurnOpened(
                TURN,
                Stage.NOON,
                Purpose.CONVERSATION,
                MessagesDialect.NAME,
                "m",
                "test",
                Optional.empty(),
                Optional.empty(),
                Hash.of("frame"),
                leaf,
                1,
                1,
                1));
        List<ArchivedEntry> kept = new ArrayList<>();
        for (Entry entry : entries) {
            kept.add(new ArchivedEntry(kept.size() + 1, entry));
        }
        Transcript transcript = Transcript.read(_ -> new StorePage<>(kept, Optional.empty()));
        return new Recall(transcript, id -> Optional.ofNullable(sources.get(id)), Dialects::of);
    }

    @Test
    void only_what_came_after_a_node_is_read_and_everything_if_the_node_is_unknown() {
        for (String text : List.of("one", "Good.", "two", "Good.", "three", "Good.")) {
            say("{\"role\":\"user\",\"content\":\"" + text + "\"}");
        }
        Recall recall = recall();
        List<ConversationItem> all = Conversation.of(Stage.SESSION, recall, ScaffoldFilter.BUILT_IN, _ -> true)
                .items();
        Optional<Hash> second = Optional.of(all.get(1).node());
        assertEquals(
                all.subList(2, 6),
                Conversation.since(Stage.SESSION, recall, ScaffoldFilter.BUILT_IN, second)
                        .items());
        assertEquals(
                all,
                Conversation.since(Stage.SESSION, recall, ScaffoldFilter.BUILT_IN, Optional.empty())
                        .items());
        Optional<Hash> unknown = Optional.of(Hash.of("unknown"));
        assertEquals(
                all,
                Conversation.since(Stage.SESSION, recall, ScaffoldFilter.BUILT_IN, unknown)
                        .items());
    }

    @Test
    void of_a_long_history_only_the_newest_results_are_read_completely() {
        String line = "reading the file line by line\\n";
        String result = line.repeat((int) Conversation.RESULT_BYTES / line.length() / 4);
        for (int i = 0; i < 12; i++) {
            say("{\"role\":\"user\",\"content\":\"Words of step " + i + ". " + line.repeat(200) + "\"}");
            say("{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t" + i
                    + "\",\"name\":\"Read\",\"input\":{}}]}");
            say("{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t" + i
                    + "\",\"content\":\"" + result + "\"}]}");
        }
        Recall recall = recall();
        List<ConversationItem> whole = Conversation.of(Stage.SESSION, recall, ScaffoldFilter.BUILT_IN, _ -> true)
                .items();
        List<ConversationItem> read = Conversation.since(
                        Stage.SESSION, recall, ScaffoldFilter.BUILT_IN, Optional.empty())
                .items();
        assertEquals(
                whole.stream().map(ConversationItem::node).toList(),
                read.stream().map(ConversationItem::node).toList());
        assertEquals(whole.getLast(), read.getLast());
        assertEquals(words(whole), words(read));
        long results = read.stream()
                .filter(said -> said.kind() == ItemKind.TOOL_RESULT)
                .mapToLong(said -> said.text().length())
                .sum();
        assertTrue(results <= Conversation.RESULT_BYTES + 12 * Conversation.OLD_RESULT_CHARACTERS, results + " in all");
        assertTrue(read.get(2).text().endsWith("line by line\n…"), "whole lines, and a mark that there was more");
    }

    private static List<ConversationItem> words(List<ConversationItem> said) {
        return said.stream().filter(each -> each.kind() == ItemKind.USER).toList();
    }

    @Test
    void the_archive_is_read_without_the_agents_scaffolding() {
        say("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"<system-reminder>use"
                + " tabs</system-reminder>\"},{\"type\":\"text\",\"text\":\"Please fix it.\"}]}");
        say("{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"I look.\"},"
                + "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"Bash\",\"input\":{\"command\":\"ls\"}}]}");
        say(
                "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":\"a.txt\"}]}");
        Conversation conversation = read();
        assertEquals(
                List.of(ItemKind.USER, ItemKind.ASSISTANT, ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT),
                conversation.items().stream().map(ConversationItem::kind).toList());
        assertEquals("Please fix it.", conversation.items().getFirst().text());
        assertEquals("Bash", conversation.items().getLast().tool());
        assertEquals(
                1,
                conversation.after(conversation.items().get(2).node()).items().size());
        assertEquals(4, conversation.after(Hash.of("unknown")).items().size());
    }

    @Test
    void a_message_is_reduced_to_what_the_person_wrote() {
        assertEquals("", ScaffoldFilter.BUILT_IN.of("<environment_context>\n<cwd>/x</cwd>\n</environment_context>"));
        assertEquals("a  b", ScaffoldFilter.BUILT_IN.of("a <throughline_state>x</throughline_state> b"));
        assertEquals("<system-reminder> open", ScaffoldFilter.BUILT_IN.of("<system-reminder> open"));
        assertEquals(
                "",
                ScaffoldFilter.BUILT_IN.of(
                        "<bash-input>git pull</bash-input>\n<bash-stdout>ok</bash-stdout><bash-stderr></bash-stderr>"));
        assertEquals(
                "",
                ScaffoldFilter.BUILT_IN.of("Base directory for this skill: /home/ana/skills/x\n# Rules\nNever stop."));
        assertEquals("go on", ScaffoldFilter.BUILT_IN.of("<skill>\n<name>x</name>\nNever stop.\n</skill>\ngo on"));
        assertEquals("", ScaffoldFilter.BUILT_IN.of("<permissions instructions>\nask\n</permissions instructions>"));
        assertEquals("<skillet>pan</skillet>", ScaffoldFilter.BUILT_IN.of("<skillet>pan</skillet>"));
        assertEquals(
                "Fix it.",
                ScaffoldFilter.BUILT_IN.of("# Context from my IDE setup:\nx.py\n## My request for Codex:\nFix it.\n"));
    }

    @Test
    void every_scaffold_of_the_table_is_removed_and_those_that_a_user_adds() {
        ScaffoldFilter words = new ScaffoldFilter(
                AgentMarkers.builtIn().and(AgentMarkers.parse(List.of("scaffold\tany\tuser\t<my-agent-context>"))));
        assertEquals("go on", words.of("<my-agent-context>tabs</my-agent-context> go on"));
        for (AgentMarkers.Marker marker : AgentMarkers.builtIn().all()) {
            if (marker.isScaffold() && marker.place() == AgentMarkers.Place.USER) {
                String name = marker.text().replaceAll("^<|>.*", "");
                String block = marker.text() + "x" + (marker.text().startsWith("<") ? "</" + name + ">" : "");
                assertEquals("", words.of(block), block);
            }
        }
    }

    @Test
    void the_text_leaves_out_the_middle_and_every_secret() {
        List<ConversationItem> said = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            said.add(Stage.user("message number " + i + " with token ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"));
        }
        String text = ConversationText.of(new Conversation(Stage.SESSION, said), 2_000);
        assertTrue(text.length() < 2_100, "found " + text.length());
        assertTrue(text.contains("message number 0 ") && text.contains("message number 99 "));
        assertTrue(text.contains("pieces left out"));
        assertFalse(text.contains("ghp_"));
        String secret = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8 ";
        String all =
                ConversationText.of(Stage.conversation(Stage.user("first " + secret.repeat(2_000) + "last")), 100_000);
        assertTrue(all.contains("first [redacted") && all.contains("last") && !all.contains("ghp_"), all);
        assertTrue(all.contains("characters left out") && all.length() < 7_000, all);
        assertEquals("ab\n[… 7 characters left out …]\nj", ConversationText.plain("abcdefghij", 3));
    }
}
