package dev.throughline.replay.played;

import dev.throughline.model.Dialect;
import dev.throughline.replay.prompt.ReadBody;
import dev.throughline.replay.session.ReplayedSession;
import dev.throughline.replay.speech.Tail;
import dev.throughline.replay.text.Texts;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the main request of a turn by its end.
 *
 * <p>Exchanges that a gateway appended on its own (calls with ids that the session never used) are skipped; a result is
 * recognised by its id, a text by its words, also when it was shortened or something was put around it.
 */
final class Endings {
    private static final int SHORT_TAIL = 40;
    private static final int TAIL_SAMPLE = 160;

    private Endings() {}

    /** One message of a history: the ids of results and calls in it, and what a user says. */
    private static final class Last {
        private final Set<String> results = new HashSet<>();
        private final Set<String> calls = new HashSet<>();
        private final List<String> texts = new ArrayList<>();
    }

    static boolean isMain(Dialect dialect, ReadBody body, ReplayedSession session) {
        Tail tail = session.tail().orElse(null);
        if (tail == null) {
            return false;
        }
        List<Json> history = body.historyJson();
        for (int i = history.size() - 1; i >= 0; i--) {
            if (!(history.get(i) instanceof Json.Obj message)) {
                return false;
            }
            Last last = last(dialect, message);
            boolean isSame = tail.isResult()
                    ? last.results.contains(tail.callId())
                    : last.texts.stream().anyMatch(text -> isSame(text, tail.text()));
            if (isSame) {
                return true;
            }
            if (!isForeign(last, session)) {
                return false;
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

    private static Last last(Dialect dialect, Json.Obj message) {
        Last last = new Last();
        String role = message.text("role").orElse("");
        if (dialect == Dialect.MESSAGES && message.get("content") instanceof Json.Arr blocks) {
            blocks.elements().forEach(block -> block(block, role, last));
        } else if (role.equals("user") || role.equals("system") || role.equals("developer")) {
            last.texts.add(text(message.get("content")));
        } else if (role.equals("tool")) {
            last.results.add(message.text("tool_call_id").orElse(""));
        } else if (message.type().endsWith("call_output")) {
            last.results.add(message.text("call_id").orElse(""));
        } else if (message.has("call_id")) {
            last.calls.add(message.text("call_id").orElse(""));
        } else {
            for (Json each : message.list("tool_calls")) {
                last.calls.add(each instanceof Json.Obj call ? call.text("id").orElse("") : "");
            }
        }
        return last;
    }

    private static void block(Json value, String role, Last last) {
        if (!(value instanceof Json.Obj block)) {
            return;
        }
        switch (block.type()) {
            case "tool_result" -> last.results.add(block.text("tool_use_id").orElse(""));
            case "tool_use" -> last.calls.add(block.text("id").orElse(""));
            default -> {
                if (role.equals("user")) {
                    last.texts.add(block.text("text").orElse(""));
                }
            }
        }
    }

    private static String text(@Nullable Json content) {
        if (content instanceof Json.Arr parts) {
            List<String> texts = new ArrayList<>();
            for (Json each : parts.elements()) {
                texts.add(each instanceof Json.Obj part ? part.text("text").orElse("") : "");
            }
            return String.join("\n", texts);
        }
        return content instanceof Json.Text text ? text.value() : "";
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
