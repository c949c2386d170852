package dev.throughline.simulator.recording;

import dev.throughline.simulator.json.Texts;
import dev.throughline.simulator.recording.RecordedMessage.Role;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a recording whole, so that every request of the session is valid for a strict provider:
 *
 * <ul>
 *   <li>results stand directly after the message that called them, in the order of the calls;
 *   <li>a call without result gets a short one, a result without call gets a call;
 *   <li>ids are unique and well formed, tool names too;
 *   <li>no message is empty, no two assistant messages touch, and the first message is not an answer.
 * </ul>
 *
 * <pre>
 *   before   assistant(call a, call b)   result b   assistant ""
 *   after    assistant(call a, call b)   result a "[no result …]"   result b   user "Continue."   assistant "(no text)"
 * </pre>
 */
final class RecordingRepair {
    private static final String NO_RESULT = "[no result was recorded]";
    private static final String NO_TEXT = "(no text)";
    private static final String CONTINUE = "Continue.";
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_ID = 64;

    /** An assistant message, or any other, with the results of its calls in the order of the calls. */
    private static final class Exchange {
        private RecordedMessage message;
        private final List<@Nullable RecordedMessage> results = new ArrayList<>();

        private Exchange(RecordedMessage message) {
            this.message = message;
        }
    }

    /** A call that waits for its result. */
    private record Waiting(Exchange exchange, int position) {}

    private final List<Exchange> exchanges = new ArrayList<>();
    private final Map<String, Deque<Waiting>> open = new HashMap<>();
    private @Nullable Exchange latest;

    private RecordingRepair() {}

    static List<RecordedMessage> of(List<RecordedMessage> recorded) {
        RecordingRepair repair = new RecordingRepair();
        recorded.forEach(repair::take);
        return repair.inOrder();
    }

    private void take(RecordedMessage raw) {
        RecordedMessage message = raw.withContent(clean(raw.content()));
        switch (message.role()) {
            case ASSISTANT -> answer(message);
            case TOOL -> result(message);
            case SYSTEM, USER -> said(message);
        }
    }

    private void answer(RecordedMessage raw) {
        List<RecordedCall> calls =
                raw.calls().stream().map(RecordingRepair::whole).toList();
        boolean saysNothing = calls.isEmpty() && Texts.isBlank(raw.content());
        Exchange exchange = new Exchange(raw.withCalls(calls).withContent(saysNothing ? NO_TEXT : raw.content()));
        for (int i = 0; i < calls.size(); i++) {
            exchange.results.add(null);
            open.computeIfAbsent(calls.get(i).id(), _ -> new ArrayDeque<>()).add(new Waiting(exchange, i));
        }
        exchanges.add(exchange);
        latest = exchange;
    }

    private void result(RecordedMessage message) {
        Deque<Waiting> waiting = open.get(message.callId());
        if (waiting != null && !waiting.isEmpty()) {
            Waiting call = waiting.remove();
            call.exchange().results.set(call.position(), message);
        } else if (latest != null) {
            adopt(latest, message);
        } else {
            said(RecordedMessage.text(Role.USER, message.content(), message.at()));
        }
    }

    /** A result that nobody waits for gets a call on the nearest answer before it. */
    private static void adopt(Exchange exchange, RecordedMessage result) {
        List<RecordedCall> calls = new ArrayList<>(exchange.message.calls());
        calls.add(whole(new RecordedCall("", result.name(), "{}")));
        String content = exchange.message.content();
        exchange.message = exchange.message.withCalls(calls).withContent(content.equals(NO_TEXT) ? "" : content);
        exchange.results.add(result);
    }

    private void said(RecordedMessage message) {
        if (!Texts.isBlank(message.content())) {
            exchanges.add(new Exchange(message));
        }
    }

    private List<RecordedMessage> inOrder() {
        List<RecordedMessage> out = new ArrayList<>();
        Set<String> used = new HashSet<>();
        int number = 0;
        for (Exchange exchange : exchanges) {
            RecordedMessage message = exchange.message;
            if (!message.is(Role.ASSISTANT)) {
                out.add(message);
                continue;
            }
            if (mayNotAnswer(out)) {
                out.add(RecordedMessage.text(Role.USER, CONTINUE, message.at()));
            }
            List<RecordedCall> calls = new ArrayList<>();
            List<RecordedMessage> results = new ArrayList<>();
            for (int i = 0; i < message.calls().size(); i++) {
                RecordedCall call = unique(message.calls().get(i), ++number, used);
                RecordedMessage result = exchange.results.get(i);
                calls.add(call);
                results.add(
                        result == null
                                ? RecordedMessage.result(call, NO_RESULT, message.at())
                                : result.answering(call));
            }
            out.add(message.withCalls(calls));
            out.addAll(results);
        }
        return out;
    }

    private static boolean mayNotAnswer(List<RecordedMessage> before) {
        return before.isEmpty()
                || before.getLast().is(Role.ASSISTANT)
                || before.stream().allMatch(message -> message.is(Role.SYSTEM));
    }

    private static RecordedCall unique(RecordedCall call, int number, Set<String> used) {
        boolean isGood = isId(call.id()) && !used.contains(call.id());
        RecordedCall good =
                isGood ? call : new RecordedCall("call_r%05d".formatted(number), call.name(), call.arguments());
        used.add(good.id());
        return good;
    }

    private static RecordedCall whole(RecordedCall call) {
        String name = call.name().isEmpty() ? "tool" : call.name();
        String arguments = clean(call.arguments());
        return new RecordedCall(call.id(), wellFormed(name), arguments.isEmpty() ? "{}" : arguments);
    }

    private static String wellFormed(String name) {
        StringBuilder out = new StringBuilder();
        name.codePoints().limit(LONGEST_NAME).forEach(c -> out.append(isNameLetter(c) ? (char) c : '_'));
        return out.toString();
    }

    private static boolean isId(String id) {
        return !id.isEmpty() && id.length() <= LONGEST_ID && id.chars().allMatch(RecordingRepair::isNameLetter);
    }

    private static boolean isNameLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    /** A text that survives UTF-8: recordings may hold half of a pair of surrogates. */
    private static String clean(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            }
        }
        return text;
    }
}
