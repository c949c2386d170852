package dev.throughline.simulator.evidence;

import dev.throughline.simulator.json.Texts;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.RecordedMessage.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows tokens through a session: where each was seen, and which answers use what was rarely seen. */
public final class EvidenceFinder {
    private static final int MOST_SOURCES = 3;
    private static final double CHARS_PER_TOKEN = 4;
    private static final double FRAME_TOKENS = 4;

    private final List<RecordedMessage> messages;
    private final Map<EvidenceToken, List<Integer>> seen = new HashMap<>();
    private final List<Integer> turns = new ArrayList<>();

    private EvidenceFinder(List<RecordedMessage> messages) {
        this.messages = messages;
    }

    /** The evidence of every assistant message, by its index. */
    public static Map<Integer, List<Evidence>> of(List<RecordedMessage> messages) {
        return new EvidenceFinder(messages).follow();
    }

    private Map<Integer, List<Evidence>> follow() {
        Map<Integer, List<Evidence>> used = new HashMap<>();
        int turn = 0;
        for (int i = 0; i < messages.size(); i++) {
            turns.add(turn);
            Set<EvidenceToken> tokens = TokenScanner.of(text(messages.get(i)));
            if (messages.get(i).is(Role.ASSISTANT)) {
                used.put(i, evidence(tokens, turn));
                turn++;
            }
            for (EvidenceToken token : tokens) {
                List<Integer> sources = seen.computeIfAbsent(token, _ -> new ArrayList<>(1));
                if (sources.size() <= MOST_SOURCES) {
                    sources.add(i);
                }
            }
        }
        return used;
    }

    private List<Evidence> evidence(Set<EvidenceToken> tokens, int turn) {
        List<Evidence> used = new ArrayList<>();
        for (EvidenceToken token : tokens) {
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
    private static String text(RecordedMessage message) {
        if (message.calls().isEmpty()) {
            return message.content();
        }
        StringBuilder text = new StringBuilder(message.content());
        for (RecordedCall call : message.calls()) {
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
    public static double tokens(RecordedMessage message) {
        int chars = Texts.length(message.content());
        for (RecordedCall call : message.calls()) {
            chars += Texts.length(call.arguments()) + Texts.length(call.name());
        }
        return chars / CHARS_PER_TOKEN + FRAME_TOKENS;
    }
}
