package dev.throughline.memory.extract;

import dev.throughline.engine.helper.AnswerSchema;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.engine.helper.TextResources;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.admission.LineSource;
import dev.throughline.memory.admission.ProposedLine;
import dev.throughline.memory.conversation.AgentMemoryWrites;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.inject.WordOverlapFinder;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.rules.RuleFindings;
import dev.throughline.memory.topic.FrontMatter;
import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.topic.TopicName;
import dev.throughline.memory.topic.TopicOperation;
import dev.throughline.memory.topic.TopicType;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.ChangeResult;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.writer.EndedTurn;
import dev.throughline.memory.writer.MemoryEvent;
import dev.throughline.memory.writer.MemoryWriter;
import dev.throughline.memory.writer.WriteResult;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns topics from what was said since it looked last. Where it looked last, the cursor, is kept for each session and
 * moves only when everything was written; a helper that fails is asked again about the same pieces after the next turn.
 * Of several that look at a session at once, one does and the others leave it to that one. Without a helper, rules add
 * what the person said that a later session should know to topics that are named after it. Safe for use by many
 * threads and processes.
 */
public final class Extraction implements MemoryWriter {
    private static final Logger LOG = LoggerFactory.getLogger(Extraction.class);
    private static final int MOST_CHARACTERS = 60_000;
    private static final int OUTPUT_TOKENS = 4_000;

    /** How many topics the helper is shown whole, and how long each may be. */
    private static final int MOST_TEXTS = 5;

    private static final int MOST_TEXT = 6_000;
    private static final int MOST_DESCRIPTION = 150;
    private static final Duration TIME = Duration.ofMinutes(2);

    private final HelperModel helper;
    private final int everyTurns;
    private final String instructions = TextResources.text(Extraction.class, "extract.md");
    private final AnswerSchema schema =
            new AnswerSchema(Bytes.of(TextResources.text(Extraction.class, "extract.schema.json")));

    /** @param everyTurns extracts every so many turns of the person */
    public Extraction(HelperModel helper, int everyTurns) {
        this.helper = helper;
        this.everyTurns = Math.max(1, everyTurns);
    }

    @Override
    public String name() {
        return "extraction";
    }

    @Override
    public Optional<Supplier<WriteResult>> due(MemoryEvent event) {
        return event instanceof EndedTurn turn
                        && turn.figures().isPause()
                        && !turn.figures().isCompaction()
                ? Optional.of(() -> write(turn))
                : Optional.empty();
    }

    private WriteResult write(EndedTurn turn) {
        Optional<Hash> read = new ExtractionCursors(turn.memory().workspace()).read(turn.session());
        return run(turn.memory(), turn.conversationInProject(read), turn.shownLines());
    }

    /**
     * Extracts topics from a conversation.
     *
     * @param conversation all of it, or what follows the cursor
     * @param shown lines of memory that the session was shown
     */
    public WriteResult run(WorkspaceMemory memory, Conversation conversation, Collection<String> shown) {
        if (!memory.workspace().isWritable()) {
            return WriteResult.READ_ONLY;
        }
        ExtractionCursors cursors = new ExtractionCursors(memory.workspace());
        if (!isDue(conversation, cursors.read(conversation.session()))) {
            return WriteResult.WAITING;
        }
        return cursors.take(conversation.session())
                .map(lease -> run(memory, conversation, shown, cursors, lease))
                .orElse(WriteResult.WAITING);
    }

    private boolean isDue(Conversation whole, Optional<Hash> cursor) {
        long turns = fresh(whole, cursor).items().stream()
                .filter(said -> said.kind() == ItemKind.USER)
                .count();
        return turns >= everyTurns;
    }

    private static Conversation fresh(Conversation whole, Optional<Hash> cursor) {
        return cursor.map(whole::after).orElse(whole);
    }

    private WriteResult run(
            WorkspaceMemory memory,
            Conversation whole,
            Collection<String> shown,
            ExtractionCursors cursors,
            ExtractionCursors.Lease lease) {
        boolean isDone = false;
        try {
            // Another process may have extracted between the first check and now.
            if (!isDue(whole, lease.place())) {
                return WriteResult.WAITING;
            }
            Conversation left = AgentMemoryWrites.without(
                    fresh(whole, lease.place()), memory.workspace().folder());
            WriteResult result = left.isEmpty()
                    ? WriteResult.LEFT_TO_THE_AGENT
                    : extract(memory, left, shown, () -> cursors.isHeld(lease));
            isDone = result != WriteResult.FAILED && result != WriteResult.WAITING;
            return result;
        } finally {
            cursors.finish(lease, isDone ? whole.last().map(ConversationItem::node) : lease.place());
        }
    }

    private WriteResult extract(
            WorkspaceMemory memory, Conversation fresh, Collection<String> shown, BooleanSupplier isHeld) {
        if (!helper.isAvailable(fresh.session())) {
            return byRules(memory, fresh, shown);
        }
        // If the index cannot be read nothing can be written, and then the helper model need not be paid for.
        memory.workspace().read(MemoryPath.MEMORY);
        TopicManifest manifest = memory.topics().manifest();
        Map<MemoryPath, Page> read = concerned(memory, fresh, manifest);
        String input = input(memory, fresh, manifest, read);
        HelperQuestion<List<TopicOperation>> question =
                new HelperQuestion<>("extract", instructions, input, schema, Operations::of, OUTPUT_TOKENS, TIME);
        return switch (helper.ask(fresh.session(), question)) {
            case HelperAnswer.None<List<TopicOperation>> none when none.wasNotSent() -> byRules(memory, fresh, shown);
            case HelperAnswer.None<List<TopicOperation>> _ -> WriteResult.FAILED;
            case HelperAnswer.Answer<List<TopicOperation>> answer ->
                isHeld.getAsBoolean() ? apply(memory, fresh, answer.content(), shown, read) : WriteResult.WAITING;
        };
    }

    /** The topics whose words the person uses, so that the helper can update them and need not guess what they say. */
    private static Map<MemoryPath, Page> concerned(WorkspaceMemory memory, Conversation fresh, TopicManifest manifest) {
        String words = fresh.items().stream()
                .filter(said -> said.kind() == ItemKind.USER)
                .map(ConversationItem::text)
                .collect(Collectors.joining("\n"));
        Map<MemoryPath, Page> read = new LinkedHashMap<>();
        for (MemoryPath path : new WordOverlapFinder().find(words, manifest, MOST_TEXTS)) {
            page(memory, path)
                    .filter(page -> page.text().length() <= MOST_TEXT)
                    .ifPresent(page -> read.put(path, page));
        }
        return read;
    }

    private static String input(
            WorkspaceMemory memory, Conversation fresh, TopicManifest manifest, Map<MemoryPath, Page> read) {
        StringBuilder texts = new StringBuilder();
        read.forEach((path, page) -> texts.append("\nText of ")
                .append(path)
                .append(":\n")
                .append(Admission.text(FrontMatter.of(page.text()).body())
                        .strip()
                        .indent(2)));
        return "Today is " + memory.log().today() + ".\n\nTopics there are:\n" + manifest.text() + texts
                + "\nSaid since:\n" + ConversationText.of(fresh, MOST_CHARACTERS);
    }

    /** What a helper has not read it may add to, but not delete. */
    private static WriteResult apply(
            WorkspaceMemory memory,
            Conversation fresh,
            List<TopicOperation> operations,
            Collection<String> shown,
            Map<MemoryPath, Page> read) {
        List<String> bodies = operations.stream()
                .flatMap(operation ->
                        operation instanceof TopicOperation.Create create ? Stream.of(create.body()) : Stream.empty())
                .toList();
        Set<String> echoes = memory.admission().echoes(bodies, shown);
        List<TopicOperation> sound = operations.stream()
                .filter(operation -> switch (operation) {
                    case TopicOperation.Create create -> !echoes.contains(create.body());
                    case TopicOperation.Update update ->
                        page(memory, update.path()).isPresent();
                    case TopicOperation.Delete delete -> read.containsKey(delete.path());
                    case TopicOperation.Revoke _ -> true;
                })
                .toList();
        if (sound.isEmpty()) {
            return WriteResult.NOTHING;
        }
        memory.topics().apply("extract", source(memory, fresh, words(fresh)), sound, read);
        return WriteResult.WRITTEN;
    }

    /** A page that cannot be read is none that the helper could have seen; it must not hold up the others. */
    private static Optional<Page> page(WorkspaceMemory memory, MemoryPath path) {
        try {
            return memory.workspace().read(path);
        } catch (ProxyException e) {
            LOG.debug("{} is left as it is: {}", path, e.getMessage());
            return Optional.empty();
        }
    }

    private static LineSource source(WorkspaceMemory memory, Conversation fresh, String handle) {
        return new LineSource(memory.log().today(), fresh.session().id().toString(), handle);
    }

    /** The name, with a number behind it once the topics of that name are so long that nobody reads them whole. */
    private static String unfilledName(WorkspaceMemory memory, TopicType type, String name) {
        String next = name;
        for (int number = 2; isLong(memory, Topics.path(type, next)); number++) {
            next = name + " " + number;
        }
        return next;
    }

    private static boolean isLong(WorkspaceMemory memory, MemoryPath path) {
        return page(memory, path)
                .filter(page -> page.text().length() > MOST_TEXT)
                .isPresent();
    }

    private static WriteResult byRules(WorkspaceMemory memory, Conversation fresh, Collection<String> shown) {
        RuleFindings found = RuleFindings.of(fresh);
        List<ProposedLine> wishes = found.statements().stream()
                .map(each -> new ProposedLine(each.text(), source(memory, fresh, each.handle())))
                .toList();
        AdmissionResult admitted = memory.admission().admit(wishes, shown);
        List<TopicOperation> operations = new ArrayList<>(creations(memory, admitted.lines(), types(found)));
        found.revoked().forEach(each -> operations.add(new TopicOperation.Revoke(each.text())));
        if (operations.isEmpty()) {
            return WriteResult.NOTHING;
        }
        String handle = found.revoked().isEmpty()
                ? LineSource.of(admitted.lines().getLast()).orElseThrow().handle()
                : found.revoked().getLast().handle();
        ChangeResult outcome = memory.topics().apply("extract", source(memory, fresh, handle), operations);
        return outcome.results().isEmpty() ? WriteResult.NOTHING : WriteResult.WRITTEN;
    }

    /** What each statement is about, by its words as they pass the memory.admission(). */
    private static Map<String, TopicType> types(RuleFindings found) {
        Map<String, TopicType> types = new LinkedHashMap<>();
        found.statements().forEach(each -> types.put(Admission.line(each.text()), each.type()));
        return types;
    }

    /** Each line becomes a topic of its own, or part of one that is about the same. */
    private static List<TopicOperation> creations(
            WorkspaceMemory memory, List<String> lines, Map<String, TopicType> types) {
        List<TopicOperation> creations = new ArrayList<>();
        for (String line : lines) {
            String text = LineSource.without(line).substring("- ".length());
            TopicType type = types.getOrDefault(text, TopicType.PROJECT);
            List<String> names = new ArrayList<>(memory.topics().manifest().lines().stream()
                    .filter(each -> each.type().equals(Optional.of(type)))
                    .map(TopicManifest.Line::name)
                    .toList());
            creations.stream()
                    .map(TopicOperation.Create.class::cast)
                    .filter(each -> each.type() == type)
                    .forEach(each -> names.add(each.name()));
            String name = TopicName.among(text, names).orElseGet(() -> TopicName.of(text));
            creations.add(new TopicOperation.Create(
                    type, unfilledName(memory, type, name), TextCut.to(text, MOST_DESCRIPTION), line));
        }
        return creations;
    }

    /** The newest words of the person, which whatever is learnt now comes from. */
    private static String words(Conversation fresh) {
        return fresh.items().reversed().stream()
                .filter(said -> said.kind() == ItemKind.USER)
                .map(ConversationItem::handle)
                .findFirst()
                .orElse("");
    }
}
