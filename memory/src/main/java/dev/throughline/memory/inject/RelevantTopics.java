package dev.throughline.memory.inject;

import dev.throughline.engine.helper.AnswerSchema;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.engine.helper.TextResources;
import dev.throughline.memory.admission.SafeText;
import dev.throughline.memory.admission.SimilarLines;
import dev.throughline.memory.admission.SupersededLine;
import dev.throughline.memory.admission.Supersession;
import dev.throughline.memory.conversation.ApproximateTokens;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.Topic;
import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.topic.TopicType;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.text.TextCut;
import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Picks topics for a turn: by the helper model from the manifest, by search if it says nothing. Safe for use by
 * many threads.
 */
public final class RelevantTopics {
    /** Of one topic. */
    static final int MAX_TOKENS = 1_000;

    /** Of its name and description, in characters. */
    private static final int MAX_TITLE_LENGTH = 500;

    /** A turn waits for it; what a helper has not said by then, search finds. */
    private static final Duration TIME = Duration.ofSeconds(3);

    private static final int OUTPUT_TOKENS = 400;
    private static final int MAX_MESSAGE_CHARACTERS = 4_000;
    private static final Pattern WARNING =
            Pattern.compile("(?i)\\b(?:never|avoid|don't|do not|careful|warning|gotcha|breaks?|bug|known"
                    + " issue|pitfall|workaround|fails?)\\b");

    private final Topics topics;
    private final int most;
    private final HelperModel helper;
    private final TopicFinder finder;
    private final String instructions = TextResources.text(RelevantTopics.class, "relevant-topics.md");
    private final AnswerSchema schema =
            new AnswerSchema(Bytes.of(TextResources.text(RelevantTopics.class, "relevant-topics.schema.json")));

    /** @param most how many topics a turn is shown at most */
    public RelevantTopics(Topics topics, int most, HelperModel helper, TopicFinder finder) {
        this.topics = topics;
        this.most = most;
        this.helper = helper;
        this.finder = finder;
    }

    /**
     * What is known when topics are picked.
     *
     * @param words what the person says now
     * @param tools names of tools that were used lately: the agent knows how they work
     * @param shown topics that this session was shown already
     * @param said lines of memory that it can read
     */
    public record Moment(
            SessionRef session,
            String words,
            Collection<String> tools,
            Set<MemoryPath> shown,
            Collection<String> said) {
        /** A moment in which nothing of memory can be read. */
        public Moment(SessionRef session, String words, Collection<String> tools, Set<MemoryPath> shown) {
            this(session, words, tools, shown, List.of());
        }
    }

    /** The block for a turn; nothing if no topic fits. */
    public Optional<MemoryBlock> block(Moment moment) {
        TopicManifest all = topics.manifest();
        TopicManifest left = new TopicManifest(all.lines().stream()
                .filter(line -> !moment.shown().contains(line.path()))
                .filter(line -> !isPlainReference(line, moment.tools()))
                .toList());
        if (left.lines().isEmpty() || moment.words().isBlank()) {
            return Optional.empty();
        }
        SimilarLines said = new SimilarLines();
        Supersession lines = new Supersession();
        moment.said().forEach(line -> {
            said.add(line);
            lines.addAll(line);
        });
        List<MemoryBlock.Part> parts = new ArrayList<>();
        for (MemoryPath path : chosen(moment, left)) {
            part(path, left, new Known(said, lines), moment.session()).ifPresent(parts::add);
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(MemoryBlock.of(parts));
    }

    private List<MemoryPath> chosen(Moment moment, TopicManifest manifest) {
        Set<MemoryPath> there = Set.copyOf(
                manifest.lines().stream().map(TopicManifest.TopicLine::path).toList());
        Optional<List<String>> answer =
                helper.isAvailable(moment.session()) ? asked(moment, manifest) : Optional.empty();
        List<MemoryPath> paths = answer.isPresent()
                ? answer.get().stream()
                        .filter(MemoryPath::isPath)
                        .map(MemoryPath::new)
                        .toList()
                : finder.find(moment.words(), manifest, most);
        return paths.stream().filter(there::contains).distinct().limit(most).toList();
    }

    private Optional<List<String>> asked(Moment moment, TopicManifest manifest) {
        String words = Redaction.of(SafeText.visible(moment.words())).text();
        String input = "Message:\n" + TextCut.to(words, MAX_MESSAGE_CHARACTERS) + "\n\nTools used lately: "
                + String.join(", ", moment.tools()) + "\n\nTopics:\n" + manifest.text();
        return helper.ask(
                        moment.session(),
                        new HelperQuestion<>(
                                "relevant", instructions, input, schema, RelevantTopics::paths, OUTPUT_TOKENS, TIME))
                .value();
    }

    private static List<String> paths(Json answer) {
        List<String> paths = new ArrayList<>();
        if (answer instanceof Json.Obj object) {
            for (Json each : object.list("paths")) {
                if (each instanceof Json.Text text) {
                    paths.add(text.value());
                }
            }
        }
        return paths;
    }

    /** How a tool works that the agent uses right now is no news; what goes wrong with it is. */
    private static boolean isPlainReference(TopicManifest.TopicLine line, Collection<String> tools) {
        String text = (line.name() + " " + line.description()).toLowerCase(Locale.ROOT);
        return line.type().equals(Optional.of(TopicType.REFERENCE))
                && tools.stream().anyMatch(tool -> !tool.isBlank() && text.contains(tool.toLowerCase(Locale.ROOT)))
                && !WARNING.matcher(text).find();
    }

    /** What the session can read already, and what that replaces. */
    private record Known(SimilarLines said, Supersession lines) {}

    private Optional<MemoryBlock.Part> part(MemoryPath path, TopicManifest manifest, Known known, SessionRef session) {
        try {
            Optional<Topic> topic = topics.read(path);
            String date = manifest.lines().stream()
                    .filter(line -> line.path().equals(path))
                    .map(line -> line.modified().toString().substring(0, 10))
                    .findFirst()
                    .orElse("");
            return topic.flatMap(each -> shown(each, known, session))
                    .map(text ->
                            new MemoryBlock.Part(path, date, Redaction.of(text).text()));
        } catch (ProxyException e) {
            return Optional.empty(); // It is there no longer, or is no text; there are others.
        }
    }

    /** A topic without what the session can read already, or said itself; nothing if that is all it says. */
    private static Optional<String> shown(Topic topic, Known known, SessionRef session) {
        List<String> lines = new ArrayList<>();
        boolean isAllLearnt = true;
        known.lines().addAll(topic.body());
        for (String line : topic.body().strip().lines().toList()) {
            if (SupersededLine.isMarked(line)) {
                continue;
            }
            Optional<LearntFact> fact = LearntFact.of(topic.path(), line);
            isAllLearnt &= fact.isPresent() || line.isBlank();
            if (fact.isEmpty()) {
                lines.add(line);
            } else if (!fact.get().isOf(session)
                    && !known.said().contains(fact.get().text())
                    && !fact.get().isOutdated(known.lines())) {
                known.said().add(fact.get().text());
                lines.add(fact.get().shown());
            }
        }
        if (isAllLearnt) {
            lines.removeIf(String::isBlank);
            return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
        }
        String title = topic.name() + (topic.description().isBlank() ? "" : ": " + topic.description());
        return Optional.of(TextCut.to(title, MAX_TITLE_LENGTH) + "\n" + within(String.join("\n", lines)));
    }

    /** Of a long text the beginning, which says what it is about, and the end, where what is new is added. */
    private static String within(String body) {
        if (ApproximateTokens.tokens(body) <= MAX_TOKENS) {
            return body;
        }
        String first = ApproximateTokens.first(body, MAX_TOKENS / 3).strip();
        String last = ApproximateTokens.last(body, MAX_TOKENS - MAX_TOKENS / 3).strip();
        return first + "\n[… cut; memory_get reads the rest]\n" + last;
    }
}
