package dev.throughline.replay.evidence;

import dev.throughline.replay.recording.Call;
import dev.throughline.replay.recording.Message;
import dev.throughline.replay.recording.Message.Role;
import dev.throughline.replay.text.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows tokens through a session: where each was seen, and which answers use what was rarely seen. */
public final class Sightings {
    private static final int MOST_SOURCES = 3;
    private static final double CHARS_PER_TOKEN = 4;
    private static final double FRAME_TOKENS = 4;

    private final List<Message> messages;
    private final Map<Token, List<Integer>> seen = new HashMap<>();
    private final List<Integer> turns = new ArrayList<>();

    private Sightings(List<Message> messages) {
        this.messages = messages;
    }

    /** The evidence of every assistant message, by its index. */
    public static Map<Integer, List<Evidence>> of(List<Message> messages) {
        return new Sightings(messages).follow();
    }

    private Map<Integer, List<Evidence>> follow() {
        Map<Integer, List<Evidence>> used = new HashMap<>();
        int turn = 0;
        for (int i = 0; i < messages.size(); i++) {
            turns.add(turn);
            Set<Token> tokens = Words.of(text(messages.get(i)));
            if (messages.get(i).is(Role.ASSISTANT)) {
                used.put(i, evidence(tokens, turn));
                turn++;
            }
            for (Token token : tokens) {
                List<Integer> sources = seen.computeIfAbsent(token, _ -> new ArrayList<>(1));
                if (sources.size() <= MOST_SOURCES) {
                    sources.add(i);
                }
            }
        }
        return used;
    }

    private List<Evidence> evidence(Set<Token> tokens, int turn) {
        List<Evidence> used = new ArrayList<>();
        for (Token token : tokens) {
            List<Integer> sources = seen.getOrDefault(token, List.of());
            if (!sources.isEmpty()
                    && sources.size() <= MOST_SOURCES
                    && sources.stream().anyMatch(this::isInput)) {
                used.add(new Evidence(token, sources, turn - turns.get(sources.getLast())));
            }
        }
        return used;
    }

    private boolean isInput(int index) {
        return switch (messages.get(index).role()) {
            case TOOL, USER -> true;
            case SYSTEM, ASSISTANT -> false;
        };
    }

    /** A message as a reader sees it: JSON escapes of arguments undone, where there are any. */
    private static String text(Message message) {
        if (message.calls().isEmpty()) {
            return message.content();
        }
        StringBuilder text = new StringBuilder(message.content());
        for (Call call : message.calls()) {
            text.append('\n').append(call.name()).append(' ').append(readable(call.arguments()));
        }
        return text.toString();
    }

    private static String readable(String arguments) {
        return arguments.indexOf('\\') < 0
                ? arguments
                : Texts.unescaped(arguments).orElse(arguments);
    }

    /** The size of one message with its frame. */
    public static double tokens(Message message) {
        int chars = Texts.length(message.content());
        for (Call call : message.calls()) {
            chars += Texts.length(call.arguments()) + Texts.length(call.name());
        }
        return chars / CHARS_PER_TOKEN + FRAME_TOKENS;
    }
}
