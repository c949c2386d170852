package dev.throughline.memory.extract;

import dev.throughline.engine.helper.Asked;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.Question;
import dev.throughline.engine.helper.Resources;
import dev.throughline.engine.helper.Schema;
import dev.throughline.memory.admission.Admission;
import dev.throughline.memory.admission.Admitted;
import dev.throughline.memory.admission.Source;
import dev.throughline.memory.admission.Wish;
import dev.throughline.memory.glean.Gleaning;
import dev.throughline.memory.said.Conversation;
import dev.throughline.memory.said.Said;
import dev.throughline.memory.said.Telling;
import dev.throughline.memory.topic.Manifest;
import dev.throughline.memory.topic.TopicOperation;
import dev.throughline.memory.topic.TopicType;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.Marks;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Learns topics from what was said since it looked last. Where it looked last, the cursor, is kept for each session and
 * moves only when everything was written; a helper that fails is asked again about the same pieces after the next turn.
 * Without a helper, rules add the person's explicit wishes and corrections to one topic. Safe for use by many threads
 * and processes.
 */
public final class Extraction {
    /** The topic that rules write to. */
    static final String WISHES = "what the user asked for";

    private static final int MOST_CHARACTERS = 60_000;
    private static final int OUTPUT_TOKENS = 4_000;
    private static final Duration TIME = Duration.ofMinutes(2);

    private final Workspace workspace;
    private final Topics topics;
    private final Admission gate;
    private final HelperModel helper;
    private final int everyTurns;
    private final Marks cursors;
    private final String instructions = Resources.text(Extraction.class, "extract.md");
    private final Schema schema = new Schema(Bytes.of(Resources.text(Extraction.class, "extract.schema.json")));

    /** @param everyTurns looks after each so many turns of the person */
    public Extraction(Workspace workspace, Admission gate, HelperModel helper, int everyTurns) {
        this.workspace = workspace;
        this.topics = new Topics(workspace);
        this.gate = gate;
        this.helper = helper;
        this.everyTurns = Math.max(1, everyTurns);
        this.cursors = new Marks(workspace, "extract");
    }

    /** What came of it. */
    public enum Fate {
        WRITTEN,
        /** There was nothing to learn. */
        NOTHING,
        /** It is not yet time. */
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
        String session = whole.session().id().toString();
        String cursor = cursors.read().getOrDefault(session, "");
        Conversation fresh = cursor.isEmpty() ? whole : whole.after(cursor);
        long turns = fresh.said().stream()
                .filter(said -> said.kind() == ItemKind.USER)
                .count();
        if (turns < everyTurns) {
            return Fate.WAITING;
        }
        Fate fate = wroteMemory(fresh) ? Fate.LEFT_TO_THE_AGENT : learn(fresh, shown);
        if (fate != Fate.FAILED) {
            cursors.update(facts -> facts.put(session, whole.last()));
        }
        return fate;
    }

    /** Whether the agent changed a page of this workspace itself: a call that writes and names a file in it. */
    private boolean wroteMemory(Conversation fresh) {
        String folder = workspace.folder().toString();
        return fresh.said().stream()
                .filter(said -> said.kind() == ItemKind.TOOL_CALL)
                .anyMatch(said -> isWriting(said) && said.text().contains(folder));
    }

    private static boolean isWriting(Said said) {
        String tool = said.tool().toLowerCase(Locale.ROOT);
        boolean isEdit =
                Stream.of("edit", "write", "patch", "create", "memory_add").anyMatch(tool::contains);
        return isEdit || said.text().contains(">>") || said.text().contains("*** Update File");
    }

    private Fate learn(Conversation fresh, Collection<String> shown) {
        if (!helper.isThere()) {
            return byRules(fresh, shown);
        }
        Question<List<TopicOperation>> question =
                new Question<>("extract", instructions, input(fresh), schema, Operations::of, OUTPUT_TOKENS, TIME);
        return switch (helper.ask(fresh.session(), question)) {
            case Asked.None<List<TopicOperation>> _ -> Fate.FAILED;
            case Asked.Answer<List<TopicOperation>> answer -> apply(fresh, answer.said(), shown);
        };
    }

    private String input(Conversation fresh) {
        return "Today is " + today() + ".\n\nTopics there are:\n"
                + Manifest.of(workspace).text() + "\nSaid since:\n" + Telling.of(fresh, MOST_CHARACTERS);
    }

    private LocalDate today() {
        return LocalDate.ofInstant(
                workspace.clock().instant(), workspace.clock().getZone());
    }

    private Fate apply(Conversation fresh, List<TopicOperation> operations, Collection<String> shown) {
        List<TopicOperation> sound = new ArrayList<>();
        for (TopicOperation operation : operations) {
            boolean isSound =
                    switch (operation) {
                        case TopicOperation.Create create -> !isEcho(create.body(), shown);
                        case TopicOperation.Update update -> isThere(update.path());
                        case TopicOperation.Delete delete -> isThere(delete.path());
                    };
            if (isSound) {
                sound.add(operation);
            }
        }
        if (sound.isEmpty()) {
            return Fate.NOTHING;
        }
        topics.apply("extract", source(fresh, fresh.last()), sound);
        return Fate.WRITTEN;
    }

    private boolean isThere(MemoryPath path) {
        return workspace.read(path).isPresent();
    }

    /** Whether every line of a text was shown to the session or is known. */
    private boolean isEcho(String body, Collection<String> shown) {
        Source source = new Source(today(), "extract", "");
        List<Wish> lines = body.lines()
                .filter(line -> !line.isBlank())
                .map(line -> new Wish(line, source))
                .toList();
        return gate.admit(lines, shown).lines().isEmpty();
    }

    private Source source(Conversation fresh, String handle) {
        return new Source(today(), fresh.session().id().toString(), handle);
    }

    private Fate byRules(Conversation fresh, Collection<String> shown) {
        Gleaning found = Gleaning.of(fresh);
        List<Wish> wishes = Stream.concat(found.wishes().stream(), found.corrections().stream())
                .map(each -> new Wish(each.text(), source(fresh, each.handle())))
                .toList();
        Admitted admitted = gate.admit(wishes, shown);
        if (admitted.lines().isEmpty()) {
            return Fate.NOTHING;
        }
        topics.apply(
                "extract",
                source(fresh, fresh.last()),
                List.of(new TopicOperation.Create(
                        TopicType.FEEDBACK,
                        WISHES,
                        "wishes and corrections in the user's own words",
                        String.join("\n", admitted.lines()))));
        return Fate.WRITTEN;
    }
}
