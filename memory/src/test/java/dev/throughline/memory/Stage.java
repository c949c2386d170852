package dev.throughline.memory;

import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperPrompt;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.inject.SessionStartBlock;
import dev.throughline.memory.inject.TopicSearch;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.Flush;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.wire.json.Json;
import dev.throughline.workingset.budget.ModelWindows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Sessions, a clock that is set by hand, and a helper that says what it was told to. */
public final class Stage {
    /** A prompt in which every block fits. */
    public static final SessionStartBlock.PromptSize LARGE_PROMPT =
            new SessionStartBlock.PromptSize(1_000_000_000, 1_000_000_000);

    public static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    public static final SessionRef SESSION = session(1);

    private Stage() {}

    public static SessionRef session(int number) {
        return new SessionRef(Tenant.LOCAL, SessionId.of(String.format("0198c5a0-7b2e-7000-8000-%012d", number)));
    }

    /** The memory in a workspace, with the usual limits. */
    public static WorkspaceMemory memory(Workspace workspace, HelperModel helper) {
        return new WorkspaceMemory(workspace, helper, TopicSearch::byWords, MemoryLimits.DEFAULT);
    }

    /** A flush with the usual limits. */
    public static Flush flush(HelperModel helper) {
        return new Flush(helper, MemoryLimits.DEFAULT.flush(), new ModelWindows(Map.of()));
    }

    public static void page(Path folder, String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(NOON));
    }

    /** The handle of something that was said. */
    public static String handle(String text) {
        return Hash.of(text).handle();
    }

    public static ConversationItem said(ItemKind kind, String tool, String text) {
        return new ConversationItem(kind, handle(text), Hash.of(text), NOON, tool, text);
    }

    public static ConversationItem user(String text) {
        return said(ItemKind.USER, "", text);
    }

    public static ConversationItem agent(String text) {
        return said(ItemKind.ASSISTANT, "", text);
    }

    public static Conversation conversation(ConversationItem... said) {
        return conversation(List.of(said));
    }

    /** One thing after the other, each at a place of its own, also if its words were said before. */
    public static Conversation conversation(List<ConversationItem> said) {
        List<ConversationItem> placed = new ArrayList<>();
        Hash place = Hash.of("");
        for (ConversationItem each : said) {
            place = Hash.node(place, Hash.of(each.text()));
            placed.add(new ConversationItem(each.kind(), each.handle(), place, each.at(), each.tool(), each.text()));
        }
        return new Conversation(SESSION, placed);
    }

    /** A day of work that rules can learn from. */
    public static Conversation day() {
        return conversation(
                user("Please move the parser to the new lexer."),
                said(ItemKind.TOOL_CALL, "Bash", "{\"command\":\"mvn test\"}"),
                said(ItemKind.TOOL_RESULT, "Bash", "Tests run: 3\nerror: lexer not found\n"),
                said(ItemKind.TOOL_CALL, "Edit", "{\"file_path\":\"src/Parser.java\",\"old\":\"a\"}"),
                said(ItemKind.TOOL_RESULT, "Edit", "ok"),
                agent("I moved it. We will use the streaming lexer because it is faster."),
                user("No, that's wrong: keep the old tests. Always run the linter before you commit."),
                agent("Done; the old tests are back and all of them pass."));
    }

    /** A clock that stands still until it is moved. */
    public static final class Time extends Clock {
        private Instant now = NOON;

        public void move(Instant to) {
            now = to;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return Clock.fixed(now, zone);
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    /** Answers each question with the next text; an empty one, or none left, is no answer. */
    public static final class Prompter implements HelperModel {
        private final Deque<String> answers = new ArrayDeque<>();
        private final List<String> inputs = new ArrayList<>();

        public Prompter(String... answers) {
            this.answers.addAll(List.of(answers));
        }

        public List<String> inputs() {
            return inputs;
        }

        @Override
        public <T> HelperAnswer<T> ask(SessionRef session, HelperQuestion<T> question) {
            inputs.add(question.input());
            String answer = answers.isEmpty() ? "" : answers.removeFirst();
            if (answer.isEmpty()) {
                return new HelperAnswer.None<>("timeout");
            }
            Json json = Json.parse(Bytes.of(answer));
            List<String> problems = question.schema().problems(json);
            if (!problems.isEmpty()) {
                throw new AssertionError("the test's answer breaks the schema: " + problems);
            }
            return new HelperAnswer.Answered<>(question.reader().apply(json), Usage.NONE);
        }

        @Override
        public HelperAnswer<String> continuePrompt(SessionRef session, HelperPrompt prompt) {
            return new HelperAnswer.None<>("off");
        }

        @Override
        public boolean usesSessionModel() {
            return false;
        }
    }

    /** A helper while whose thinking something happens, such as a person who saves a page. */
    public static final class Meanwhile implements HelperModel {
        /** What happens. */
        public interface Event {
            void happen() throws IOException;
        }

        private final HelperModel helper;
        private final Event event;

        public Meanwhile(HelperModel helper, Event event) {
            this.helper = helper;
            this.event = event;
        }

        @Override
        public <T> HelperAnswer<T> ask(SessionRef session, HelperQuestion<T> question) {
            try {
                event.happen();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return helper.ask(session, question);
        }

        @Override
        public HelperAnswer<String> continuePrompt(SessionRef session, HelperPrompt prompt) {
            return helper.continuePrompt(session, prompt);
        }

        @Override
        public boolean usesSessionModel() {
            return false;
        }
    }
}
