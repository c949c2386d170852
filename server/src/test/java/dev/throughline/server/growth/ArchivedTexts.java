package dev.throughline.server.growth;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A session that contains a few texts, each as a user message, a reply, a tool call and a tool result. */
final class ArchivedTexts {
    private static final TurnId TURN = new TurnId(new UUID(0, 1));

    private ArchivedTexts() {}

    static Recall of(String... texts) {
        List<ArchivedEntry> entries = new ArrayList<>();
        Map<Hash, Bytes> sources = new HashMap<>();
        Hash leaf = Entry.ROOT;
        for (String text : texts) {
            for (String element : elements(text)) {
                Bytes raw = Bytes.of(element);
                sources.put(raw.hash(), raw);
                entries.add(new ArchivedEntry(entries.size() + 1, Entry.Source.of(raw)));
                for (Item item : MessagesDialect.WIRE.itemise(raw, new Span(0, raw.length()))) {
                    Entry.Node node = node(leaf, item, raw);
                    entries.add(new ArchivedEntry(entries.size() + 1, node));
                    leaf = node.id();
                }
            }
        }
        Transcript transcript = Transcript.read(_ -> new StorePage<>(entries, Optional.empty()));
        return new Recall(transcript, id -> Optional.ofNullable(sources.get(id)), Dialects::of);
    }

    /** A Messages request with a text in every place. */
    static String messages(String text) {
        return "{\"model\":\"m\",\"system\":" + quoted(text) + ",\"messages\":[" + String.join(",", elements(text))
                + "],\"metadata\":{\"user_id\":" + quoted(text) + "}}";
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 16).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static List<String> elements(String text) {
        String said = quoted(text);
        return List.of(
                "{\"role\":\"user\",\"content\":" + said + "}",
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":" + said
                        + "},{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"bash\",\"input\":{\"command\":" + said
                        + "}}]}",
                "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\",\"content\":" + said
                        + "}]}");
    }

    private static Entry.Node node(Hash leaf, Item item, Bytes raw) {
        return new Entry.Node(
                Hash.node(leaf, item.id()),
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
                Instant.parse("2026-03-01T12:00:00Z"));
    }
}
