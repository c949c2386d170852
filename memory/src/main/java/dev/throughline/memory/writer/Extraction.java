package dev.throughline.memory.writer;

import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.ProposedLine;
import dev.throughline.memory.conversation.AgentMemoryWrites;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.conversation.QuestionTemplate;
import dev.throughline.memory.inject.TopicSearch;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.memory.rules.Statement;
import dev.throughline.memory.topic.FrontMatter;
import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.topic.TopicName;
import dev.throughline.memory.topic.TopicOperation;
import dev.throughline.memory.topic.TopicType;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.model.text.TextCut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Extracts topics from what was said in a session since the last extraction. A cursor marks that position for each
 * session. It moves only after everything was written; if the helper model fails, it is asked about the same items
 * after the next turn. Only one process extracts from a session at a time. Without a helper model, rules add lasting
 * statements of the user to topics named after them. Safe for use by many threads and processes.
 */
public final class Extraction implements MemoryWriter {
    private static final int MAX_INPUT_LENGTH = 60_000;
    private static final int MAX_OUTPUT_TOKENS = 4_000;

    /** How many topics the helper model reads in full. */
    private static final int MAX_TOPICS_READ = 5;

    /** A longer topic is not read in full, and rules begin a new topic instead of adding to it. */
    private static final int MAX_TOPIC_LENGTH = 6_000;

    private static final int MAX_DESCRIPTION_LENGTH = 150;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final int everyTurns;
    private final QuestionTemplate question;

    /** @param everyTurns the number of user messages after which it extracts */
    public Extraction(HelperModel helper, int everyTurns) {
        this.everyTurns = Math.max(1, everyTurns);
        this.question = QuestionTemplate.of(helper, Extraction.class, "extract", MAX_OUTPUT_TOKENS, TIMEOUT);
    }

    @Override
    public String name() {
        return "extraction";
    }

    @Override
    public Optional<WriteResult> afterTurn(EndedTurn turn) {
        if (!turn.figures().isPause() || turn.figures().isCompaction()) {
            return Optional.empty();
        }
        Optional<Hash> read = new ExtractionCursors(turn.memory().workspace()).read(turn.session());
        return Optional.of(run(turn.memory(), turn.conversationInProject(read), turn.shownLines()));
    }

    /** The rest of a session that was reset is extracted, even if it is short. */
    @Override
    public Optional<WriteResult> afterReset(EndedTurn turn) {
        Optional<Hash> read = new ExtractionCursors(turn.memory().workspace()).read(turn.session());
        return Optional.of(run(turn.memory(), turn.conversationInProject(read), turn.shownLines(), /* least= */ 1));
    }

    /**
     * Extracts topics from a conversation.
     *
     * @param conversation all of it, or what follows the cursor
     * @param shown lines of memory that the session was shown
     */
    public WriteResult run(WorkspaceMemory memory, Conversation conversation, Collection<String> shown) {
        return run(memory, conversation, shown, everyTurns);
    }

    /** @param least the number of unread user messages that are needed */
    private WriteResult run(WorkspaceMemory memory, Conversation conversation, Collection<String> shown, int least) {
        if (!memory.workspace().isWritable()) {
            return WriteResult.READ_ONLY;
        }
        ExtractionCursors cursors = new ExtractionCursors(memory.workspace());
        if (!isDue(conversation, cursors.read(conversation.session()), least)) {
            return WriteResult.WAITING;
        }
        return cursors.take(conversation.session())
                .map(lease -> run(memory, conversation, shown, least, new Taken(cursors, lease)))
                .orElse(WriteResult.WAITING);
    }

    private static boolean isDue(Conversation conversation, Optional<Hash> cursor, int least) {
        return userMessages(unread(conversation, cursor)).size() >= least;
    }

    private static Conversation unread(Conversation conversation, Optional<Hash> cursor) {
        return cursor.map(conversation::after).orElse(conversation);
    }

    private static List<ConversationItem> userMessages(Conversation conversation) {
        return conversation.items().stream()
                .filter(item -> item.kind() == ItemKind.USER)
                .toList();
    }

    /** The cursor of a session, held by this process. */
    private record Taken(ExtractionCursors cursors, ExtractionCursors.Cursor lease) {}

    private WriteResult run(
            WorkspaceMemory memory, Conversation conversation, Collection<String> shown, int least, Taken taken) {
        ExtractionCursors cursors = taken.cursors();
        ExtractionCursors.Cursor lease = taken.lease();
        SessionRef session = conversation.session();
        boolean isDone = false;
        try {
            // Another process may have extracted between the first check and now.
            if (!isDue(conversation, lease.node(), least)) {
                return WriteResult.WAITING;
            }
            Conversation unread = AgentMemoryWrites.without(
                    unread(conversation, lease.node()), memory.workspace().folder());
            WriteResult result = unread.isEmpty()
                    ? WriteResult.LEFT_TO_THE_AGENT
                    : extract(memory, unread, shown, () -> cursors.isHeld(session, lease));
            isDone = result != WriteResult.FAILED && result != WriteResult.WAITING;
            return result;
        } finally {
            cursors.finish(session, lease, isDone ? conversation.last().map(ConversationItem::node) : lease.node());
        }
    }

    private WriteResult extract(
            WorkspaceMemory memory, Conversation unread, Collection<String> shown, BooleanSupplier isHeld) {
        Map<MemoryPath, Page> read = new LinkedHashMap<>();
        return switch (question.ask(
                unread.session(), () -> input(memory, unread, read), ExtractionAnswer::operations)) {
            case HelperAnswer.None<List<TopicOperation>> none when none.wasNotSent() -> byRules(memory, unread, shown);
            case HelperAnswer.None<List<TopicOperation>> _ -> WriteResult.FAILED;
            case HelperAnswer.Answered<List<TopicOperation>> answer ->
                isHeld.getAsBoolean() ? apply(memory, unread, answer.content(), shown, read) : WriteResult.WAITING;
        };
    }

    /**
     * The input for the helper model. It contains the topics whose words the user uses: the helper model can update
     * only what it has read.
     *
     * @param read receives these topics
     */
    private static String input(WorkspaceMemory memory, Conversation unread, Map<MemoryPath, Page> read) {
        // If the index cannot be read nothing can be written, and the helper model would be paid for nothing.
        memory.workspace().read(MemoryPath.MEMORY);
        TopicManifest manifest = memory.topics().manifest();
        String words = userMessages(unread).stream().map(ConversationItem::text).collect(Collectors.joining("\n"));
        StringBuilder texts = new StringBuilder();
        for (MemoryPath path : TopicSearch.byWords(words, manifest, MAX_TOPICS_READ)) {
            memory.workspace()
                    .readOrEmpty(path)
                    .filter(page -> page.text().length() <= MAX_TOPIC_LENGTH)
                    .ifPresent(page -> {
                        read.put(path, page);
                        String body = FrontMatter.of(page.text()).body();
                        texts.append("\nText of ").append(path).append(":\n");
                        texts.append(Admission.text(body).strip().indent(2));
                    });
        }
        return "Today is " + memory.log().today() + ".\n\nTopics there are:\n" + manifest.text() + texts
                + "\nSaid since:\n" + ConversationText.of(unread, MAX_INPUT_LENGTH);
    }

    /** Topics that the helper model has not read can be extended but not deleted. */
    private static WriteResult apply(
            WorkspaceMemory memory,
            Conversation unread,
            List<TopicOperation> operations,
            Collection<String> shown,
            Map<MemoryPath, Page> read) {
        List<String> bodies = operations.stream()
                .filter(TopicOperation.Create.class::isInstance)
                .map(create -> ((TopicOperation.Create) create).body())
                .toList();
        Set<String> echoes = memory.admission().echoes(bodies, shown);
        List<TopicOperation> allowed = operations.stream()
                .filter(operation -> switch (operation) {
                    case TopicOperation.Create create -> !echoes.contains(create.body());
                    case TopicOperation.Update update ->
                        memory.workspace().readOrEmpty(update.path()).isPresent();
                    case TopicOperation.Remove remove -> read.containsKey(remove.path());
                    case TopicOperation.Revoke _ -> true;
                })
                .toList();
        if (allowed.isEmpty()) {
            return WriteResult.NOTHING;
        }
        // The newest user message is the source of what is learnt now.
        List<ConversationItem> messages = userMessages(unread);
        String handle = messages.isEmpty() ? "" : messages.getLast().handle();
        memory.topics().apply("extract", memory.source(unread.session(), handle), allowed, read);
        return WriteResult.WRITTEN;
    }

    private static WriteResult byRules(WorkspaceMemory memory, Conversation unread, Collection<String> shown) {
        RuleFindings found = RuleFindings.of(unread);
        Map<String, TopicType> types = new LinkedHashMap<>();
        List<ProposedLine> proposed = new ArrayList<>();
        for (Statement statement : found.statements()) {
            types.put(Admission.line(statement.text()), statement.type());
            proposed.add(new ProposedLine(statement.text(), memory.source(unread.session(), statement.handle())));
        }
        AdmissionResult admitted = memory.admission().admit(proposed, shown);
        List<TopicOperation> operations = new ArrayList<>(creations(memory, admitted.lines(), types));
        found.revoked().forEach(each -> operations.add(new TopicOperation.Revoke(each.text())));
        if (operations.isEmpty()) {
            return WriteResult.NOTHING;
        }
        String handle = found.revoked().isEmpty()
                ? LineSource.of(admitted.lines().getLast()).orElseThrow().handle()
                : found.revoked().getLast().handle();
        memory.topics().apply("extract", memory.source(unread.session(), handle), operations);
        return WriteResult.WRITTEN;
    }

    /** Each line becomes a topic, or part of the topic that it belongs to. */
    private static List<TopicOperation.Create> creations(
            WorkspaceMemory memory, List<String> lines, Map<String, TopicType> types) {
        List<TopicManifest.TopicLine> topics = memory.topics().manifest().lines();
        List<TopicOperation.Create> creations = new ArrayList<>();
        for (String line : lines) {
            String text = LineSource.without(line).substring("- ".length());
            TopicType type = types.getOrDefault(text, TopicType.PROJECT);
            Stream<String> existing = topics.stream()
                    .filter(each -> each.type().equals(Optional.of(type)))
                    .map(TopicManifest.TopicLine::name);
            Stream<String> created =
                    creations.stream().filter(each -> each.type() == type).map(TopicOperation.Create::name);
            String name = TopicName.among(text, Stream.concat(existing, created).toList())
                    .orElseGet(() -> TopicName.of(text));
            creations.add(new TopicOperation.Create(
                    type, numberedName(memory, type, name), TextCut.to(text, MAX_DESCRIPTION_LENGTH), line));
        }
        return creations;
    }

    /** The name, with a number if the topics of that name are too long to be added to. */
    private static String numberedName(WorkspaceMemory memory, TopicType type, String name) {
        String next = name;
        for (int number = 2; isLong(memory, Topics.path(type, next)); number++) {
            next = name + " " + number;
        }
        return next;
    }

    private static boolean isLong(WorkspaceMemory memory, MemoryPath path) {
        return memory.workspace()
                .readOrEmpty(path)
                .filter(page -> page.text().length() > MAX_TOPIC_LENGTH)
                .isPresent();
    }
}
