package dev.throughline.replay.recording;

import dev.throughline.replay.recording.Message.Role;
import dev.throughline.replay.text.Texts;
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
final class Repair {
    private static final String NO_RESULT = "[no result was recorded]";
    private static final String NO_TEXT = "(no text)";
    private static final String CONTINUE = "Continue.";
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_ID = 64;

    /** An assistant message, or any other, with the results of its calls in the order of the calls. */
    private static final class Exchange {
        private Message message;
        private final List<@Nullable Message> results = new ArrayList<>();

        private Exchange(Message message) {
            this.message = message;
        }
    }

    /** A call that waits for its result. */
    private record Waiting(Exchange exchange, int position) {}

    private final List<Exchange> exchanges = new ArrayList<>();
    private final Map<String, Deque<Waiting>> open = new HashMap<>();
    private @Nullable Exchange latest;

    private Repair() {}

    static List<Message> of(List<Message> recorded) {
        Repair repair = new Repair();
        recorded.forEach(repair::take);
        return repair.inOrder();
    }

    private void take(Message raw) {
        Message message = raw.withContent(clean(raw.content()));
        switch (message.role()) {
            case ASSISTANT -> answer(message);
            case TOOL -> result(message);
            case SYSTEM, USER -> said(message);
        }
    }

    private void answer(Message raw) {
        List<Call> calls = raw.calls().stream().map(Repair::whole).toList();
        boolean saysNothing = calls.isEmpty() && Texts.isBlank(raw.content());
        Exchange exchange = new Exchange(raw.withCalls(calls).withContent(saysNothing ? NO_TEXT : raw.content()));
        for (int i = 0; i < calls.size(); i++) {
            exchange.results.add(null);
            open.computeIfAbsent(calls.get(i).id(), _ -> new ArrayDeque<>()).add(new Waiting(exchange, i));
        }
        exchanges.add(exchange);
        latest = exchange;
    }

    private void result(Message message) {
        Deque<Waiting> waiting = open.get(message.callId());
        if (waiting != null && !waiting.isEmpty()) {
            Waiting call = waiting.remove();
            call.exchange().results.set(call.position(), message);
        } else if (latest != null) {
            adopt(latest, message);
        } else {
            said(Message.text(Role.USER, message.content(), message.at()));
        }
    }

    /** A result that nobody waits for gets a call on the nearest answer before it. */
    private static void adopt(Exchange exchange, Message result) {
        List<Call> calls = new ArrayList<>(exchange.message.calls());
        calls.add(whole(new Call("", result.name(), "{}")));
        String content = exchange.message.content();
        exchange.message = exchange.message.withCalls(calls).withContent(content.equals(NO_TEXT) ? "" : content);
        exchange.results.add(result);
    }

    private void said(Message message) {
        if (!Texts.isBlank(message.content())) {
            exchanges.add(new Exchange(message));
        }
    }

    private List<Message> inOrder() {
        List<Message> out = new ArrayList<>();
        Set<String> used = new HashSet<>();
        int number = 0;
        for (Exchange exchange : exchanges) {
            Message message = exchange.message;
            if (!message.is(Role.ASSISTANT)) {
                out.add(message);
                continue;
            }
            if (mayNotAnswer(out)) {
                out.add(Message.text(Role.USER, CONTINUE, message.at()));
            }
            List<Call> calls = new ArrayList<>();
            List<Message> results = new ArrayList<>();
            for (int i = 0; i < message.calls().size(); i++) {
                Call call = unique(message.calls().get(i), ++number, used);
                Message result = exchange.results.get(i);
                calls.add(call);
                results.add(result == null ? Message.result(call, NO_RESULT, message.at()) : result.answering(call));
            }
            out.add(message.withCalls(calls));
            out.addAll(results);
        }
        return out;
    }

    private static boolean mayNotAnswer(List<Message> before) {
        return before.isEmpty()
                || before.getLast().is(Role.ASSISTANT)
                || before.stream().allMatch(message -> message.is(Role.SYSTEM));
    }

    private static Call unique(Call call, int number, Set<String> used) {
        boolean isGood = isId(call.id()) && !used.contains(call.id());
        Call good = isGood ? call : new Call("call_r%05d".formatted(number), call.name(), call.arguments());
        used.add(good.id());
        return good;
    }

    private static Call whole(Call call) {
        String name = call.name().isEmpty() ? "tool" : call.name();
        String arguments = clean(call.arguments());
        return new Call(call.id(), wellFormed(name), arguments.isEmpty() ? "{}" : arguments);
    }

    private static String wellFormed(String name) {
        StringBuilder out = new StringBuilder();
        name.codePoints().limit(LONGEST_NAME).forEach(c -> out.append(isNameLetter(c) ? (char) c : '_'));
        return out.toString();
    }

    private static boolean isId(String id) {
        return !id.isEmpty() && id.length() <= LONGEST_ID && id.chars().allMatch(Repair::isNameLetter);
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
