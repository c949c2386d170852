package dev.throughline.simulator.replay;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.json.Texts;
import dev.throughline.simulator.request.RequestTail;
import dev.throughline.simulator.session.ReplayedSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Recognises the main request of a turn by its end.
 *
 * <p>Exchanges that a gateway appended on its own (calls with ids that the session never used) are skipped; a result is
 * recognised by its id, a text by its words, also when it was shortened or something was put around it.
 */
final class MainRequest {
    private static final int SHORT_TAIL = 40;
    private static final int TAIL_SAMPLE = 160;

    private MainRequest() {}

    /** One message of a history: the ids of results and calls in it, and what a user says. */
    private static final class Last {
        private final Set<String> results = new HashSet<>();
        private final Set<String> calls = new HashSet<>();
        private final List<String> texts = new ArrayList<>();
    }

    static boolean isMain(SimulatedDialect dialect, JsonNode body, ReplayedSession session) {
        RequestTail tail = session.tail().orElse(null);
        if (tail == null) {
            return false;
        }
        JsonNode history = body.path(dialect == SimulatedDialect.RESPONSES ? "input" : "messages");
        if (history.isString()) {
            return !tail.isResult() && isSame(history.stringValue(), tail.text());
        }
        for (int i = history.size() - 1; i >= 0; i--) {
            Last last = last(dialect, history.path(i));
            boolean isSame = tail.isResult()
                    ? last.results.contains(tail.callId())
                    : last.texts.stream().anyMatch(text -> isSame(text, tail.text()));
            if (isSame || !isForeign(last, session)) {
                return isSame;
            }
        }
        return false;
    }

    private static boolean isForeign(Last last, ReplayedSession session) {
        boolean hasAny = !last.results.isEmpty() || !last.calls.isEmpty();
        return hasAny
                && last.results.stream().noneMatch(session::isOwnCall)
                && last.calls.stream().noneMatch(session::isOwnCall);
    }

    private static Last last(SimulatedDialect dialect, JsonNode message) {
        Last last = new Last();
        String role = JsonNodes.text(message, "role");
        if (dialect == SimulatedDialect.MESSAGES && message.path("content").isArray()) {
            message.path("content").forEach(block -> block(block, role, last));
        } else if (role.equals("user") || role.equals("system") || role.equals("developer")) {
            last.texts.add(text(message.path("content")));
        } else if (role.equals("tool")) {
            last.results.add(JsonNodes.text(message, "tool_call_id"));
        } else if (JsonNodes.text(message, "type").endsWith("call_output")) {
            last.results.add(JsonNodes.text(message, "call_id"));
        } else if (message.has("call_id")) {
            last.calls.add(JsonNodes.text(message, "call_id"));
        } else {
            message.path("tool_calls").forEach(call -> last.calls.add(JsonNodes.text(call, "id")));
        }
        return last;
    }

    private static void block(JsonNode block, String role, Last last) {
        switch (JsonNodes.text(block, "type")) {
            case "tool_result" -> last.results.add(JsonNodes.text(block, "tool_use_id"));
            case "tool_use" -> last.calls.add(JsonNodes.text(block, "id"));
            default -> {
                if (role.equals("user")) {
                    last.texts.add(JsonNodes.text(block, "text"));
                }
            }
        }
    }

    private static String text(JsonNode content) {
        return content.isArray()
                ? content.valueStream()
                        .map(part -> JsonNodes.text(part, "text"))
                        .collect(Collectors.joining("\n"))
                : content.asString("");
    }

    static boolean isSame(String found, String wanted) {
        String text = Texts.strip(found);
        String tail = Texts.strip(wanted);
        if (Texts.length(tail) < SHORT_TAIL) {
            return text.startsWith(tail)
                    || text.endsWith(tail)
                    || text.lines().anyMatch(line -> Texts.strip(line).equals(tail));
        }
        if (text.contains(tail)) {
            return true;
        }
        int sample = Math.min(TAIL_SAMPLE, tail.length());
        return text.contains(tail.substring(0, sample)) || text.contains(tail.substring(tail.length() - sample));
    }
}
