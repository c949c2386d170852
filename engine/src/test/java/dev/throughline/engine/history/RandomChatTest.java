package dev.throughline.engine.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.wire.Reply.Ending;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random chats with resets, commands, undone resets, deleted sessions, tools, failures, messages at the same time and
 * restarts, compared with a simple model. The fixture checks that a provider would accept each request.
 */
final class RandomChatTest {
    private static final long SEED = 7_042_026;
    private static final int CHATS = 20;
    private static final int STEPS = 30;
    private static final int REFUSED = 400;
    private static final int OVERLOADED = 529;

    static Stream<Arguments> chats() {
        return Stream.of("chat", "messages", "responses")
                .flatMap(dialect -> Stream.of(HistoryHolder.values()).map(holder -> Arguments.of(dialect, holder)));
    }

    @ParameterizedTest
    @MethodSource("chats")
    void the_model_sees_what_belongs_to_the_session(String dialect, HistoryHolder holder) {
        for (int i = 0; i < CHATS; i++) {
            new RandomChat(dialect, holder, new Random(SEED + i)).run();
        }
    }

    /** What was said, in order, and where each session begins in it. */
    private static final class Model {
        final List<String> said = new ArrayList<>();

        /** Each message of this session with all that follows from it. */
        List<List<String>> session = new ArrayList<>();

        int start;
        boolean hasTurn;

        /** The sessions before, for undoing, with their talk and where they begin. */
        final Deque<Model> before = new ArrayDeque<>();

        private Model copy() {
            Model copy = new Model();
            copy.session = session;
            copy.start = start;
            copy.hasTurn = hasTurn;
            return copy;
        }

        void reset() {
            if (hasTurn) { // A session without a turn is not replaced.
                before.push(copy());
                session = new ArrayList<>();
                start = said.size();
                hasTurn = false;
            }
        }

        void undo() {
            Model now = copy();
            Model last = before.pop();
            before.push(now);
            session = last.session;
            start = last.start;
            hasTurn = last.hasTurn;
        }

        /** A message begins an exchange. */
        List<String> begin(String message) {
            List<String> exchange = new ArrayList<>();
            session.add(exchange);
            hasTurn = true;
            add(exchange, message);
            return exchange;
        }

        void add(List<String> exchange, String text) {
            said.add(text);
            exchange.add(text);
        }

        /** The provider refuses the newest message, and the client forgets it. */
        void refuse() {
            said.removeLast();
            while (!session.isEmpty() && session.getLast().getLast().startsWith("message")) {
                session.removeLast();
            }
        }

        List<String> visible(HistoryHolder holder) {
            return holder == HistoryHolder.CLIENT
                    ? said.subList(start, said.size())
                    : session.stream().flatMap(List::stream).toList();
        }
    }

    private static final class RandomChat {
        private final ChatFixture chat;
        private final Random random;
        private final Model model = new Model();
        private final List<String> steps = new ArrayList<>();
        private final boolean deletes;
        private int number;

        RandomChat(String dialect, HistoryHolder holder, Random random) {
            this.chat = new ChatFixture(dialect, holder);
            this.random = random;
            // If a reset was undone, the commands of a deleted session cannot be recognised.
            this.deletes = random.nextBoolean();
            steps.add(dialect + " " + holder);
        }

        private boolean isHeld() {
            return chat.holder == HistoryHolder.GATEWAY;
        }

        void run() {
            say("");
            for (int i = 0; i < STEPS; i++) {
                step();
            }
        }

        private void step() {
            switch (random.nextInt(18)) {
                case 0 -> {
                    model.reset();
                    say("/new ");
                }
                case 1 -> resetByCommand();
                case 2 -> {
                    steps.add("/status");
                    chat.command("/status " + number++);
                }
                case 3 -> {
                    chat.pass(Duration.ofHours(2));
                    model.reset();
                    say("");
                }
                case 4 -> undoOrDelete();
                case 5 -> useTool(/* sendsAll= */ false);
                case 6 -> chat.restart();
                case 7 -> useTwoTools();
                case 8 -> refuse();
                case 9 -> fail();
                case 10 -> cut();
                case 11 -> sayTwo();
                case 12 -> useTool(/* sendsAll= */ isHeld());
                case 13 -> interruptTool(/* resets= */ false);
                case 14 -> interruptTool(/* resets= */ true);
                default -> say("");
            }
        }

        private void resetByCommand() {
            steps.add("/new");
            model.reset();
            chat.command("/new");
        }

        private void undoOrDelete() {
            if (deletes) {
                steps.add("delete");
                chat.card().previous().map(id -> new SessionRef(Tenant.LOCAL, id)).stream()
                        .filter(ref -> chat.store.find(ref).isPresent())
                        .forEach(chat::delete);
            } else if (model.hasTurn && !model.before.isEmpty()) {
                steps.add("undo");
                model.undo();
                chat.undo();
            }
        }

        /** The person sends a message, which is the same as the last one if the client repeats it. */
        private RecordedTurn send(String word, String text) {
            steps.add(word + text);
            RecordedTurn turn = chat.send(List.of(chat.user(word + text)));
            check();
            return turn;
        }

        private void answer(RecordedTurn turn, List<String> exchange, String text) {
            chat.answer(turn, List.of(chat.assistant(text)));
            model.add(exchange, text);
        }

        private void say(String word) {
            String text = "message " + number++;
            List<String> exchange = model.begin(text);
            answer(send(word, text), exchange, "answer to " + text);
        }

        private void refuse() {
            String text = "message " + number++;
            model.begin(text);
            chat.end(send("", text), REFUSED, Ending.FAILED, List.of());
            steps.add("refused");
            chat.remembered.removeLast();
            model.refuse();
        }

        /** The provider cannot be reached; sometimes the client tries again. */
        private void fail() {
            String text = "message " + number++;
            List<String> exchange = model.begin(text);
            chat.end(send("", text), OVERLOADED, Ending.FAILED, List.of());
            steps.add("failed");
            if (random.nextBoolean()) {
                chat.remembered.removeLast();
                answer(send("", text), exchange, "answer to " + text);
            }
        }

        /** An answer is cut; sometimes the client sends the message again. */
        private void cut() {
            String text = "message " + number++;
            List<String> exchange = model.begin(text);
            RecordedTurn turn = send("", text);
            List<Bytes> part = List.of(chat.assistant("part " + number++));
            chat.end(turn, 200, Ending.CUT, part);
            steps.add("cut");
            if (random.nextBoolean()) {
                chat.remembered.removeLast();
                answer(send("", text), exchange, "answer to " + text);
            } else {
                chat.remembered.addAll(part);
                model.add(exchange, "part " + (number - 1));
            }
        }

        /** Two messages arrive at the same time. */
        private void sayTwo() {
            String first = "message " + number++;
            List<String> one = model.begin(first);
            RecordedTurn firstTurn = send("", first);
            String second = "message " + number++;
            List<String> two = model.begin(second);
            RecordedTurn secondTurn = send("", second);
            if (random.nextBoolean()) {
                answer(secondTurn, two, "answer to " + second);
                answer(firstTurn, one, "answer to " + first);
            } else {
                answer(firstTurn, one, "answer to " + first);
                answer(secondTurn, two, "answer to " + second);
            }
        }

        /** The texts of elements that the client sends. */
        private List<String> texts(List<Bytes> elements) {
            return chat.texts(chat.wire.decode(chat.turn(elements).request().body()));
        }

        /** @param sendsAll whether the client sends its message and the call with the result */
        private void useTool(boolean sendsAll) {
            String call = "call" + number++;
            String text = "use " + call;
            List<String> exchange = model.begin(text);
            chat.answer(send("", text), List.of(chat.call(call)));
            finishTool(call, exchange, sendsAll ? List.of(chat.user(text), chat.call(call)) : List.of());
        }

        private void finishTool(String call, List<String> exchange, List<Bytes> repeated) {
            texts(List.of(chat.call(call), chat.result(call))).forEach(text -> model.add(exchange, text));
            RecordedTurn used = chat.send(Stream.concat(repeated.stream(), Stream.of(chat.result(call)))
                    .toList());
            check();
            answer(used, exchange, "used " + call);
        }

        /** The model calls two tools at once; the results may be sent again. */
        private void useTwoTools() {
            String one = "call" + number++;
            String two = "call" + number++;
            String text = "use " + one + " " + two;
            List<String> exchange = model.begin(text);
            chat.answer(send("", text), chat.calls(one, two));
            List<Bytes> results = chat.results(one, two);
            texts(results).forEach(result -> model.add(exchange, result));
            RecordedTurn used = chat.send(results);
            check();
            if (random.nextBoolean()) {
                steps.add("failed");
                chat.end(used, OVERLOADED, Ending.FAILED, List.of());
                results.forEach(_ -> chat.remembered.removeLast());
                used = chat.send(results);
                check();
            }
            answer(used, exchange, "used " + one);
        }

        /** While a tool runs, another message is answered, or the session is reset. Then its result arrives. */
        private void interruptTool(boolean resets) {
            if (!isHeld()) {
                return; // A client that holds the history sends the result first.
            }
            String call = "call" + number++;
            String text = "use " + call;
            List<String> begun = model.begin(text);
            chat.answer(send("", text), List.of(chat.call(call)));
            List<String> beside = texts(List.of(chat.call(call)));
            beside.forEach(each -> model.add(begun, each)); // The call itself is left out until it has a result.
            // After a reset, the session before keeps the call without its result.
            List<String> exchange = resets ? new ArrayList<>(begun) : begun;
            if (resets) {
                resetByCommand();
                model.session.add(exchange);
                model.hasTurn = true;
            } else {
                say("");
            }
            int index = model.session.indexOf(exchange);
            List<List<String>> later = new ArrayList<>(model.session.subList(index + 1, model.session.size()));
            model.session.subList(index + 1, model.session.size()).clear();
            exchange.removeAll(beside);
            finishTool(call, exchange, List.of());
            model.session.addAll(later);
        }

        private void check() {
            assertEquals(model.visible(chat.holder), chat.texts(), steps::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "messages", "responses"})
    void rewritten_elements_of_earlier_sessions_never_return(String dialect) {
        Random random = new Random(SEED);
        ChatFixture chat = new ChatFixture(dialect, HistoryHolder.CLIENT);
        for (int i = 0; i < 40; i++) {
            String word = i % 5 == 4 ? "/new " : "";
            int size = chat.remembered.size();
            int end = size - (i % 5) * 2;
            int changed = end <= 2 ? -1 : random.nextInt((end - 2) / 2) * 2; // Not the last turn of an earlier session.
            if (changed >= 0 && word.isEmpty() && i % 5 > 0) {
                chat.remembered.set(changed, chat.user("rewritten " + i));
            }
            chat.say(word + "message " + i, "answer " + i);
            assertTrue(chat.texts().stream().noneMatch(text -> text.startsWith("rewritten")), chat.texts()::toString);
            assertEquals("message " + i, chat.texts().getLast());
            List<Integer> own = IntStream.range(0, chat.texts().size()).boxed().toList();
            assertTrue(own.size() <= 9 + (i < 5 ? 2 : 0), chat.texts()::toString);
        }
    }
}
