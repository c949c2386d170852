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
import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.conversation.AgentMemoryWrites;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ConversationText;
import dev.throughline.memory.inject.WordOverlapFinder;
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
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
public final class Extraction {
    private static final Logger LOG = LoggerFactory.getLogger(Extraction.class);
    private static final int MOST_CHARACTERS = 60_000;
    private static final int OUTPUT_TOKENS = 4_000;

    /** How many topics the helper is shown whole, and how long each may be. */
    private static final int MOST_TEXTS = 5;

    private static final int MOST_TEXT = 6_000;
    private static final int MOST_DESCRIPTION = 150;
    private static final Duration TIME = Duration.ofMinutes(2);

    private final Workspace workspace;
    private final Topics topics;
    private final Admission gate;
    private final HelperModel helper;
    private final int everyTurns;
    private final Cursors cursors;
    private final String instructions = TextResources.text(Extraction.class, "extract.md");
    private final AnswerSchema schema =
            new AnswerSchema(Bytes.of(TextResources.text(Extraction.class, "extract.schema.json")));

    /** @param everyTurns looks after each so many turns of the person */
    public Extraction(Workspace workspace, Topics topics, Admission gate, HelperModel helper, int everyTurns) {
        this.workspace = workspace;
        this.topics = topics;
        this.gate = gate;
        this.helper = helper;
        this.everyTurns = Math.max(1, everyTurns);
        this.cursors = new Cursors(workspace);
    }

    /** What came of it. */
    public enum Fate {
        WRITTEN,
        /** There was nothing to learn. */
        NOTHING,
        /** It is not yet time, or another process looks at this session. */
        WAITING,
        /** The agent wrote memory itself. */
        LEFT_TO_THE_AGENT,
        /** The helper failed; it is asked again after the next turn. */
        FAILED,
        /** Nothing can be written here. */
        READ_ONLY
    }

    /**
     * Looks at a conversation after a turn of the main agent.
     *
     * @param shown lines of memory that the session was shown
     */
    public Fate afterTurn(Conversation whole, Collection<String> shown) {
        if (!workspace.isWritable()) {
            return Fate.READ_ONLY;
        }
        if (!isDue(whole, cursors.read(whole.session()))) {
            return Fate.WAITING;
        }
        Optional<Cursors.Look> look = cursors.take(whole.session());
        return look.isEmpty() ? Fate.WAITING : look(whole, shown, look.get());
    }

    /** The last place of a session that was looked at, if any was. */
    public Optional<Hash> reached(SessionRef session) {
        return cursors.read(session);
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

    private Fate look(Conversation whole, Collection<String> shown, Cursors.Look look) {
        boolean isDone = false;
        try {
            // Somebody may have looked between our first glance and now.
            if (!isDue(whole, look.place())) {
                return Fate.WAITING;
            }
            Conversation left = AgentMemoryWrites.without(fresh(whole, look.place()), workspace.folder());
            Fate fate = left.isEmpty() ? Fate.LEFT_TO_THE_AGENT : learn(left, shown, look);
            isDone = fate != Fate.FAILED && fate != Fate.WAITING;
            return fate;
        } finally {
            cursors.finish(look, isDone ? whole.last().map(ConversationItem::node) : look.place());
        }
    }

    private Fate learn(Conversation fresh, Collection<String> shown, Cursors.Look look) {
        if (!helper.isThere(fresh.session())) {
            return byRules(fresh, shown);
        }
        // If the index cannot be read nothing can be written, and then the helper need not be paid for.
        workspace.read(MemoryPath.MEMORY);
        TopicManifest manifest = topics.manifest();
        Map<MemoryPath, Page> read = concerned(fresh, manifest);
        String input = input(fresh, manifest, read);
        HelperQuestion<List<TopicOperation>> question =
                new HelperQuestion<>("extract", instructions, input, schema, Operations::of, OUTPUT_TOKENS, TIME);
        return switch (helper.ask(fresh.session(), question)) {
            case HelperAnswer.None<List<TopicOperation>> none when none.isInVain() -> byRules(fresh, shown);
            case HelperAnswer.None<List<TopicOperation>> _ -> Fate.FAILED;
            case HelperAnswer.Answer<List<TopicOperation>> answer ->
                cursors.isHeld(look) ? apply(fresh, answer.said(), shown, read) : Fate.WAITING;
        };
    }

    /** The topics whose words the person uses, so that the helper can update them and need not guess what they say. */
    private Map<MemoryPath, Page> concerned(Conversation fresh, TopicManifest manifest) {
        String words = fresh.items().stream()
                .filter(said -> said.kind() == ItemKind.USER)
                .map(ConversationItem::text)
                .collect(Collectors.joining("\n"));
        Map<MemoryPath, Page> read = new LinkedHashMap<>();
        for (MemoryPath path : new WordOverlapFinder().find(words, manifest, MOST_TEXTS)) {
            page(path).filter(page -> page.text().length() <= MOST_TEXT).ifPresent(page -> read.put(path, page));
        }
        return read;
    }

    private String input(Conversation fresh, TopicManifest manifest, Map<MemoryPath, Page> read) {
        StringBuilder texts = new StringBuilder();
        read.forEach((path, page) -> texts.append("\nText of ")
                .append(path)
                .append(":\n")
                .append(Admission.text(FrontMatter.of(page.text()).body())
                        .strip()
                        .indent(2)));
        return "Today is " + today() + ".\n\nTopics there are:\n" + manifest.text() + texts + "\nSaid since:\n"
                + ConversationText.of(fresh, MOST_CHARACTERS);
    }

    private LocalDate today() {
        return LocalDate.ofInstant(
                workspace.clock().instant(), workspace.clock().getZone());
    }

    /** What a helper has not read it may add to, but not delete. */
    private Fate apply(
            Conversation fresh, List<TopicOperation> operations, Collection<String> shown, Map<MemoryPath, Page> read) {
        List<String> bodies = operations.stream()
                .flatMap(operation ->
                        operation instanceof TopicOperation.Create create ? Stream.of(create.body()) : Stream.empty())
                .toList();
        Set<String> echoes = gate.echoes(bodies, shown);
        List<TopicOperation> sound = operations.stream()
                .filter(operation -> switch (operation) {
                    case TopicOperation.Create create -> !echoes.contains(create.body());
                    case TopicOperation.Update update -> page(update.path()).isPresent();
                    case TopicOperation.Delete delete -> read.containsKey(delete.path());
                    case TopicOperation.Revoke _ -> true;
                })
                .toList();
        if (sound.isEmpty()) {
            return Fate.NOTHING;
        }
        topics.apply("extract", source(fresh, words(fresh)), sound, read);
        return Fate.WRITTEN;
    }

    /** A page that cannot be read is none that the helper could have seen; it must not hold up the others. */
    private Optional<Page> page(MemoryPath path) {
        try {
            return workspace.read(path);
        } catch (ProxyException e) {
            LOG.debug("{} is left as it is: {}", path, e.getMessage());
            return Optional.empty();
        }
    }

    private LineSource source(Conversation fresh, String handle) {
        return new LineSource(today(), fresh.session().id().toString(), handle);
    }

    /** The name, with a number behind it once the topics of that name are so long that nobody reads them whole. */
    private String roomy(TopicType type, String name) {
        String next = name;
        for (int number = 2; isLong(Topics.path(type, next)); number++) {
            next = name + " " + number;
        }
        return next;
    }

    private boolean isLong(MemoryPath path) {
        return page(path).filter(page -> page.text().length() > MOST_TEXT).isPresent();
    }

    private Fate byRules(Conversation fresh, Collection<String> shown) {
        RuleFindings found = RuleFindings.of(fresh);
        List<ProposedLine> wishes = found.statements().stream()
                .map(each -> new ProposedLine(each.text(), source(fresh, each.handle())))
                .toList();
        AdmissionResult admitted = gate.admit(wishes, shown);
        List<TopicOperation> operations = new ArrayList<>(creations(admitted.lines(), types(found)));
        found.revoked().forEach(each -> operations.add(new TopicOperation.Revoke(each.text())));
        if (operations.isEmpty()) {
            return Fate.NOTHING;
        }
        String handle = found.revoked().isEmpty()
                ? LineSource.of(admitted.lines().getLast()).orElseThrow().handle()
                : found.revoked().getLast().handle();
        ChangeResult outcome = topics.apply("extract", source(fresh, handle), operations);
        return outcome.results().isEmpty() ? Fate.NOTHING : Fate.WRITTEN;
    }

    /** What each statement is about, by its words as they pass the gate. */
    private static Map<String, TopicType> types(RuleFindings found) {
        Map<String, TopicType> types = new LinkedHashMap<>();
        found.statements().forEach(each -> types.put(Admission.line(each.text()), each.type()));
        return types;
    }

    /** Each line becomes a topic of its own, or part of one that is about the same. */
    private List<TopicOperation> creations(List<String> lines, Map<String, TopicType> types) {
        List<TopicOperation> creations = new ArrayList<>();
        for (String line : lines) {
            String text = LineSource.without(line).substring("- ".length());
            TopicType type = types.getOrDefault(text, TopicType.PROJECT);
            List<String> names = new ArrayList<>(topics.manifest().lines().stream()
                    .filter(each -> each.type().equals(Optional.of(type)))
                    .map(TopicManifest.Line::name)
                    .toList());
            creations.stream()
                    .map(TopicOperation.Create.class::cast)
                    .filter(each -> each.type() == type)
                    .forEach(each -> names.add(each.name()));
            String name = TopicName.among(text, names).orElseGet(() -> TopicName.of(text));
            creations.add(
                    new TopicOperation.Create(type, roomy(type, name), SafeText.cut(text, MOST_DESCRIPTION), line));
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
