package dev.throughline.engine.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.Bytes;
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

/** Random chats with resets, commands, undone resets, tools and restarts, compared with a simple model. */
final class RandomChatTest {
    private static final long SEED = 7_042_026;
    private static final int CHATS = 25;
    private static final int STEPS = 30;

    static Stream<Arguments> chats() {
        return Stream.of("chat", "messages", "responses")
                .flatMap(dialect -> Stream.of(HistoryHolder.values()).map(holder -> Arguments.of(dialect, holder)));
    }

    /** What was said, in order, and where each session begins in it. */
    private static final class Model {
        final List<String> said = new ArrayList<>();
        List<String> session = new ArrayList<>();
        int start;

        /** The sessions before, for undoing, with their talk and where they begin. */
        final Deque<Model> before = new ArrayDeque<>();

        private Model copy() {
            Model copy = new Model();
            copy.session = session;
            copy.start = start;
            return copy;
        }

        void reset() {
            before.push(copy());
            session = new ArrayList<>();
            start = said.size();
        }

        void undo() {
            Model now = copy();
            Model last = before.pop();
            before.push(now);
            session = last.session;
            start = last.start;
        }

        void say(String text) {
            said.add(text);
            session.add(text);
        }

        List<String> visible(HistoryHolder holder) {
            return holder == HistoryHolder.CLIENT ? said.subList(start, said.size()) : session;
        }
    }

    @ParameterizedTest
    @MethodSource("chats")
    void the_model_sees_what_belongs_to_the_session(String dialect, HistoryHolder holder) {
        for (int i = 0; i < CHATS; i++) {
            new RandomChat(dialect, holder, new Random(SEED + i)).run();
        }
    }

    private static final class RandomChat {
        private final ChatFixture chat;
        private final Random random;
        private final Model model = new Model();
        private final List<String> steps = new ArrayList<>();
        private int number;

        RandomChat(String dialect, HistoryHolder holder, Random random) {
            this.chat = new ChatFixture(dialect, holder);
            this.random = random;
        }

        void run() {
            say("");
            for (int i = 0; i < STEPS; i++) {
                step();
            }
        }

        private void step() {
            boolean isNew = model.session.isEmpty();
            switch (random.nextInt(9)) {
                case 0 -> {
                    if (!isNew) { // A session without a turn is not replaced.
                        model.reset();
                    }
                    say("/new ");
                }
                case 1 -> {
                    steps.add("/new");
                    if (!isNew) {
                        model.reset();
                    }
                    chat.command("/new");
                }
                case 2 -> {
                    steps.add("/status");
                    chat.command("/status " + number++);
                }
                case 3 -> {
                    chat.pass(Duration.ofHours(2));
                    if (!isNew) {
                        model.reset();
                    }
                    say("");
                }
                case 4 -> {
                    steps.add("undo");
                    if (!isNew && !model.before.isEmpty()) {
                        model.undo();
                        chat.undo();
                    }
                }
                case 5 -> useTool();
                case 6 -> chat.restart();
                default -> say("");
            }
        }

        private void say(String word) {
            String text = "message " + number++;
            steps.add(word + text);
            model.say(text);
            RecordedTurn turn = chat.send(List.of(chat.user(word + text)));
            check();
            chat.answer(turn, List.of(chat.assistant("answer to " + text)));
            model.say("answer to " + text);
        }

        private void useTool() {
            String call = "call" + number++;
            String text = "use " + call;
            steps.add(text);
            model.say(text);
            RecordedTurn asked = chat.send(List.of(chat.user(text)));
            check();
            chat.answer(asked, List.of(chat.call(call)));
            List<String> called = chat.texts(chat.wire.decode(chat.turn(List.of(chat.call(call), chat.result(call)))
                    .request()
                    .body()));
            called.forEach(model::say);
            RecordedTurn used = chat.send(List.of(chat.result(call)));
            check();
            chat.answer(used, List.of(chat.assistant("used " + call)));
            model.say("used " + call);
        }

        private void check() {
            assertEquals(model.visible(chat.holder), chat.texts(), steps::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("chats")
    void rewritten_elements_of_earlier_sessions_never_return(String dialect, HistoryHolder holder) {
        if (holder == HistoryHolder.GATEWAY) {
            return;
        }
        Random random = new Random(SEED);
        ChatFixture chat = new ChatFixture(dialect, holder);
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
        for (Bytes element : chat.remembered) {
            assertTrue(element.length() > 0);
        }
    }
}
