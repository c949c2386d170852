package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChatKeyTest {
    private static final long SEED = Long.getLong("seed", 20_261_118);
    private static final int ORIGINS = 20_000;

    /** Texts that look like parts of keys, like encodings, or like each other. */
    private static final List<String> NAMES = List.of(
            "main",
            "dm",
            "group",
            "topic",
            "subagent",
            "agent",
            "cron",
            "node",
            "ada",
            "~ada",
            "~",
            "%7Eada",
            "%",
            "a:b",
            "a%3Ab",
            "a/b",
            "a b",
            " a",
            "a",
            "A",
            "é",
            "e\u0301",
            "\n",
            "\u200b",
            "🌍",
            "discord",
            "discord:1",
            "1",
            "x".repeat(300),
            "x".repeat(301),
            "dm:ada",
            "ada:dm");

    private static final IdentityLinks LINKS = IdentityLinks.of(
            Map.of("ada", List.of("discord:1", "A"), "~ada", List.of("dm:a"), "main", List.of("é")), List.of("1"));

    @Test
    void different_origins_have_different_keys_and_each_is_read_back() {
        Random random = new Random(SEED);
        for (KeyScope scope : KeyScope.values()) {
            ChatKeys keys = new ChatKeys(scope, "main", LINKS);
            Map<SessionKey, List<Object>> seen = new HashMap<>();
            for (int i = 0; i < ORIGINS; i++) {
                ChatOrigin origin = origin(random);
                ChatKey key = keys.of(origin);
                List<Object> relevant = relevant(scope, origin);
                List<Object> before = seen.putIfAbsent(key.key(), relevant);
                assertTrue(
                        before == null || before.equals(relevant), () -> "seed " + SEED + ": " + key + ": " + before);
                if (!key.key().text().startsWith("long:")) {
                    assertEquals(Optional.of(key), ChatKey.parse(key.key().text()), () -> "seed " + SEED);
                }
            }
            // The same for equal origins: as many keys as there are different relevant parts.
            assertEquals(seen.size(), seen.values().stream().distinct().count(), () -> "seed " + SEED);
        }
    }

    private static ChatOrigin origin(Random random) {
        Map<OriginField, String> fields = new EnumMap<>(OriginField.class);
        for (OriginField field : OriginField.values()) {
            String name = random.nextBoolean() ? NAMES.get(random.nextInt(NAMES.size())) : KeyPartTest.anyText(random);
            if (!name.isBlank()) {
                fields.put(field, name);
            }
            fields.putIfAbsent(field, "other");
        }
        if (random.nextBoolean()) {
            fields.remove(OriginField.THREAD);
        }
        List<ChatType> types = new ArrayList<>(List.of(ChatType.values()));
        if (!fields.containsKey(OriginField.THREAD)) {
            types.remove(ChatType.THREAD);
        }
        return OriginHeaders.origin(Optional.of(types.get(random.nextInt(types.size()))), fields);
    }

    /** The parts of an origin that distinguish sessions, without any encoding. */
    private static List<Object> relevant(KeyScope scope, ChatOrigin origin) {
        return switch (origin.type()) {
            case DM -> {
                String peer = origin.field(OriginField.PEER).orElseThrow();
                Object person = person(origin.field(OriginField.CHANNEL).orElseThrow(), peer);
                Object channel = field(origin, OriginField.CHANNEL);
                yield switch (scope) {
                    case MAIN -> List.of("dm", origin.agent());
                    case PER_PEER -> List.of("dm", origin.agent(), person);
                    case PER_CHANNEL_PEER -> List.of("dm", origin.agent(), person, channel);
                    case PER_ACCOUNT_CHANNEL_PEER ->
                        List.of("dm", origin.agent(), person, channel, field(origin, OriginField.ACCOUNT));
                };
            }
            case GROUP, THREAD ->
                List.of(
                        "group",
                        origin.agent(),
                        field(origin, OriginField.CHANNEL),
                        field(origin, OriginField.GROUP),
                        origin.field(OriginField.THREAD));
            case CRON -> List.of("cron", origin.agent(), field(origin, OriginField.JOB));
            case HOOK -> List.of("hook", origin.agent(), field(origin, OriginField.HOOK));
            case SUBAGENT -> List.of("subagent", origin.agent(), field(origin, OriginField.SUBAGENT));
            case NODE -> List.of("node", origin.agent(), field(origin, OriginField.NODE));
        };
    }

    private static Object field(ChatOrigin origin, OriginField field) {
        return origin.field(field).orElseThrow();
    }

    private static Object person(String channel, String peer) {
        if (channel.equals("discord") && peer.equals("1")) {
            return new PeerName("ada", true);
        }
        if (channel.equals("dm") && peer.equals("a")) {
            return new PeerName("~ada", true);
        }
        return Objects.requireNonNullElse(
                Map.of(
                                "A",
                                new PeerName("ada", true),
                                "é",
                                new PeerName("main", true),
                                "1",
                                new PeerName("owner", true))
                        .get(peer),
                new PeerName(peer, false));
    }

    @Test
    void other_texts_are_no_derived_keys() {
        for (String key : List.of(
                "main",
                "agent",
                "agent:a",
                "agent::main",
                "agent:a: ",
                "agent:a:dm",
                "agent:a:slack:channel:9",
                "agent:a:c:group:g:thread:t",
                "agent:a:c:d:e:dm:p",
                "cron:a:b",
                "hook:",
                "node-",
                "node",
                "Agent:a:main",
                "long:s2:0198",
                "claude:0198")) {
            Optional<ChatKey> parsed = ChatKey.parse(key);
            assertTrue(parsed.isEmpty() || key.equals("agent:a:dm"), () -> key + " is " + parsed);
        }
        assertEquals(Optional.of(new ChatKey.MainChat("a", "dm")), ChatKey.parse("agent:a:dm"));
    }

    @Test
    void a_key_tells_its_origin() {
        assertEquals(
                new ChatOrigin(
                        ChatType.THREAD,
                        Map.of(
                                OriginField.AGENT, "a",
                                OriginField.CHANNEL, "c",
                                OriginField.GROUP, "g:1",
                                OriginField.THREAD, "7")),
                ChatKey.parse("agent:a:c:group:g%3A1:topic:7").orElseThrow().origin());
        assertEquals(
                new ChatOrigin(ChatType.DM, Map.of(OriginField.AGENT, "a", OriginField.PEER, "ada")),
                ChatKey.parse("agent:a:dm:~ada").orElseThrow().origin());
        assertEquals(
                new ChatOrigin(ChatType.CRON, Map.of(OriginField.AGENT, "main", OriginField.JOB, "nightly")),
                ChatKey.parse("cron:nightly").orElseThrow().origin());
    }
}
