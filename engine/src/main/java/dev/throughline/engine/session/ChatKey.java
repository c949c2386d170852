package dev.throughline.engine.session;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionKey;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A session key that was derived from the origin of messages. Every other key is a name that a client chose.
 *
 * <pre>
 *   agent:AGENT:MAIN                              {@link MainChat}: direct chats that share one session
 *   agent:AGENT[:CHANNEL[:ACCOUNT]]:dm:PEER       {@link Direct}
 *   agent:AGENT:CHANNEL:group:GROUP[:topic:ID]    {@link Group}
 *   agent:AGENT:subagent:ID                       {@link Job} of type SUBAGENT
 *   cron:ID  hook:ID  node-ID                     {@link Job} of the default agent
 *   agent:AGENT:cron:ID …:hook:ID …:node:ID       {@link Job} of another agent
 * </pre>
 *
 * <p>The names are encoded by {@link KeyPart}, so they contain no colon, and two different keys never have the same
 * text. A PEER that begins with {@code ~} is a linked person.
 */
public sealed interface ChatKey {
    /** The beginning of the key of a device. */
    String NODE = "node-";

    /** Direct chats of an agent that share one session. */
    record MainChat(String agent, String name) implements ChatKey {}

    /** Direct chats with one person. An account needs a channel. */
    record Direct(String agent, Optional<String> channel, Optional<String> account, PeerName peer) implements ChatKey {
        public Direct {
            if (account.isPresent() && channel.isEmpty()) {
                throw new IllegalArgumentException("The key of a direct chat has an account and no channel.");
            }
        }
    }

    /** A group, or a topic of a group. */
    record Group(String agent, String channel, String group, Optional<String> topic) implements ChatKey {}

    /** Something that is not a chat: a scheduled job, a webhook, a sub-agent or a device. */
    record Job(ChatType type, String agent, String id) implements ChatKey {}

    /** The text of the key, which may be longer than a key can be. */
    private String text() {
        return switch (this) {
            case MainChat main -> join("agent", main.agent, main.name);
            case Direct direct ->
                join(
                                "agent",
                                Stream.concat(
                                                Stream.of(direct.agent),
                                                Stream.concat(direct.channel.stream(), direct.account.stream()))
                                        .toArray(String[]::new))
                        + ":dm:" + direct.peer.part();
            case Group group ->
                join("agent", group.agent, group.channel)
                        + join(":group", group.group)
                        + group.topic.map(topic -> join(":topic", topic)).orElse("");
            case Job job -> jobText(job);
        };
    }

    private static String jobText(Job job) {
        if (job.type == ChatType.SUBAGENT || !job.agent.equals(ChatOrigin.DEFAULT_AGENT)) {
            return join("agent", job.agent) + join(":" + job.type.word(), job.id);
        }
        return job.type == ChatType.NODE ? NODE + KeyPart.encode(job.id) : join(job.type.word(), job.id);
    }

    private static String join(String first, String... names) {
        StringBuilder key = new StringBuilder(first);
        for (String name : names) {
            key.append(':').append(KeyPart.encode(name));
        }
        return key.toString();
    }

    /** The session key; if its text is too long, the hash of the text. */
    default SessionKey key() {
        return new SessionKey(SessionIdentifier.shortened(text()));
    }

    /** Reads the text of a key; empty if the key was not derived from an origin. */
    static Optional<ChatKey> parse(String key) {
        List<String> parts = List.of(key.split(":", -1));
        if (parts.stream().anyMatch(String::isBlank)) {
            return Optional.empty();
        }
        if (parts.size() == 1 && key.startsWith(NODE) && key.length() > NODE.length()) {
            return job(ChatType.NODE, key.substring(NODE.length()));
        }
        return switch (parts.getFirst()) {
            case "agent" -> agentKey(parts.subList(1, parts.size()));
            case "cron" -> parts.size() == 2 ? job(ChatType.CRON, parts.get(1)) : Optional.empty();
            case "hook" -> parts.size() == 2 ? job(ChatType.HOOK, parts.get(1)) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<ChatKey> job(ChatType type, String part) {
        return Optional.of(new Job(type, ChatOrigin.DEFAULT_AGENT, KeyPart.decode(part)));
    }

    /** @param parts the agent and what follows it */
    private static Optional<ChatKey> agentKey(List<String> parts) {
        List<String> names = parts.stream().map(KeyPart::decode).toList();
        int count = parts.size();
        if (count < 2) {
            return Optional.empty();
        }
        if (count == 2) {
            return Optional.of(new MainChat(names.get(0), names.get(1)));
        }
        Optional<ChatType> job =
                ChatType.find(parts.get(1)).filter(type -> idField(type).isPresent());
        if (count == 3 && job.filter(type -> type.word().equals(parts.get(1))).isPresent()) {
            return Optional.of(new Job(job.get(), names.get(0), names.get(2)));
        }
        if (count >= 3 && count <= 5 && parts.get(count - 2).equals("dm")) {
            return Optional.of(new Direct(
                    names.get(0),
                    count > 3 ? Optional.of(names.get(1)) : Optional.empty(),
                    count > 4 ? Optional.of(names.get(2)) : Optional.empty(),
                    PeerName.of(parts.getLast())));
        }
        boolean isGroup = (count == 4 || count == 6) && parts.get(2).equals("group");
        if (!isGroup || (count == 6 && !parts.get(4).equals("topic"))) {
            return Optional.empty();
        }
        return Optional.of(new Group(
                names.get(0), names.get(1), names.get(3), count == 6 ? Optional.of(names.get(5)) : Optional.empty()));
    }

    /** The agent that the session belongs to. */
    default String agentName() {
        return switch (this) {
            case MainChat main -> main.agent;
            case Direct direct -> direct.agent;
            case Group group -> group.agent;
            case Job job -> job.agent;
        };
    }

    /** What the key tells about the origin. The peer of a linked person is the name of that person. */
    default ChatOrigin origin() {
        Map<OriginField, String> fields = new EnumMap<>(OriginField.class);
        fields.put(OriginField.AGENT, agentName());
        ChatType type =
                switch (this) {
                    case MainChat _ -> ChatType.DM;
                    case Direct direct -> {
                        direct.channel.ifPresent(channel -> fields.put(OriginField.CHANNEL, channel));
                        direct.account.ifPresent(account -> fields.put(OriginField.ACCOUNT, account));
                        fields.put(OriginField.PEER, direct.peer.text());
                        yield ChatType.DM;
                    }
                    case Group group -> {
                        fields.put(OriginField.CHANNEL, group.channel);
                        fields.put(OriginField.GROUP, group.group);
                        group.topic.ifPresent(topic -> fields.put(OriginField.THREAD, topic));
                        yield group.topic.isPresent() ? ChatType.THREAD : ChatType.GROUP;
                    }
                    case Job job -> {
                        idField(job.type).ifPresent(field -> fields.put(field, job.id));
                        yield job.type;
                    }
                };
        return new ChatOrigin(type, fields);
    }

    /** The field with the id of a job, a webhook, a sub-agent or a device. */
    static Optional<OriginField> idField(ChatType type) {
        return switch (type) {
            case CRON -> Optional.of(OriginField.JOB);
            case HOOK -> Optional.of(OriginField.HOOK);
            case SUBAGENT -> Optional.of(OriginField.SUBAGENT);
            case NODE -> Optional.of(OriginField.NODE);
            case DM, GROUP, THREAD -> Optional.empty();
        };
    }
}
